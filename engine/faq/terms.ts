import { tokenize } from '../classify/ngrams/tokens.ts';
import { normalise } from '../text/words.ts';
import { isStopWord } from './stop-words.ts';

const MEANS_SOMETHING = /[\p{L}\p{N}]/u;
const LONGEST_TERM = 40;

/** The terms of a text in a language, in order: words without accents, endings and words that say nothing. */
export function termsOf(text: string, language: string): string[] {
  const terms: string[] = [];
  for (const token of tokenize(text)) {
    for (const part of normalise(token).split(/['_]/)) {
      if (!MEANS_SOMETHING.test(part) || isStopWord(part, language)) continue;
      terms.push(stem(part.slice(0, LONGEST_TERM), language));
    }
  }
  return terms;
}

/** As `termsOf`, of texts longer than the tokens' limit. */
export const termsOfLong = (text: string, language: string): string[] =>
  text.split(/\n+/).flatMap((line) => termsOf(line, language));

/**
 * Takes the endings off that differ between the forms of one word. It need not find the true stem: only the
 * same one for the forms that questions and documents use.
 */
export function stem(word: string, language: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  return STEMMERS[language]?.(word) ?? word;
}

type Stemmer = (word: string) => string;

/** Removes the first ending that leaves at least `least` characters. */
function strip(word: string, endings: readonly string[], least: number): string {
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= least);
  return ending === undefined ? word : word.slice(0, -ending.length);
}

const single = (word: string): string => word.replace(/([^aeiou\W\d_])\1$/, '$1');

function english(word: string): string {
  let stemmed = word;
  if (/[^aeiou]ies$/.test(stemmed) && stemmed.length > 4) stemmed = `${stemmed.slice(0, -3)}y`;
  else if (/(?:s|x|z|ch|sh)es$/.test(stemmed)) stemmed = stemmed.slice(0, -2);
  else if (/[^su]s$/.test(stemmed)) stemmed = stemmed.slice(0, -1);
  stemmed = strip(stemmed, ['ment', 'ing', 'ed'], 3);
  return single(strip(stemmed, ['e'], 3)).replace(/([^aeiou])i$/, '$1y');
}

function spanish(word: string): string {
  const plural = strip(word, ['s'], 3);
  const verb = strip(plural, ['iendo', 'ando', 'ar', 'er', 'ir'], 3);
  const noun = strip(verb, ['a', 'o', 'e'], 3);
  return strip(strip(noun, ['ad', 'id'], 3), ['a', 'o', 'e'], 3);
}

const romance: Stemmer = (word) => strip(strip(word, ['s'], 3), ['a', 'o', 'e', 'i'], 3);
const german: Stemmer = (word) => strip(word, ['ern', 'en', 'er', 'es', 'em', 'e', 'n', 's'], 4);

const STEMMERS: Readonly<Record<string, Stemmer>> = {
  en: english,
  es: spanish,
  pt: romance,
  fr: romance,
  it: romance,
  de: german,
};
