import type { SparseVector } from './vectorizer.ts';

/** tf·idf vectors have length 1; logits are scaled so that weights of order 1 can express certainty. */
export const LOGIT_SCALE = 8;

export interface SoftmaxWeights {
  /** [feature][class]; row-major. */
  weights: Float32Array;
  bias: Float32Array;
}

/**
 * How scores become probabilities. `together`: "out of scope" is one class among the labels. `apart`: its score is the
 * log odds that no label fits, and the labels share the rest.
 */
export type ScoreForm = 'together' | 'apart';

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

/** Turns scores into the probabilities of the labels, then of "out of scope", in place. */
export function toProbabilities(scores: Float32Array, form: ScoreForm): Float32Array {
  if (form === 'together') return softmax(scores);
  const last = scores.length - 1;
  const outOfScope = 1 / (1 + Math.exp(-(scores[last] ?? 0)));
  softmax(scores.subarray(0, last));
  for (let c = 0; c < last; c++) scores[c] = (scores[c] ?? 0) * (1 - outOfScope);
  scores[last] = outOfScope;
  return scores;
}
