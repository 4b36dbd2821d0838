import { bestLabel, type Calibration, toldScore } from '../classify/decision.ts';
import { bestThreshold, fitSlope, fitTemperature, weighed } from './calibration.ts';
import type { RoundRow } from './held-out.ts';

/** The default out-of-scope weight. */
const USUAL_WEIGHT = 2;
/** The least share of right answers rejected, at the default weight or more. */
const LEAST_REFUSED = 0.02;
/** The largest share of right answers rejected at the default weight; proportional at others. */
const MOST_REFUSED = 0.05;
/** The weight of known out-of-scope rows, which also stand for unwritten ones. */
const FOREIGN_TIMES = 2;
/**
 * The least share of the other labels that a round must have trained on. With fewer, its answers look more certain than
 * the finished model's.
 */
const ENOUGH_LABELS = 0.75;
/** The lowest threshold, as a share of log(labels + 1). A text of unknown words scores 0. */
const LEAST_TOLD = 0.03;
/** The weight of the usual threshold, in held-out rows. */
const PRIOR_ROWS = 100;
/** The usual confidence, with a weight of `rows` held-out rows. */
const USUAL = { temperature: 0.5, slope: 4, rows: 40 };

/**
 * The usual threshold, as a share of log(labels + 1). With one label, only the out-of-scope probability counts; without
 * out-of-scope training rows, all known words favour the labels.
 */
const usuallyTold = (labels: number, hasForeign: boolean): number => {
  const { single, several } = hasForeign ? { single: 0.03, several: 0.335 } : { single: 0.27, several: 0.49 };
  return labels === 1 ? single : several;
};

interface Setting {
  /** The finished model's number of labels. */
  labels: number;
  /** True if the model trains on out-of-scope rows. */
  hasForeign: boolean;
  /** As in `TrainingOptions`. */
  outOfScopeWeight: number;
}

/** A held-out row with its score. */
interface Scored extends RoundRow {
  /** `toldScore`, rescaled to the finished model's number of labels. */
  score: number;
}

/**
 * Chooses temperature, threshold and slope of `toldScore` from held-out rows. Scores are divided by log(labels + 1), so
 * that models with different numbers of labels are comparable.
 */
export function calibrateTold(rows: readonly RoundRow[], setting: Setting): Calibration {
  const whole = Math.log(setting.labels + 1);
  const scored = rows.map((row) => ({
    ...row,
    score: (whole * toldScore(row.probabilities, row.labels)) / Math.log(row.labels + 1),
  }));
  const inside = scored.filter((row) => row.target < row.probabilities.length - 1);
  const outside = scored.filter((row) => row.target === row.probabilities.length - 1);
  const threshold = chooseThreshold(inside, outside, setting);
  const slope = () =>
    fitSlope(
      inside.map(({ score }) => score - threshold),
      weighed(
        outside.map(({ score, weight }) => ({ score: score - threshold, weight })),
        setting.outOfScopeWeight * inside.length,
      ),
    );
  return {
    temperature: between(USUAL.temperature, () => fitTemperature(inside), inside.length),
    threshold,
    slope: between(USUAL.slope, slope, Math.min(inside.length, 3 * outside.length)),
    measure: 'told',
  };
}

/** Interpolates between the usual and the fitted value. More rows favour the fitted one. */
function between(usual: number, fitted: () => number, rows: number): number {
  if (rows === 0) return usual;
  const trust = rows / (rows + USUAL.rows);
  return fitted() ** trust * usual ** (1 - trust);
}

/** Chooses the threshold with the most right answers within the rejection limits, weighted with the usual threshold. */
function chooseThreshold(
  inside: readonly Scored[],
  outside: readonly Scored[],
  { labels, hasForeign, outOfScopeWeight }: Setting,
): number {
  const whole = Math.log(labels + 1);
  const prior = whole * usuallyTold(labels, hasForeign);
  const most = inside.reduce((known, row) => Math.max(known, row.labels), 0);
  const rows = inside
    .filter((row) => row.labels >= ENOUGH_LABELS * most)
    .map((row) => ({ score: row.score, right: bestLabel(row.probabilities) === row.target }));
  const right = rows.filter((row) => row.right).map(({ score }) => score);
  if (right.length === 0) return prior;
  const foreign = outside.filter((row) => !row.isLeftOut);
  const weight = outOfScopeWeight / USUAL_WEIGHT;
  const least = quantile(right, LEAST_REFUSED * Math.min(1, weight));
  const mass = FOREIGN_TIMES * outOfScopeWeight * rows.length;
  const wanted = foreign.length === 0 ? least : bestThreshold(rows, weighed(foreign, mass));
  const measured = Math.min(quantile(right, MOST_REFUSED * weight), Math.max(least, wanted));
  const trust = rows.length / (rows.length + PRIOR_ROWS);
  return trust * Math.max(measured, LEAST_TOLD * whole) + (1 - trust) * prior;
}

/** The quantile of the scores, interpolated. */
function quantile(scores: readonly number[], part: number): number {
  const sorted = [...scores].sort((a, b) => a - b);
  const place = Math.min(sorted.length - 1, Math.max(0, part * sorted.length - 0.5));
  const [low = 0, high = low] = sorted.slice(Math.floor(place), Math.floor(place) + 2);
  return low + (place - Math.floor(place)) * (high - low);
}
