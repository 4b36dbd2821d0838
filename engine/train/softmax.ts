import { logits, type SoftmaxWeights, softmax } from '../classify/ngrams/softmax.ts';
import type { SparseVector } from '../classify/ngrams/vectorizer.ts';
import { type Random, shuffle } from './random.ts';

const LABEL_SMOOTHING = 0.1;
const LEARNING_RATE = 0.5;
const BIAS_RATE = 0.005;
/** Classes with a smaller gradient are left out of an update: nothing is lost, and half of the time is won. */
const NEGLIGIBLE = 2e-4;

export interface SoftmaxProblem {
  vectors: readonly SparseVector[];
  /** The class of each row. */
  classes: Int32Array;
  /** How much each row counts, around 1. */
  rowWeights: Float32Array;
  /** The rows to train on. */
  rows: Int32Array;
  featureCount: number;
  classCount: number;
  epochs: number;
  random: Random;
  onEpoch?: () => void;
}

/** Multinomial logistic regression by stochastic gradient descent with a linearly falling rate. */
export function trainSoftmax(problem: SoftmaxProblem): SoftmaxWeights {
  const { vectors, classes, rowWeights, featureCount, classCount, epochs, random } = problem;
  const model = {
    weights: new Float32Array(featureCount * classCount),
    bias: new Float32Array(classCount),
  };
  const probabilities = new Float32Array(classCount);
  const step = createStep(model, classCount);
  const order = problem.rows.slice();
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    for (const [at, row] of order.entries()) {
      const rate = LEARNING_RATE * (1 - (epoch + at / order.length) / epochs);
      const vector = vectors[row];
      if (!vector) continue;
      softmax(logits(vector, model, probabilities));
      step(vector, probabilities, classes[row] ?? 0, rate * (rowWeights[row] ?? 1));
    }
    problem.onEpoch?.();
  }
  return model;
}

function createStep(model: SoftmaxWeights, classCount: number) {
  const { weights, bias } = model;
  const active = new Int32Array(classCount);
  const gradient = new Float32Array(classCount);
  const smooth = LABEL_SMOOTHING / classCount;
  return (vector: SparseVector, probabilities: Float32Array, target: number, rate: number): void => {
    let count = 0;
    for (let c = 0; c < classCount; c++) {
      const error = (probabilities[c] ?? 0) - (c === target ? 1 - LABEL_SMOOTHING + smooth : smooth);
      if (Math.abs(error) < NEGLIGIBLE) continue;
      active[count] = c;
      gradient[count++] = error * rate;
      bias[c] = (bias[c] ?? 0) - error * rate * BIAS_RATE;
    }
    const { ids, values } = vector;
    for (let i = 0; i < ids.length; i++) {
      const offset = (ids[i] ?? 0) * classCount;
      const value = values[i] ?? 0;
      for (let a = 0; a < count; a++) {
        const at = offset + (active[a] ?? 0);
        weights[at] = (weights[at] ?? 0) - value * (gradient[a] ?? 0);
      }
    }
  };
}
