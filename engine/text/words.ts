import { normalForm } from '../normal-form.ts';

/** A word of a text: letters, digits and marks, normalised, with its place in the text as it came. */
export interface Word {
  text: string;
  /** Offset of its first UTF-16 unit. */
  start: number;
  /** Offset after its last UTF-16 unit. */
  end: number;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** The diacritics of Latin, Greek and Cyrillic; the vowel signs of other scripts are letters to their readers. */
const DIACRITICS = /[\u0300-\u036f]+/g;

/** A text without accents: `adiós` is `adios`. What else has marks stays as it is, composed. */
export const foldAccents = (text: string): string =>
  normalForm(normalForm(text, 'NFD').replace(DIACRITICS, ''), 'NFC');

/** Lower case without accents, so that `Súper`, `super` and `SUPER` are one word. */
export const normalise = (text: string): string => foldAccents(text.toLowerCase());

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    const normal = normalise(match[0]);
    if (normal !== '') words.push({ text: normal, start: match.index, end: match.index + match[0].length });
  }
  return words;
}

/** The normalised words alone, joined by single spaces. */
export const plainWords = (text: string): string =>
  wordsOf(text)
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
