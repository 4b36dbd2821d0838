/** How a language spells whole numbers. */
export interface NumberWords {
  /** 1–19, and 21–29 where they are one word. */
  small: ReadonlyMap<string, number>;
  /** 20, 30 … 90: a unit may follow. */
  tens: ReadonlyMap<string, number>;
  /** 200, 300 … 900 as one word. */
  hundreds: ReadonlyMap<string, number>;
  /** Multiplies the unit before it. */
  hundred: ReadonlySet<string>;
  /** Thousand, million …: multiplies all before it up to a larger scale. */
  scales: ReadonlyMap<string, number>;
  /** Stands between parts and means nothing. */
  joiners: ReadonlySet<string>;
  /** Before the decimals. */
  points: ReadonlySet<string>;
  /** Articles: 1 before a hundred or a scale, nothing alone. */
  articles: ReadonlySet<string>;
  /** After one of these, a lone "one" is a pronoun. */
  beforePronoun: ReadonlySet<string>;
  /** Letters stuck to digits: 5k. */
  suffixes: ReadonlyMap<string, number>;
}

const numbered = (words: string, from: number, step = 1): [string, number][] =>
  words.split(' ').map((word, index) => [word, from + index * step]);

const SUFFIXES = new Map([['k', 1e3]]);

const ENGLISH: NumberWords = {
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
  hundreds: new Map(),
  hundred: new Set(['hundred', 'hundreds']),
  scales: new Map([
    ['thousand', 1e3],
    ['grand', 1e3],
    ['million', 1e6],
    ['billion', 1e9],
  ]),
  joiners: new Set(['and']),
  points: new Set(['point']),
  articles: new Set(['a', 'an']),
  beforePronoun: new Set(
    'the that this which other another same first second third last next no any each every new old right wrong different'.split(
      ' ',
    ),
  ),
  suffixes: SUFFIXES,
};

// Without accents, as words are normalised.
const SPANISH: NumberWords = {
  small: new Map([
    ...numbered(
      'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve',
      0,
    ),
    ...numbered(
      'veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve',
      21,
    ),
    ['veintiun', 21],
    ['veintiuna', 21],
  ]),
  tens: new Map(numbered('veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa', 20, 10)),
  hundreds: new Map([
    ...numbered(
      'cien doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos',
      100,
      100,
    ),
    ...numbered(
      'ciento doscientas trescientas cuatrocientas quinientas seiscientas setecientas ochocientas novecientas',
      100,
      100,
    ),
  ]),
  hundred: new Set(),
  scales: new Map([
    ['mil', 1e3],
    ['millon', 1e6],
    ['millones', 1e6],
  ]),
  joiners: new Set(['y']),
  points: new Set(['coma', 'punto']),
  articles: new Set(['un', 'una']),
  beforePronoun: new Set('cual cada el la ese este otro'.split(' ')),
  suffixes: SUFFIXES,
};

const NONE: NumberWords = {
  small: new Map(),
  tens: new Map(),
  hundreds: new Map(),
  hundred: new Set(),
  scales: new Map(),
  joiners: new Set(),
  points: new Set(),
  articles: new Set(),
  beforePronoun: new Set(),
  suffixes: SUFFIXES,
};

/** The number words of a language; languages that have none here read digits only. */
export const numberWordsOf = (language: string): NumberWords =>
  language === 'en' ? ENGLISH : language === 'es' ? SPANISH : NONE;
