import type { TrainingExample } from '../classify/classifier.ts';
import { labelWords } from './label-name.ts';
import { type Random, shuffle } from './random.ts';

/** Training examples with labels as numbers. The class after the last label is "out of scope". */
export interface TrainingSet {
  labels: string[];
  texts: string[];
  /** Class of each text: 0…labels.length, the last being out of scope. */
  classes: Int32Array;
}

export class TrainingError extends Error {
  override name = 'TrainingError';
}

/**
 * Orders labels by name and drops texts that say nothing, so that the order of an author's files does not
 * matter more than it must.
 * @throws {TrainingError} where no example has a label
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

/** Adds rows. The given set stays as it is. */
export function withRows(set: TrainingSet, rows: readonly { text: string; class: number }[]): TrainingSet {
  return {
    labels: set.labels,
    texts: [...set.texts, ...rows.map((row) => row.text)],
    classes: Int32Array.from([...set.classes, ...rows.map((row) => row.class)]),
  };
}

/** The name of every label as one more example of it, where the name has letters. */
export function nameRows(labels: readonly string[]): { text: string; class: number }[] {
  return labels
    .map((label, index) => ({ text: labelWords(label), class: index }))
    .filter((row) => /\p{L}{2}/u.test(row.text));
}

/**
 * Deals the rows into folds so that each class is spread evenly.
 * @returns the fold, 0…foldCount−1, of each row
 */
export function assignFolds(classes: Int32Array, foldCount: number, random: Random): Int32Array {
  const folds = new Int32Array(classes.length);
  const order = Int32Array.from(classes, (_, row) => row);
  shuffle(order, random);
  const dealt = new Map<number, number>();
  for (const row of order) {
    const label = classes[row] ?? 0;
    // Each class begins at another fold, or small classes would all land in the first ones.
    const next = dealt.get(label) ?? label;
    folds[row] = next % foldCount;
    dealt.set(label, next + 1);
  }
  return folds;
}
