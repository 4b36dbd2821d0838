import type { HeldOutRow } from './calibration.ts';
import type { Random } from './random.ts';
import { assignFolds, type TrainingSet } from './training-set.ts';

/** With fewer out-of-scope examples than this, labels left out of training and generic rows stand in for them. */
const ENOUGH_OUT_OF_SCOPE = 30;
const MANY_ROWS = 5000;
/** The number of labels from which one round says enough, and more would take minutes. */
const MANY_LABELS = 400;
/** A left-out label is nearer to the others than most of what users say out of scope, so it counts less. */
const LEFT_OUT_WEIGHT = 0.05;

/** A round of training on a part of the rows to see what the model makes of the rest. */
export interface Round {
  train: Int32Array;
  /** The number of labels that are trained on. */
  labels: number;
  /** The rows to score, with the class that is right in this round: that of a left-out label is "out". */
  score: { row: number; target: number; weight: number; isLeftOut: boolean }[];
}

/** A row that a round's model was asked for. */
export interface RoundRow extends HeldOutRow {
  /** The number of labels that the model knew. */
  labels: number;
  /** True of a row of a label that it did not know. */
  isLeftOut: boolean;
}

/**
 * Plans the rounds of a cross-validation. Where an author gives few out-of-scope examples, each round also
 * leaves out a share of the labels: their utterances are what no label serves in that round, as are the generic
 * rows.
 * @param authoredCount how many rows from the start are the author's; the rest are never scored in scope
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
      // Names of labels and generic rows beyond the author's are trained on and, but for generic rows, not scored.
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

/** Collects what each round's model says of the rows that it has not seen. */
export function scoreRounds(
  rounds: readonly Round[],
  trainOn: (rows: Int32Array) => (row: number) => Float32Array,
): RoundRow[] {
  return rounds.flatMap(({ train, labels, score }) => {
    const probabilities = trainOn(train);
    return score.map(({ row, ...rest }) => ({ probabilities: probabilities(row), labels, ...rest }));
  });
}
