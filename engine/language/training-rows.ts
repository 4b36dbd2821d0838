import type { Inflection } from './inflection.ts';

/**
 * What only training needs of a language, beside the grammars of replies, questions and conditions that are in its
 * folder as YAML. Nothing that answers queries loads it.
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
  /** By which words are found in the language's `glosses.txt`; null of one that has none. */
  readonly inflection: Inflection | null;
  /** True where the public data sets of dialogues and calls (`engine/train/acts/data-sets.ts`) are in the language. */
  readonly hasDataSets: boolean;
}

/** One sentence a line. */
export const lines = (text: string): readonly string[] => text.trim().split('\n');

/** Words that spaces or new lines part. */
export const spaced = (text: string): readonly string[] => text.trim().split(/\s+/);
