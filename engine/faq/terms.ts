import { tokenize } from '../classify/ngrams/tokens.ts';
import { languageOf } from '../language/languages.ts';
import { normalise } from '../text/words.ts';

const MEANS_SOMETHING = /[\p{L}\p{N}]/u;
const LONGEST_TERM = 40;

/** The terms of a text in a language, in order: words without accents, endings and stop words. */
export function termsOf(text: string, language: string): string[] {
  const { stopWords } = languageOf(language).search;
  const terms: string[] = [];
  for (const token of tokenize(text)) {
    for (const part of normalise(token).split(/['_]/)) {
      if (!MEANS_SOMETHING.test(part) || stopWords.has(part)) continue;
      terms.push(stem(part.slice(0, LONGEST_TERM), language));
    }
  }
  return terms;
}

/** Like `termsOf`, for texts longer than the token limit. */
export const termsOfLong = (text: string, language: string): string[] =>
  text.split(/\n+/).flatMap((line) => termsOf(line, language));

/** A word's stem, as far as the language is known. */
export function stem(word: string, language: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  return languageOf(language).search.stem(word);
}
