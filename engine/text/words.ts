import { isAscii, normalForm } from '../normal-form.ts';
import type { Lexicon } from './lexicon.ts';
import { plainSigns } from './plain-signs.ts';
import type { Stretch } from './stretch.ts';
import { cutUnspaced, isUnspaced } from './unspaced.ts';

/** A word of a text: letters, digits and marks, normalised, with its place in the text as it came. */
export interface Word {
  text: string;
  /** Offset of its first UTF-16 unit. */
  start: number;
  /** Offset after its last UTF-16 unit. */
  end: number;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * The diacritics of Latin, Greek and Cyrillic, and of Arabic what is mostly left out: short vowels, the signs over an
 * alef, and the stroke that stretches a word. The vowel signs of other scripts are letters to their readers.
 */
const DIACRITICS = /[\u0300-\u036f\u0640\u064b-\u0655\u0670]+/g;
/**
 * Letters of Arabic that people write for one another at the end of a word, the alef that joins two, and the kaf and
 * yeh of Persian keyboards.
 */
const LETTER_FORMS = /[\u0671\u0649\u0629\u06a9\u06cc]/g;
const LETTERS: Readonly<Record<string, string>> = {
  '\u0671': '\u0627',
  '\u0649': '\u064a',
  '\u0629': '\u0647',
  '\u06a9': '\u0643',
  '\u06cc': '\u064a',
};

/** A text without accents: `adiós` is `adios`. What else has marks stays as it is, composed. */
export const foldAccents = (text: string): string => (isAscii(text) ? text : folded(text));

const folded = (text: string): string =>
  normalForm(normalForm(text, 'NFD').replace(DIACRITICS, ''), 'NFC').replace(
    LETTER_FORMS,
    (letter) => LETTERS[letter] ?? letter,
  );

/** A text with the two letters that stand for an umlaut: `für` is `fuer`. */
export const spellUmlauts = (text: string): string =>
  text.replace(/[äöü]/gi, (letter) => `${foldAccents(letter)}e`);

/** Lower case without accents and with the digits 0–9, so that `Súper`, `super` and `SUPER` are one word. */
export const normalise = (text: string): string => {
  const lower = text.toLowerCase();
  return isAscii(lower) ? lower : plainSigns(folded(lower));
};

/**
 * The words of a text, left to right; those of a script without spaces as dictionaries part them.
 * @param lexicon the words of a language that is written in such a script, which are found as they are then
 */
export function wordsOf(text: string, lexicon: Lexicon | null = null): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    const [run] = match;
    const parts = !isAscii(run) && isUnspaced(run) ? cutUnspaced(run, lexicon) : [{ text: run, at: 0 }];
    for (const part of parts) {
      const normal = normalise(part.text);
      const start = match.index + part.at;
      if (normal !== '') words.push({ text: normal, start, end: start + part.text.length });
    }
  }
  return words;
}

/** The normalised words alone, joined by single spaces. */
export const plainWords = (text: string, lexicon: Lexicon | null = null): string =>
  wordsOf(text, lexicon)
    .map((word) => word.text)
    .join(' ');

/** The index of the first word, or other stretch, that begins at or after an offset; as many as there are where none does. */
export function firstWordFrom(words: readonly { start: number }[], offset: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The words of a stretch, by bisection: a text may be too long to look at all of them. */
export const wordsWithin = (words: readonly Word[], { start, end }: Stretch): readonly Word[] =>
  words.slice(firstWordFrom(words, start), firstWordFrom(words, end));

/** True if a text ends with a question mark. */
export const endsAsQuestion = (text: string): boolean => /[?？؟]\s*$/u.test(text);
