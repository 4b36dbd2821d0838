import type { Inflection } from './inflection.ts';

/**
 * The parts of a language that only training needs, beside the grammars of replies, questions and conditions that are
 * in its folder as YAML. Nothing that answers queries loads them.
 */
export interface TrainingRows {
  /** ISO 639-1. */
  readonly code: string;
  /**
   * Sentences that hardly any assistant serves, written for this project: general knowledge, crafts, opinions, small
   * errands and fragments, lower-case for the most part and without end marks, as people type. They teach the
   * out-of-scope class what "something else" looks like where an author gives few such rows. Rows that resemble an
   * assistant's own utterances are left out at training.
   */
  readonly outOfScope: readonly string[];
  /** The rules by which words are found in the language's `glosses.txt`; null of one that has none. */
  readonly inflection: Inflection | null;
  /** True where the public data sets of dialogues and calls (`engine/train/acts/data-sets.ts`) are in the language. */
  readonly hasDataSets: boolean;
}

/** Splits a text into sentences, one a line. */
export const lines = (text: string): readonly string[] => text.trim().split('\n');

/** Words that spaces or new lines part. */
export const spaced = (text: string): readonly string[] => text.trim().split(/\s+/);
