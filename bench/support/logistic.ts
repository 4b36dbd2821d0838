/** A labelled example for a logistic model. */
export interface Example {
  features: readonly number[];
  isTrue: boolean;
}

export interface Logistic {
  bias: number;
  weights: readonly number[];
  /** The probability of features, 0…1. */
  of(features: readonly number[]): number;
}

const STEPS = 3000;
const RATE = 0.3;

const logistic = (sum: number): number => 1 / (1 + Math.exp(-sum));
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/**
 * Fits a logistic model by gradient descent on features of mean 0 and deviation 1, with a weight decay of one example.
 * The same examples give the same model.
 */
export function fitLogistic(examples: readonly Example[]): Logistic {
  const count = examples.length;
  const columns = (examples[0]?.features ?? []).map((_, at) =>
    examples.map(({ features }) => features[at] ?? 0),
  );
  const means = columns.map(mean);
  const deviations = columns.map(
    (column, at) => Math.sqrt(mean(column.map((value) => (value - (means[at] ?? 0)) ** 2))) || 1,
  );
  const scaled = columns.map((column, at) =>
    column.map((value) => (value - (means[at] ?? 0)) / (deviations[at] ?? 1)),
  );
  const weights = columns.map(() => 0);
  let bias = 0;
  for (let step = 0; step < STEPS; step += 1) {
    const errors = examples.map(
      ({ isTrue }, row) =>
        logistic(weights.reduce((sum, weight, at) => sum + weight * (scaled[at]?.[row] ?? 0), bias)) -
        (isTrue ? 1 : 0),
    );
    bias -= RATE * mean(errors);
    for (const [at, column] of scaled.entries()) {
      const slope = mean(errors.map((error, row) => error * (column[row] ?? 0)));
      weights[at] = (weights[at] ?? 0) - RATE * (slope + (weights[at] ?? 0) / count);
    }
  }
  const plain = weights.map((weight, at) => weight / (deviations[at] ?? 1));
  const plainBias = plain.reduce((sum, weight, at) => sum - weight * (means[at] ?? 0), bias);
  return {
    bias: plainBias,
    weights: plain,
    of: (features) =>
      logistic(plain.reduce((sum, weight, at) => sum + weight * (features[at] ?? 0), plainBias)),
  };
}
