import type { Language } from '../language/language.ts';
import { languageOf, madeOnce } from '../language/languages.ts';
import { Lexicon } from '../text/lexicon.ts';
import { isUnspaced } from '../text/unspaced.ts';
import { plainWords, type Word, wordsOf } from '../text/words.ts';

/** The lexicon that splits text into words in a language without spaces; null for other languages. */
const lexiconOf = madeOnce((language): Lexicon | null => {
  const { unspaced } = language;
  if (unspaced === null) return null;
  return new Lexicon({
    ...unspaced,
    words: [...phrasesOf(language), ...unspaced.others].flatMap(wordsWithin),
  });
});

const wordsWithin = (phrase: string): string[] => phrase.split(' ').filter(isUnspaced);

/** All words and phrases of a language's rules. */
function phrasesOf(language: Language): string[] {
  const { change, roles, relative, sentences, kinds, yesNo, connecting, answers } = language;
  const { numbers, money, people, time } = language;
  return [
    ...[change, relative, sentences, kinds, yesNo].flatMap((part): string[] => Object.values(part).flat()),
    ...Object.values(roles).flatMap(({ beside, behind = [], called }) => [...beside, ...behind, ...called]),
    ...connecting,
    ...[answers.leads, answers.prepositions, answers.tails].flat(),
    answers.and,
    ...[numbers.andHalf, numbers.last, numbers.lastButOne, numbers.percent, numbers.percentBefore].flat(),
    ...numbers.half,
    ...numbers.minus,
    ...numbers.ordinals().map(([phrase]) => phrase),
    ...[numbers.small, numbers.scales, numbers.collectives].flatMap((part) => [...part.keys()]),
    ...money.currencies.keys(),
    ...[money.cents, money.tenths, money.joining, money.times].flatMap((part) => [...part]),
    ...[people.nouns, people.groups, people.pairs, people.self, people.owners, people.joiners].flatMap(
      (part) => [...part],
    ),
    ...people.phrases.keys(),
    ...time.phrases.keys(),
  ];
}

/**
 * The words of a text in a language.
 * @param code ISO 639-1
 */
export const wordsIn = (text: string, code: string): Word[] => wordsOf(text, lexiconOf(languageOf(code)));

/** The normalised words of a text, joined by single spaces. */
export const plainWordsIn = (text: string, code: string): string =>
  plainWords(text, lexiconOf(languageOf(code)));

/**
 * The number of words between blanks, so that "what's on" has two; in a language without spaces, the number of its
 * words.
 * @param code ISO 639-1
 */
export const countWritten = (text: string, code: string): number =>
  text
    .trim()
    .split(/\s+/u)
    .reduce((count, run) => count + (isUnspaced(run) ? wordsIn(run, code).length : 1), 0);
