import { bestLabel, type Calibration, scopeScore, temper } from '../classify/decision.ts';

/** A model's output for a row outside its training. */
export interface HeldOutRow {
  /** Probabilities of the labels, then of "out of scope". */
  probabilities: Float32Array;
  /** The correct class; labels.length for an out-of-scope row. */
  target: number;
  /** An out-of-scope row's weight among all such rows. */
  weight: number;
}

/** An out-of-scope row. */
export interface Foreign {
  score: number;
  weight: number;
}

/** The share of out-of-scope queries that one unit of weight expects. */
const EXPECTED_SHARE = 0.1;

/** A threshold to combine with the measured one, with the weight of this many held-out rows. */
export interface Prior {
  threshold: number;
  rows: number;
}

/** Defaults without held-out rows. */
const USUAL_TEMPERATURE = 1;
const USUAL_SLOPE = 2;
const GRID = 256;
const BANDWIDTH = 0.1;

/**
 * Chooses temperature (Guo et al. 2017, On Calibration of Modern Neural Networks), threshold and slope from held-out
 * rows. The threshold maximises correct answers, counting rejected out-of-scope rows as correct.
 * @param outOfScopeWeight the weight of all out-of-scope rows together, in tenths of the in-scope rows
 * @param prior decides alone if in-scope or out-of-scope rows are missing
 */
export function calibrate(rows: readonly HeldOutRow[], outOfScopeWeight: number, prior: Prior): Calibration {
  const inside = rows.filter((row) => row.target < row.probabilities.length - 1);
  const outside = rows.filter((row) => row.target === row.probabilities.length - 1);
  const scored = inside.map((row) => ({
    score: scopeScore(row.probabilities),
    right: bestLabel(row.probabilities) === row.target,
  }));
  if (scored.length === 0 || outside.length === 0) {
    return { temperature: USUAL_TEMPERATURE, threshold: prior.threshold, slope: USUAL_SLOPE };
  }
  const foreign = weighed(
    outside.map((row) => ({ score: scopeScore(row.probabilities), weight: row.weight })),
    outOfScopeWeight * scored.length,
  );
  const best = bestThreshold(scored, foreign);
  const evidence = Math.min(scored.length, 3 * foreign.length);
  const trust = evidence / (evidence + prior.rows);
  const threshold = trust * best + (1 - trust) * prior.threshold;
  const slope = fitSlope(
    scored.map((row) => row.score - threshold),
    foreign.map((row) => ({ ...row, score: row.score - threshold })),
  );
  return {
    temperature: inside.length < prior.rows ? USUAL_TEMPERATURE : fitTemperature(inside),
    threshold,
    slope: slope ** trust * USUAL_SLOPE ** (1 - trust),
  };
}

/** The best threshold of a grid. Each row's step is smoothed, so that no single row decides. */
export function bestThreshold(
  inside: readonly { score: number; right: boolean }[],
  foreign: readonly Foreign[],
): number {
  const right = inside.filter((row) => row.right).map(({ score }) => ({ score, weight: 1 }));
  const all = [...inside, ...foreign].map((row) => row.score).sort((a, b) => a - b);
  const low = all[0] ?? 0;
  const high = all[all.length - 1] ?? 0;
  const above = (rows: readonly Foreign[], threshold: number) =>
    rows.reduce((sum, row) => sum + row.weight * sigmoid((row.score - threshold) / BANDWIDTH), 0);
  let best = { threshold: low, gain: -Infinity };
  for (let i = 0; i <= GRID; i++) {
    const threshold = low + ((high - low) * i) / GRID;
    const gain = above(right, threshold) - above(foreign, threshold);
    if (gain > best.gain) best = { threshold, gain };
  }
  return best.threshold;
}

/** Scales the rows' weights so that together they weigh a tenth of `inScope` rows. */
export function weighed(rows: readonly Foreign[], inScope: number): Foreign[] {
  const mass = (EXPECTED_SHARE * inScope) / rows.reduce((sum, { weight }) => sum + weight, 0);
  return rows.map(({ score, weight }) => ({ score, weight: weight * mass }));
}

export function fitTemperature(rows: readonly HeldOutRow[]): number {
  const loss = (temperature: number) =>
    rows.reduce((sum, row) => sum - Math.log(temper(row.probabilities, temperature)[row.target] ?? 1), 0);
  return Math.exp(minimize((log) => loss(Math.exp(log)), Math.log(0.3), Math.log(3)));
}

/** Fits how steeply the out-of-scope probability falls, from the rows' distances above the threshold. */
export function fitSlope(inside: readonly number[], foreign: readonly Foreign[]): number {
  const loss = (slope: number) =>
    inside.reduce((sum, margin) => sum - Math.log(sigmoid(slope * margin)), 0) -
    foreign.reduce((sum, row) => sum + row.weight * Math.log(sigmoid(-slope * row.score)), 0);
  return Math.exp(minimize((log) => loss(Math.exp(log)), Math.log(0.5), Math.log(10)));
}

const sigmoid = (x: number): number => Math.max(1e-12, 1 / (1 + Math.exp(-x)));

/** Golden-section search for the minimum of a unimodal function. */
function minimize(f: (x: number) => number, from: number, to: number): number {
  const ratio = (Math.sqrt(5) - 1) / 2;
  let low = from;
  let high = to;
  for (let i = 0; i < 24; i++) {
    const a = high - ratio * (high - low);
    const b = low + ratio * (high - low);
    if (f(a) < f(b)) high = b;
    else low = a;
  }
  return (low + high) / 2;
}
