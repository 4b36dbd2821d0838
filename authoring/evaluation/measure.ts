import { OUT_OF_SCOPE } from '../../engine/assistant.ts';
import type { HeldBack } from './evaluate.ts';
import { measureSlots, type SlotMeasures } from './measure-slots.ts';

/** Measures for one language, or for all together. Shares are 0…1; null if there is nothing to measure. */
export interface Measures {
  utterances: number;
  out_of_scope_utterances: number;
  /** The share of in-scope utterances whose best label is right, rejected or not. */
  closed_accuracy: number | null;
  /** The share of in-scope utterances whose best label is right and was not rejected. */
  in_scope_accuracy: number | null;
  /** The share of in-scope utterances with two labels too close to choose between. */
  ambiguous: number | null;
  /** Macro F1 over the labels at the default threshold. */
  macro_f1: number | null;
  /** The share of out-of-scope utterances recognised as such. */
  oos_recall: number | null;
  /** The share of utterances recognised as out of scope that really are. */
  oos_precision: number | null;
  /** Expected calibration error over ten bins of confidence (Guo et al. 2017). */
  ece: number | null;
  labels: LabelMeasures[];
  confusions: Confusion[];
  confidence: ConfidenceBin[];
  slots: SlotMeasures;
}

export interface LabelMeasures {
  label: string;
  utterances: number;
  precision: number | null;
  recall: number;
  f1: number;
}

/** Utterances of one label that were mistaken for another. */
export interface Confusion {
  expected: string;
  predicted: string;
  utterances: { text: string; language: string; confidence: number }[];
}

/** Answers with a confidence between `from` and `to`. */
export interface ConfidenceBin {
  from: number;
  to: number;
  right: number;
  wrong: number;
}

export interface Judged {
  text: string;
  language: string;
  expected: string;
  predicted: string;
  best: string | null;
  confidence: number;
  isAmbiguous: boolean;
}

const BINS = 10;

const judge = ({ row, classification }: HeldBack): Judged => {
  const [first] = classification.ranked;
  const rejected = classification.outcome === 'out_of_scope' || first === undefined;
  return {
    text: row.text,
    language: row.language,
    expected: row.label ?? OUT_OF_SCOPE,
    predicted: rejected ? OUT_OF_SCOPE : first.label,
    best: first?.label ?? null,
    confidence: rejected ? classification.outOfScope : first.probability,
    isAmbiguous: classification.outcome === 'ambiguous',
  };
};

export function measure(results: readonly HeldBack[]): Measures {
  const judged = results.map(judge);
  const inside = judged.filter(({ expected }) => expected !== OUT_OF_SCOPE);
  const outside = judged.filter(({ expected }) => expected === OUT_OF_SCOPE);
  const rejected = judged.filter(({ predicted }) => predicted === OUT_OF_SCOPE);
  const labels = labelMeasures(judged);
  const confidence = confidenceBins(judged);
  return {
    utterances: inside.length,
    out_of_scope_utterances: outside.length,
    closed_accuracy: share(inside, ({ best, expected }) => best === expected),
    in_scope_accuracy: share(inside, isRight),
    ambiguous: share(inside, ({ isAmbiguous }) => isAmbiguous),
    macro_f1: labels.length === 0 ? null : labels.reduce((sum, { f1 }) => sum + f1, 0) / labels.length,
    oos_recall: share(outside, isRight),
    oos_precision: outside.length === 0 ? null : share(rejected, isRight),
    ece: calibrationError(judged),
    labels,
    confusions: confusions(judged),
    confidence,
    slots: measureSlots(results),
  };
}

const isRight = ({ expected, predicted }: Judged): boolean => expected === predicted;

function share(rows: readonly Judged[], test: (row: Judged) => boolean): number | null {
  return rows.length === 0 ? null : rows.filter(test).length / rows.length;
}

/** Measures by label, lowest F1 first. */
function labelMeasures(judged: readonly Judged[]): LabelMeasures[] {
  const names = [...new Set(judged.map(({ expected }) => expected))].filter((name) => name !== OUT_OF_SCOPE);
  return names
    .map((label) => {
      const expecting = judged.filter(({ expected }) => expected === label);
      const taken = judged.filter(({ predicted }) => predicted === label);
      const right = expecting.filter(isRight).length;
      const f1 = (2 * right) / (expecting.length + taken.length);
      const precision = taken.length === 0 ? null : right / taken.length;
      return { label, utterances: expecting.length, precision, recall: right / expecting.length, f1 };
    })
    .sort((a, b) => a.f1 - b.f1 || (a.label < b.label ? -1 : 1));
}

/** Confusions, most frequent first; within each, the most confident mistakes first. */
function confusions(judged: readonly Judged[]): Confusion[] {
  const pairs = new Map<string, Confusion>();
  for (const row of judged) {
    if (isRight(row)) continue;
    const { expected, predicted, text, language, confidence } = row;
    const key = `${expected}\n${predicted}`;
    const pair = pairs.get(key) ?? { expected, predicted, utterances: [] };
    pair.utterances.push({ text, language, confidence });
    pairs.set(key, pair);
  }
  for (const pair of pairs.values()) pair.utterances.sort((a, b) => b.confidence - a.confidence);
  return [...pairs.values()].sort(
    (a, b) => b.utterances.length - a.utterances.length || (a.expected < b.expected ? -1 : 1),
  );
}

const binOf = (confidence: number): number => Math.min(BINS - 1, Math.floor(confidence * BINS));

function confidenceBins(judged: readonly Judged[]): ConfidenceBin[] {
  const bins = Array.from({ length: BINS }, (_, bin) => ({
    from: bin / BINS,
    to: (bin + 1) / BINS,
    right: 0,
    wrong: 0,
  }));
  for (const row of judged) {
    const bin = bins[binOf(row.confidence)];
    if (bin === undefined) continue;
    if (isRight(row)) bin.right += 1;
    else bin.wrong += 1;
  }
  return bins;
}

function calibrationError(judged: readonly Judged[]): number | null {
  if (judged.length === 0) return null;
  let error = 0;
  for (let bin = 0; bin < BINS; bin += 1) {
    const rows = judged.filter(({ confidence }) => binOf(confidence) === bin);
    const stated = rows.reduce((sum, { confidence }) => sum + confidence, 0);
    error += Math.abs(stated - rows.filter(isRight).length);
  }
  return error / judged.length;
}
