import { joinedOrdinals, type Numbers, type NumberWords, numbered, numberWords } from '../numbers.ts';

const words: NumberWords = numberWords({
  small: new Map([
    ['nought', 0],
    ['naught', 0],
    ['nil', 0],
    ...numbered(
      'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
      0,
    ),
  ]),
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
    ['trillion', 1e12],
    ...['lakh', 'lakhs', 'lac', 'lacs'].map((word): [string, number] => [word, 1e5]),
    ...['crore', 'crores', 'cr'].map((word): [string, number] => [word, 1e7]),
  ]),
  collectives: new Map([['dozen', 12]]),
  counted: new Map([['dozens', 12]]),
  abbreviations: new Map([
    ['mn', 1e6],
    ['millions', 1e6],
    ['bn', 1e9],
    ['billions', 1e9],
    ['k', 1e3],
    ['mln', 1e6],
    ['lkh', 1e5],
  ]),
  countsHundreds: true,
  joiners: new Set(['and']),
  points: new Set(['point', 'dot']),
  articles: new Set(['a', 'an']),
  unitArticles: false,
  beforePronoun: new Set(
    'the that this which other another same first second third last next no any each every new old right wrong different'.split(
      ' ',
    ),
  ),
  notBefore: new Set(['way']),
  onlyBefore: new Set(['just', 'only']),
});

const split = (list: string): string[] => list.split(' ');

function ordinals(): [string, number][] {
  const units = split(
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth',
  );
  const stems = split('twenty thirty forty fifty sixty seventy eighty ninety');
  const tens = stems.map((stem) => stem.replace(/y$/, 'ieth'));
  return [' ', ''].flatMap((join) => joinedOrdinals(units, stems, tens, join));
}

export const numbers: Numbers = {
  decimalSign: '.',
  words,
  quantities: {
    andHalf: ['and a half', 'and one half', 'and half'],
    half: ['half'],
    parts: new Map([
      ['quarters', 4],
      ['fourths', 4],
      ...numbered('thirds', 3),
      ...numbered('fifths sixths sevenths eighths ninths tenths', 5),
    ]),
    part: new Map([['quarter', 4], ...numbered('third fourth fifth sixth seventh eighth ninth tenth', 3)]),
    minus: ['minus', 'negative'],
    noneOf: ['no', 'without', 'without any', 'not any', 'without a'],
    none: ['none', 'no one', 'nobody', 'not one', 'not any', 'nil'],
    pair: 'couple',
    ofPair: 'of',
  },
  ordinals: {
    words: ordinals,
    marked: /^(\d{1,6})(?:st|nd|rd|th)$/,
    isDotted: false,
    pronoun: 'one',
    last: ['the last one', 'last one'],
    lastButOne: ['second to last', 'second last', 'next to last', 'last but one', 'one before last'],
  },
  percent: ['percent', 'per cent', 'percentage points'],
  percentBefore: [],
};
