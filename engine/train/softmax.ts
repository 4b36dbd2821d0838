import { LOGIT_SCALE, type SoftmaxWeights, softmax } from '../classify/ngrams/softmax.ts';
import type { SparseVector } from '../classify/ngrams/vectorizer.ts';
import { NUMBER_BYTES, type TrainingKernel } from './kernel.ts';
import { type Random, shuffle } from './random.ts';

const LABEL_SMOOTHING = 0.1;
const LEARNING_RATE = 0.5;
const BIAS_RATE = 0.005;
/** Classes with a smaller gradient are skipped in updates, which halves the time at no loss. */
const NEGLIGIBLE = 2e-4;

export interface SoftmaxProblem {
  kernel: TrainingKernel;
  vectors: readonly SparseVector[];
  /** The class of each row. */
  classes: Int32Array;
  /** The weight of each row, around 1. */
  rowWeights: Float32Array;
  /** The rows to train on. */
  rows: Int32Array;
  featureCount: number;
  classCount: number;
  epochs: number;
  random: Random;
  onEpoch?: () => void;
}

/** Multinomial logistic regression by stochastic gradient descent with linear rate decay. */
export function trainSoftmax(problem: SoftmaxProblem): SoftmaxWeights {
  const { vectors, classes, rowWeights, epochs, random } = problem;
  const trainer = new SoftmaxTrainer(problem);
  const order = problem.rows.slice();
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    for (const [at, row] of order.entries()) {
      const rate = LEARNING_RATE * (1 - (epoch + at / order.length) / epochs);
      if (vectors[row]) trainer.step(row, classes[row] ?? 0, rate * (rowWeights[row] ?? 1));
    }
    problem.onEpoch?.();
  }
  return trainer.weights();
}

/** Rows and weights in the kernel's memory; one row is processed at a time. */
class SoftmaxTrainer {
  readonly #kernel: TrainingKernel;
  readonly #featureCount: number;
  readonly #classCount: number;
  /** Classes, padded to a multiple of 4. */
  readonly #stride: number;
  /** Where each row's features begin, and the end of the last row's. */
  readonly #begins: Int32Array;
  readonly #places: number;
  readonly #values: number;
  /** [feature][class] */
  readonly #weights: number;
  readonly #at: Record<'scores' | 'active' | 'gradient', number>;
  /** Views of the same memory, which no longer grows. */
  readonly #scores: Float32Array;
  readonly #active: Int32Array;
  /** The negative gradient. */
  readonly #gradient: Float32Array;
  readonly #bias: Float32Array;

  constructor({ kernel, vectors, featureCount, classCount }: SoftmaxProblem) {
    this.#kernel = kernel;
    this.#featureCount = featureCount;
    this.#classCount = classCount;
    this.#stride = Math.ceil(classCount / 4) * 4;
    this.#bias = new Float32Array(classCount);
    this.#begins = new Int32Array(vectors.length + 1);
    for (const [row, { ids }] of vectors.entries())
      this.#begins[row + 1] = (this.#begins[row] ?? 0) + ids.length;
    const features = this.#begins[vectors.length] ?? 0;
    const { run } = kernel;
    run.release();
    this.#places = run.allocate(features * NUMBER_BYTES);
    this.#values = run.allocate(features * NUMBER_BYTES);
    this.#weights = run.allocate(featureCount * this.#stride * NUMBER_BYTES);
    const forClasses = () => run.allocate(this.#stride * NUMBER_BYTES);
    this.#at = { scores: forClasses(), active: forClasses(), gradient: forClasses() };
    const { scores, active, gradient } = this.#at;
    this.#scores = kernel.floats(scores, classCount);
    this.#active = kernel.words(active, classCount);
    this.#gradient = kernel.floats(gradient, classCount);
    for (const [row, { ids, values }] of vectors.entries()) {
      const from = (this.#begins[row] ?? 0) * NUMBER_BYTES;
      kernel.words(this.#places + from, ids.length).set(ids);
      kernel.floats(this.#values + from, values.length).set(values);
    }
    kernel.floats(this.#weights, featureCount * this.#stride).fill(0);
    for (const at of [scores, gradient]) kernel.floats(at, this.#stride).fill(0);
  }

  step(row: number, target: number, rate: number): void {
    const { run } = this.#kernel;
    const [places, values, count] = this.#features(row);
    const probabilities = this.#probabilities(row);
    const [active, gradient, bias] = [this.#active, this.#gradient, this.#bias];
    const smooth = LABEL_SMOOTHING / this.#classCount;
    let some = 0;
    for (let c = 0; c < probabilities.length; c++) {
      const error = (probabilities[c] ?? 0) - (c === target ? 1 - LABEL_SMOOTHING + smooth : smooth);
      if (Math.abs(error) < NEGLIGIBLE) continue;
      active[some] = c;
      gradient[some++] = -error * rate;
      bias[c] = (bias[c] ?? 0) - error * rate * BIAS_RATE;
    }
    const of = [places, values, count, this.#weights, this.#stride] as const;
    if (some === this.#classCount) run.sparseUpdate(...of, this.#at.gradient);
    else run.sparseUpdateSome(...of, this.#at.active, this.#at.gradient, some);
  }

  weights(): SoftmaxWeights {
    const padded = this.#kernel.floats(this.#weights, this.#featureCount * this.#stride);
    const weights = new Float32Array(this.#featureCount * this.#classCount);
    for (let feature = 0; feature < this.#featureCount; feature++) {
      const from = feature * this.#stride;
      weights.set(padded.subarray(from, from + this.#classCount), feature * this.#classCount);
    }
    return { weights, bias: this.#bias };
  }

  #probabilities(row: number): Float32Array {
    const [scores, bias] = [this.#scores, this.#bias];
    for (let c = 0; c < scores.length; c++) scores[c] = (bias[c] ?? 0) * LOGIT_SCALE;
    const of = this.#features(row);
    this.#kernel.run.sparseProduct(...of, LOGIT_SCALE, this.#weights, this.#stride, this.#at.scores);
    return softmax(scores);
  }

  /** A row's features: the addresses of ids and values, and their number. */
  #features(row: number): [places: number, values: number, count: number] {
    const from = this.#begins[row] ?? 0;
    const count = (this.#begins[row + 1] ?? 0) - from;
    return [this.#places + from * NUMBER_BYTES, this.#values + from * NUMBER_BYTES, count];
  }
}
