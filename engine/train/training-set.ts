import type { TrainingExample } from '../classify/classifier.ts';
import { labelWords } from './label-name.ts';
import { type Random, shuffle } from './random.ts';

/** Training examples with labels as numbers. The class after the last label is "out of scope". */
export interface TrainingSet {
  labels: string[];
  texts: string[];
  /** Each text's class: 0…labels.length, the last meaning out of scope. */
  classes: Int32Array;
}

export class TrainingError extends Error {
  override name = 'TrainingError';
}

/**
 * Sorts labels by name and drops blank texts, so that the order of an author's files matters less.
 * @throws {TrainingError} if no example has a label
 */
export function trainingSet(examples: readonly TrainingExample[]): TrainingSet {
  const useful = examples.filter((example) => /\S/u.test(example.text));
  const labels = [...new Set(useful.flatMap(({ label }) => (label === null ? [] : [label])))].sort();
  if (labels.length === 0) throw new TrainingError('there are no labelled examples to train on');
  const index = new Map(labels.map((label, i) => [label, i]));
  return {
    labels,
    texts: useful.map((example) => example.text),
    classes: Int32Array.from(useful, ({ label }) =>
      label === null ? labels.length : (index.get(label) ?? 0),
    ),
  };
}

/** Returns a set with added rows; does not change the given one. */
export function withRows(set: TrainingSet, rows: readonly { text: string; class: number }[]): TrainingSet {
  return {
    labels: set.labels,
    texts: [...set.texts, ...rows.map((row) => row.text)],
    classes: Int32Array.from([...set.classes, ...rows.map((row) => row.class)]),
  };
}

/** Each label's name as an example of it, if the name has letters. */
export function nameRows(labels: readonly string[]): { text: string; class: number }[] {
  return labels
    .map((label, index) => ({ text: labelWords(label), class: index }))
    .filter((row) => /\p{L}{2}/u.test(row.text));
}

/**
 * Assigns rows to folds, spreading each class evenly.
 * @returns each row's fold, 0…foldCount−1
 */
export function assignFolds(classes: Int32Array, foldCount: number, random: Random): Int32Array {
  const folds = new Int32Array(classes.length);
  const order = Int32Array.from(classes, (_, row) => row);
  shuffle(order, random);
  const dealt = new Map<number, number>();
  for (const row of order) {
    const label = classes[row] ?? 0;
    // Each class starts at a different fold; otherwise small classes would all land in the first folds.
    const next = dealt.get(label) ?? label;
    folds[row] = next % foldCount;
    dealt.set(label, next + 1);
  }
  return folds;
}
