import type { HeldOutRow } from './calibration.ts';
import type { Random } from './random.ts';
import { assignFolds, type TrainingSet } from './training-set.ts';

/** With fewer out-of-scope examples, left-out labels and generic rows stand in for them. */
const ENOUGH_OUT_OF_SCOPE = 30;
const MANY_ROWS = 5000;
/** With more labels, one round of validation suffices; further rounds would take minutes. */
const MANY_LABELS = 400;
/** Left-out labels weigh less, because they resemble the others more than real out-of-scope queries do. */
const LEFT_OUT_WEIGHT = 0.05;

/** A round of cross-validation: trains on some rows and scores the others. */
export interface Round {
  train: Int32Array;
  /** The number of labels trained on. */
  labels: number;
  /** The rows to score, with their correct class in this round: out of scope for a left-out label. */
  score: { row: number; target: number; weight: number; isLeftOut: boolean }[];
}

/** A row scored in a round. */
export interface RoundRow extends HeldOutRow {
  /** The number of labels that the round's model knew. */
  labels: number;
  /** True if the row's label was left out of the round. */
  isLeftOut: boolean;
}

/**
 * Plans the rounds of a cross-validation. If an author gives few out-of-scope examples, each round leaves out some
 * labels; their utterances and the generic rows then serve as out-of-scope rows.
 * @param authoredCount the author's rows, which come first; later rows are never scored as in scope
 */
export function planRounds(set: TrainingSet, authoredCount: number, random: Random): Round[] {
  const out = set.labels.length;
  const foldCount = authoredCount > MANY_ROWS ? 3 : 5;
  const folds = assignFolds(set.classes, foldCount, random);
  const given = set.classes.subarray(0, authoredCount).reduce((sum, c) => sum + (c === out ? 1 : 0), 0);
  const lacksOutside = given < ENOUGH_OUT_OF_SCOPE;
  const leavesOut = lacksOutside && out > 1;
  const rounds: Round[] = [];
  const roundCount = out > MANY_LABELS ? 1 : foldCount;
  for (let fold = 0; fold < roundCount; fold++) {
    const isLeftOut = (c: number) => leavesOut && c < out && c % Math.min(foldCount, out) === fold;
    const train: number[] = [];
    const score: Round['score'] = [];
    for (const [row, c] of set.classes.entries()) {
      const held = folds[row] === fold;
      // Beyond the author's rows, label names and generic rows are trained on; only generic rows are scored.
      const scored = row < authoredCount || (c === out && lacksOutside);
      if (isLeftOut(c)) {
        if (scored && (held || authoredCount < MANY_ROWS))
          score.push({ row, target: out, weight: LEFT_OUT_WEIGHT, isLeftOut: true });
      } else if (held && scored) score.push({ row, target: c, weight: 1, isLeftOut: false });
      else train.push(row);
    }
    const labels = set.labels.filter((_, c) => !isLeftOut(c)).length;
    if (train.length > 0) rounds.push({ train: Int32Array.from(train), labels, score });
  }
  return rounds;
}

/** Collects each round's output for the rows outside its training. */
export function scoreRounds(
  rounds: readonly Round[],
  trainOn: (rows: Int32Array) => (row: number) => Float32Array,
): RoundRow[] {
  return rounds.flatMap(({ train, labels, score }) => {
    const probabilities = trainOn(train);
    return score.map(({ row, ...rest }) => ({ probabilities: probabilities(row), labels, ...rest }));
  });
}
