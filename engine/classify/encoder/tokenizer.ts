import type { Stretch } from '../../text/stretch.ts';

/** The most pieces that the encoder takes, with the marks at both ends. */
export const MAX_TOKENS = 128;
/** Reading stops here, in UTF-16 units: 128 pieces are full long before, but for spaces and control characters. */
export const MAX_LENGTH = 8192;

/** The places of the pieces of a part of a text among its ids; `to` is exclusive. */
export interface PieceRange {
  from: number;
  to: number;
}

/** Makes ids of word pieces of a text, as an encoder was trained to read them. */
export interface Tokenizer {
  /** Ids of a text between the two end marks, cut off after 128. */
  encode(text: string): number[];
  /**
   * As `encode`, with the pieces of parts of the text.
   * @param parts in the order of the text, none of them with a space in it; what stands between them is space
   * @returns also where the pieces of each part are; a part that found no room has none
   */
  encodeWords(text: string, parts: readonly Stretch[]): { ids: number[]; pieces: PieceRange[] };
  /**
   * The commonness of a word in lower case: vocabularies are ordered by frequency.
   * @returns 0 (rare) … 1, or −1 where the word is not one piece by itself
   */
  commonness(word: string): number;
}
