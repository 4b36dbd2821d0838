import { bestLabel, type Calibration, toldScore } from '../classify/decision.ts';
import { bestThreshold, fitSlope, fitTemperature, weighed } from './calibration.ts';
import type { RoundRow } from './held-out.ts';

/** The usual weight of what is out of scope. */
const USUAL_WEIGHT = 2;
/** The least share of the right answers that the threshold refuses, at the usual weight and at any higher. */
const LEAST_REFUSED = 0.02;
/** The largest share of them that it refuses at the usual weight; at another, in proportion. */
const MOST_REFUSED = 0.05;
/** The weight of known rows that are out of scope: they stand for those that nobody wrote. */
const FOREIGN_TIMES = 2;
/**
 * The share of the labels that a round must have known, beside the others: fewer make its answers look surer than
 * they will be.
 */
const ENOUGH_LABELS = 0.75;
/** The least share of what there is to tell that a text in scope tells: a text of unknown words tells nothing. */
const LEAST_TOLD = 0.03;
/** The number of held-out rows that the usual threshold counts as. */
const PRIOR_ROWS = 100;
/** The usual confidence, which counts as `rows` held-out rows. */
const USUAL = { temperature: 0.5, slope: 4, rows: 40 };

/**
 * The share of what there is to tell that a text in scope usually tells at least. With one label, only "out of scope"
 * tells; where nothing was out of scope in training, all known words speak for the labels.
 */
const usuallyTold = (labels: number, hasForeign: boolean): number => {
  const { single, several } = hasForeign ? { single: 0.03, several: 0.335 } : { single: 0.27, several: 0.49 };
  return labels === 1 ? single : several;
};

interface Setting {
  /** The number of labels that the finished model has. */
  labels: number;
  /** True where it learns from rows that are out of scope. */
  hasForeign: boolean;
  /** The weight as in `TrainingOptions`. */
  outOfScopeWeight: number;
}

/** A held-out row with its score. */
interface Scored extends RoundRow {
  /** `toldScore`, as the finished model would have it. */
  score: number;
}

/**
 * Chooses temperature, threshold and slope of `toldScore` on held-out rows. What there is to tell is log(labels + 1);
 * the scores of models that know different numbers of labels are compared as shares of it.
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

/** The more rows, the nearer to what is fitted on them. */
function between(usual: number, fitted: () => number, rows: number): number {
  if (rows === 0) return usual;
  const trust = rows / (rows + USUAL.rows);
  return fitted() ** trust * usual ** (1 - trust);
}

/**
 * Chooses the threshold that makes the most right answers within what may be refused, drawn towards the usual one.
 */
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

/** The score that so many of the rows are below, between the two nearest rows. */
function quantile(scores: readonly number[], part: number): number {
  const sorted = [...scores].sort((a, b) => a - b);
  const place = Math.min(sorted.length - 1, Math.max(0, part * sorted.length - 0.5));
  const [low = 0, high = low] = sorted.slice(Math.floor(place), Math.floor(place) + 2);
  return low + (place - Math.floor(place)) * (high - low);
}
