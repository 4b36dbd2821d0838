import { isAscii, normalForm } from '../normal-form.ts';
import type { Lexicon } from './lexicon.ts';
import { plainSigns } from './plain-signs.ts';
import type { Stretch } from './stretch.ts';
import { cutUnspaced, isUnspaced } from './unspaced.ts';

/** A normalised word of letters, digits and marks, with its UTF-16 offsets in the original text. */
export interface Word {
  text: string;
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * Diacritics of Latin, Greek and Cyrillic, and the Arabic signs that are usually omitted: short vowels, marks over an
 * alef, the stretching stroke. Vowel signs of other scripts count as letters.
 */
const DIACRITICS = /[\u0300-\u036f\u0640\u064b-\u0655\u0670]+/g;
/**
 * Arabic letters that are interchangeable at the end of a word, the joining alef, and the kaf and yeh of Persian
 * keyboards.
 */
const LETTER_FORMS = /[\u0671\u0649\u0629\u06a9\u06cc]/g;
const LETTERS: Readonly<Record<string, string>> = {
  '\u0671': '\u0627',
  '\u0649': '\u064a',
  '\u0629': '\u0647',
  '\u06a9': '\u0643',
  '\u06cc': '\u064a',
};

/** Removes accents: `adiós` becomes `adios`. Marks of other scripts stay, in composed form. */
export const foldAccents = (text: string): string => (isAscii(text) ? text : folded(text));

const folded = (text: string): string =>
  normalForm(normalForm(text, 'NFD').replace(DIACRITICS, ''), 'NFC').replace(
    LETTER_FORMS,
    (letter) => LETTERS[letter] ?? letter,
  );

/** Spells umlauts with two letters: `für` becomes `fuer`. */
export const spellUmlauts = (text: string): string =>
  text.replace(/[äöü]/gi, (letter) => `${foldAccents(letter)}e`);

/** Converts to lower case without accents and with digits 0–9: `Súper` and `SUPER` become `super`. */
export const normalise = (text: string): string => {
  const lower = text.toLowerCase();
  return isAscii(lower) ? lower : plainSigns(folded(lower));
};

/**
 * The words of a text, left to right. Scripts without spaces are cut by dictionaries.
 * @param lexicon the known words of a language written without spaces
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

/** The index of the first word (or other stretch) at or after an offset; the list's length if there is none. */
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

/** The words within a stretch, found by bisection because the text may be long. */
export const wordsWithin = (words: readonly Word[], { start, end }: Stretch): readonly Word[] =>
  words.slice(firstWordFrom(words, start), firstWordFrom(words, end));

/** True if a text ends with a question mark. */
export const endsAsQuestion = (text: string): boolean => /[?？؟]\s*$/u.test(text);
