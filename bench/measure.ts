import type { Classification } from '../engine/classify/classifier.ts';
import { OUT_OF_SCOPE, type Row } from './data.ts';
import { percentile } from './report.ts';

const BINS = 15;
/** Rows classified before measuring. */
export const WARM_UP = 200;

/** The answer to a test row and its duration. */
export interface Answer {
  row: Row;
  classification: Classification;
  ms: number;
}

/** Classifies every row, after a warm-up that is not counted. */
export function ask(rows: readonly Row[], classify: (text: string) => Classification): Answer[] {
  for (const row of rows.slice(0, WARM_UP)) classify(row.text);
  return rows.map((row) => {
    const begin = performance.now();
    const classification = classify(row.text);
    return { row, classification, ms: performance.now() - begin };
  });
}

/** A classifier's figures on test rows. Figures that need out-of-scope rows are null without such rows. */
export function measure(answers: readonly Answer[]): Record<string, number | null> {
  const inside = answers.filter(({ row }) => row.intent !== OUT_OF_SCOPE);
  const outside = answers.filter(({ row }) => row.intent === OUT_OF_SCOPE);
  const rejected = (of: readonly Answer[]) => of.filter((answer) => verdict(answer) === OUT_OF_SCOPE).length;
  const times = answers.map(({ ms }) => ms);
  const none = outside.length === 0;
  return {
    closed_accuracy: percent(inside, (answer) => best(answer) === answer.row.intent),
    in_scope_accuracy: percent(inside, right),
    refused_though_right: percent(inside, (answer) => best(answer) === answer.row.intent && !right(answer)),
    oos_recall: none ? null : percent(outside, right),
    oos_precision: none ? null : (100 * rejected(outside)) / Math.max(1, rejected(answers)),
    oos_auroc: none ? null : auroc(inside, outside),
    macro_f1: macroF1(answers),
    ece: calibrationError(answers),
    p50_ms: percentile(times, 0.5),
    p99_ms: percentile(times, 0.99),
  };
}

const best = ({ classification }: Answer): string => classification.ranked[0]?.label ?? '';

/** The label, or "out of scope". An ambiguous answer counts as its first label. */
const verdict = (answer: Answer): string =>
  answer.classification.outcome === 'out_of_scope' ? OUT_OF_SCOPE : best(answer);

const right = (answer: Answer): boolean => verdict(answer) === answer.row.intent;

const percent = (answers: readonly Answer[], test: (answer: Answer) => boolean): number =>
  (100 * answers.filter(test).length) / Math.max(1, answers.length);

/** The probability that a random out-of-scope row scores higher as out of scope than a random in-scope row. */
function auroc(inside: readonly Answer[], outside: readonly Answer[]): number {
  const all = [...inside, ...outside]
    .map(({ row, classification }) => ({
      out: row.intent === OUT_OF_SCOPE,
      score: classification.outOfScope,
    }))
    .sort((a, b) => a.score - b.score);
  let insideBelow = 0;
  let pairs = 0;
  for (const { out } of all) {
    if (out) pairs += insideBelow;
    else insideBelow++;
  }
  return pairs / (inside.length * outside.length);
}

/** Macro F1 in percent; out of scope is a class if the test has such rows. */
function macroF1(answers: readonly Answer[]): number {
  const counts = new Map<string, { hit: number; said: number; meant: number }>();
  const of = (name: string) => {
    const count = counts.get(name) ?? { hit: 0, said: 0, meant: 0 };
    counts.set(name, count);
    return count;
  };
  for (const answer of answers) {
    of(answer.row.intent).meant++;
    of(verdict(answer)).said++;
    if (right(answer)) of(answer.row.intent).hit++;
  }
  const meant = [...counts.values()].filter((count) => count.meant > 0);
  return (
    (100 * meant.reduce((sum, { hit, said, meant }) => sum + (2 * hit) / (said + meant), 0)) / meant.length
  );
}

/** Expected calibration error of the verdict's probability, over 15 equal bins (Guo et al. 2017). */
function calibrationError(answers: readonly Answer[]): number {
  const bins = Array.from({ length: BINS }, () => ({ confidence: 0, right: 0 }));
  for (const answer of answers) {
    const { outcome, outOfScope, ranked } = answer.classification;
    const confidence = outcome === 'out_of_scope' ? outOfScope : (ranked[0]?.probability ?? 0);
    const bin = bins[Math.min(BINS - 1, Math.floor(confidence * BINS))];
    if (!bin) continue;
    bin.confidence += confidence;
    bin.right += right(answer) ? 1 : 0;
  }
  return bins.reduce((sum, bin) => sum + Math.abs(bin.confidence - bin.right), 0) / answers.length;
}
