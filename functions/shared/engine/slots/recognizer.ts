import type { Word } from '../words.ts';

/** A query as recognisers read it. */
export interface Utterance {
  /** The text as it came. */
  text: string;
  words: readonly Word[];
  language: string;
}

/** A stretch of the query that an entity recognises. */
export interface Candidate {
  /** Offset of its first UTF-16 unit in the query. */
  start: number;
  /** Offset after its last UTF-16 unit. */
  end: number;
  value: string | number;
  /** What stands beside the value on the wire, such as `currency`. */
  details: Record<string, unknown>;
  /**
   * `exact`: as written; `fuzzy`: with a typing error; `weak`: only when nothing better claims it; `answer`: only
   * for the slot that was asked for ("the other one" holds no number otherwise).
   */
  quality: 'exact' | 'fuzzy' | 'weak' | 'answer';
}

/** Finds the values of one entity. Candidates do not overlap and stand in order. */
export type Recognizer = (utterance: Utterance) => Candidate[];
