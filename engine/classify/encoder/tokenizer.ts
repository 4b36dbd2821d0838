import type { Stretch } from '../../text/stretch.ts';

/** The most pieces per text, including both end marks. */
export const MAX_TOKENS = 128;
/** Longer texts are cut, in UTF-16 units. Only spaces and control characters can leave fewer than 128 pieces. */
export const MAX_LENGTH = 8192;

/** The pieces of a part of a text, as indexes into its ids; `to` is exclusive. */
export interface PieceRange {
  from: number;
  to: number;
}

/** Splits a text into the word pieces that an encoder was trained on. */
export interface Tokenizer {
  /** A text's ids including both end marks, at most 128. */
  encode(text: string): number[];
  /**
   * Like `encode`, but also returns the pieces of each part.
   * @param parts in text order, without spaces inside; only spaces stand between them
   * @returns `pieces` has each part's range, empty for parts beyond the limit
   */
  encodeWords(text: string, parts: readonly Stretch[]): { ids: number[]; pieces: PieceRange[] };
  /**
   * How common a lower-case word is, judged by its rank in the vocabulary, which is ordered by frequency.
   * @returns 0 (rare) … 1; −1 if the word is not a single piece
   */
  commonness(word: string): number;
}
