import type { Classification } from './classifier.ts';

/** Corrections of a model's probabilities, learned from held-out data. */
export interface Calibration {
  /** Divides the log-probabilities of the labels: above 1 it lowers confidence, below 1 it raises it. */
  temperature: number;
  /** Queries with a lower score are out of scope. */
  threshold: number;
  /** The score: `told` is `toldScore`, for n-grams alone; absent (with the encoder) is `scopeScore`. */
  measure?: 'told';
  /** How steeply the out-of-scope probability falls around the threshold. */
  slope: number;
}

const SMALLEST = 1e-9;
/** The runner-up's minimum share of the best probability for an ambiguous result. */
const AMBIGUOUS_SHARE = 0.65;
const RANKED = 5;

/** True if two labels are too close to choose between, the likelier first. */
export const areClose = (best: number, next: number): boolean => next >= AMBIGUOUS_SHARE * best;

/**
 * Scores a query for being in scope: log p_max − ½·log p_out.
 * @param probabilities the labels' probabilities, then that of "out of scope"
 */
export function scopeScore(probabilities: Float32Array): number {
  const last = probabilities.length - 1;
  const best = probabilities[bestLabel(probabilities)] ?? 0;
  return Math.log(Math.max(best, SMALLEST)) - 0.5 * Math.log(Math.max(probabilities[last] ?? 0, SMALLEST));
}

/** The weight of the out-of-scope term next to the label term. */
const OUT_OF_SCOPE_SHARE = 0.4;

/**
 * Scores a text in nats: log(k · the best label's share among k labels) − 0.4·log(2 · p_out). The score is 0 if all
 * labels are equally likely and p_out is ½, for any k.
 * @param probabilities the labels' probabilities, then that of "out of scope"
 * @param known the number of labels that the model was trained on
 */
export function toldScore(probabilities: Float32Array, known = probabilities.length - 1): number {
  const outOfScope = probabilities[probabilities.length - 1] ?? 0;
  const share = (probabilities[bestLabel(probabilities)] ?? 0) / Math.max(1 - outOfScope, SMALLEST);
  return (
    Math.log(known * Math.max(share, SMALLEST)) -
    OUT_OF_SCOPE_SHARE * Math.log(2 * Math.max(outOfScope, SMALLEST))
  );
}

/** The index of the likeliest label, excluding "out of scope". */
export function bestLabel(probabilities: Float32Array): number {
  let best = 0;
  for (let c = 1; c < probabilities.length - 1; c++) {
    if ((probabilities[c] ?? 0) > (probabilities[best] ?? 0)) best = c;
  }
  return best;
}

/**
 * Turns a model's raw probabilities into a classification. "Out of scope" exceeds one half exactly when it is the
 * outcome.
 * @param probabilities the labels' probabilities, then that of "out of scope"
 */
export function decide(
  labels: readonly string[],
  probabilities: Float32Array,
  calibration: Calibration,
): Classification {
  const score = calibration.measure === 'told' ? toldScore(probabilities) : scopeScore(probabilities);
  const outOfScope = 1 / (1 + Math.exp(calibration.slope * (score - calibration.threshold)));
  const conditional = temper(probabilities, calibration.temperature);
  const ranked = labels
    .map((label, c) => ({ label, probability: (conditional[c] ?? 0) * (1 - outOfScope) }))
    .sort((a, b) => b.probability - a.probability);
  const [best, second] = ranked;
  const close = best && second && areClose(best.probability, second.probability);
  const inScope = close ? 'ambiguous' : 'matched';
  return {
    ranked: ranked.slice(0, RANKED),
    outOfScope,
    outcome: score < calibration.threshold ? 'out_of_scope' : inScope,
  };
}

/** The distribution over the labels alone at a temperature. Sums to 1. */
export function temper(probabilities: Float32Array, temperature: number): Float64Array {
  const count = probabilities.length - 1;
  const conditional = new Float64Array(count);
  let sum = 0;
  for (let c = 0; c < count; c++) {
    const value = Math.max(probabilities[c] ?? 0, SMALLEST) ** (1 / temperature);
    conditional[c] = value;
    sum += value;
  }
  for (let c = 0; c < count; c++) conditional[c] = (conditional[c] ?? 0) / sum;
  return conditional;
}
