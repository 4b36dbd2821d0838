/** A word or mark of a text. */
export interface Word {
  /** The word as written. */
  text: string;
  /** The position in UTF-16 units, the end exclusive. */
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

/** Maximum number of tagged words. Further words are ignored. */
export const MAX_WORDS = 60;
/** The encoder's maximum number of pieces: further words change nothing. */
const MOST_READ = 128;
/** A sign of a script without spaces, which is a word of its own. */
const SIGN =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]\\p{M}*';
const WORD = new RegExp(`${SIGN}|(?:(?!${SIGN})[\\p{L}\\p{M}])+|\\p{N}+|[^\\s\\p{L}\\p{M}\\p{N}]`, 'gu');

/** Splits a text into runs of letters, runs of digits and single marks. */
export const splitText = (text: string): Word[] => readWords(text, MAX_WORDS);

/** Like `splitText`, with further words up to the encoder's limit. */
export const splitWholeText = (text: string): Word[] => readWords(text, MOST_READ);

function readWords(text: string, most: number): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    words.push({ text: match[0], start: match.index, end: match.index + match[0].length });
    if (words.length === most) break;
  }
  return words;
}
