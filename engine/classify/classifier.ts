import type { ReadOptions, ReadText } from '../text/typos/repair.ts';

/**
 * A trained intent model. A label is the name of a classifier state with utterances; the assistant, not the model,
 * knows its competency.
 */
export interface Classifier {
  /** Ranks the labels for one query. Pure: equal texts give equal results. */
  classify(text: string): Classification;
  /**
   * Classifies a part of a text from the encoder's run of the whole text. Rougher than `classify`, since the rest of the
   * text shows in each part, but takes a tenth of the time. Null if the run does not have the part. Absent without an
   * encoder.
   */
  classifyWithin?(part: string, whole: string): Classification | null;
  /** The text as classified, with mistyped words corrected; absent if the classifier corrects none. */
  read?(text: string, options?: ReadOptions): ReadText;
  /** True if a word belongs to the language and so is not misspelt. Absent without a word list. */
  knows?(word: string): boolean;
}

export interface RankedLabel {
  label: string;
  /** 0…1; all labels and `outOfScope` together sum to 1. */
  probability: number;
}

export interface Classification {
  /** Best first; at least five if there are as many labels. */
  ranked: RankedLabel[];
  /** Probability, 0…1, that no label serves the query. */
  outOfScope: number;
  /** The decision at the version's threshold; `ambiguous` means the two best are too close to choose. */
  outcome: 'matched' | 'ambiguous' | 'out_of_scope';
}

export interface TrainingExample {
  text: string;
  /** The label; null for an out-of-scope example. */
  label: string | null;
}

export interface TrainingOptions {
  /** ISO 639-1 code of the examples, which selects the generic out-of-scope rows. Default: `en`. */
  language?: string;
  /**
   * The weight of out-of-scope queries for the threshold, in tenths of all in-scope ones. Default 2, suitable if one
   * query in six is out of scope.
   */
  outOfScopeWeight?: number;
  /** Called after each step; `done` grows from 0 to 1. */
  onProgress?: (progress: { stage: string; done: number }) => void;
}
