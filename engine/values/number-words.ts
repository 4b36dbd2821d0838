import { GERMAN, ITALIAN } from './number-words/compounds.ts';
import { type NumberWords, numbered, numberWords } from './number-words/number-words.ts';
import { FRENCH, PORTUGUESE, SPANISH } from './number-words/romance.ts';

export type { NumberWords } from './number-words/number-words.ts';

const ENGLISH: NumberWords = numberWords({
  small: new Map(
    numbered(
      'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
      0,
    ),
  ),
  tens: new Map([
    ...numbered('twenty thirty forty fifty sixty seventy eighty ninety', 20, 10),
    ['fourty', 40],
  ]),
  hundred: new Set(['hundred', 'hundreds']),
  scales: new Map([
    ['thousand', 1e3],
    ['grand', 1e3],
    ['million', 1e6],
    ['billion', 1e9],
  ]),
  collectives: new Map([['dozen', 12]]),
  countsHundreds: true,
  joiners: new Set(['and']),
  points: new Set(['point']),
  articles: new Set(['a', 'an']),
  unitArticles: false,
  beforePronoun: new Set(
    'the that this which other another same first second third last next no any each every new old right wrong different'.split(
      ' ',
    ),
  ),
});

const NONE = numberWords({});

const BY_LANGUAGE = new Map([
  ['en', ENGLISH],
  ['es', SPANISH],
  ['de', GERMAN],
  ['fr', FRENCH],
  ['pt', PORTUGUESE],
  ['it', ITALIAN],
]);

/** The number words of a language; languages that have none here read digits only. */
export const numberWordsOf = (language: string): NumberWords => BY_LANGUAGE.get(language) ?? NONE;
