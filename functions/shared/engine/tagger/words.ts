/** A word or mark of a text. */
export interface Word {
  /** As it is written. */
  text: string;
  /** Where it is, in UTF-16 units, the end exclusive. */
  start: number;
  end: number;
}

/** A value of a slot within a text. */
export interface SlotSpan {
  slot: string;
  /** In UTF-16 units, the end exclusive. */
  start: number;
  end: number;
}

/** Longer texts are tagged as far as this. */
export const MAX_WORDS = 60;
const WORD = /[\p{L}\p{M}]+|\p{N}+|[^\s\p{L}\p{M}\p{N}]/gu;

/** Splits a text into runs of letters, runs of digits and single marks. */
export function splitText(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    words.push({ text: match[0], start: match.index, end: match.index + match[0].length });
    if (words.length === MAX_WORDS) break;
  }
  return words;
}
