import { type Random, shuffle } from '../../train/random.ts';
import type { SparseVector } from './vectorizer.ts';

/** tf·idf vectors have length 1; logits are scaled so that weights of order 1 can express certainty. */
export const LOGIT_SCALE = 8;
const LABEL_SMOOTHING = 0.1;
const LEARNING_RATE = 0.5;
const BIAS_RATE = 0.005;
/** Classes with a smaller gradient are left out of an update: nothing is lost, and half of the time is won. */
const NEGLIGIBLE = 2e-4;

export interface SoftmaxWeights {
  /** [feature][class]; row-major. */
  weights: Float32Array;
  bias: Float32Array;
}

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

/** Class scores of one text, written to `out` and returned. */
export function logits(vector: SparseVector, model: SoftmaxWeights, out: Float32Array): Float32Array {
  const { weights, bias } = model;
  const { ids, values } = vector;
  const classCount = out.length;
  for (let c = 0; c < classCount; c++) out[c] = (bias[c] ?? 0) * LOGIT_SCALE;
  for (let i = 0; i < ids.length; i++) {
    const offset = (ids[i] ?? 0) * classCount;
    const value = (values[i] ?? 0) * LOGIT_SCALE;
    for (let c = 0; c < classCount; c++) out[c] = (out[c] ?? 0) + value * (weights[offset + c] ?? 0);
  }
  return out;
}

/** Turns scores into probabilities, in place. */
export function softmax(scores: Float32Array): Float32Array {
  let highest = -Infinity;
  for (const score of scores) if (score > highest) highest = score;
  let sum = 0;
  for (let c = 0; c < scores.length; c++) {
    const power = Math.exp((scores[c] ?? 0) - highest);
    scores[c] = power;
    sum += power;
  }
  for (let c = 0; c < scores.length; c++) scores[c] = (scores[c] ?? 0) / sum;
  return scores;
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
