import type { ReadOptions, ReadText } from '../text/typos/repair.ts';

/**
 * A trained intent model, as the dialog engine uses it. A label is the name of a classifier state that has utterances;
 * the assistant, not the model, knows which competency it belongs to.
 */
export interface Classifier {
  /** Ranks the labels for one query. Pure: the same text gives the same answer. */
  classify(text: string): Classification;
  /** The text that is classified, where it is not the query as it came: mistyped words are repaired. */
  read?(text: string, options?: ReadOptions): ReadText;
  /** True if a word is one of the language, and so no slip, whatever the examples. Absent if no list of words is known. */
  knows?(word: string): boolean;
}

export interface RankedLabel {
  label: string;
  /** 0…1; all labels and `outOfScope` together sum to 1. */
  probability: number;
}

export interface Classification {
  /** Best first, at least the best five where there are as many. */
  ranked: RankedLabel[];
  /** Probability, 0…1, that no label serves the query. */
  outOfScope: number;
  /** The decision at the version's threshold; `ambiguous` means the two best are too close to choose. */
  outcome: 'matched' | 'ambiguous' | 'out_of_scope';
}

export interface TrainingExample {
  text: string;
  /** The label, or null for an example of what no label serves. */
  label: string | null;
}

export interface TrainingOptions {
  /** ISO 639-1 code of the examples, which tells what generic rows are out of scope too. Default: `en`. */
  language?: string;
  /**
   * The weight of out-of-scope queries for the threshold: they count together as so many tenths of the
   * in-scope ones. Default 2, which is right where one query in six or so is out of scope.
   */
  outOfScopeWeight?: number;
  /** Told after each piece of work; `done` grows from 0 to 1. */
  onProgress?: (progress: { stage: string; done: number }) => void;
}
