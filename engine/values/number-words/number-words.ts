/** How a language spells whole numbers. Words are normalised: lower case without accents. */
export interface NumberWords {
  /** 0–19, and 21–29 where they are one word. */
  small: ReadonlyMap<string, number>;
  /** 20, 30 … 90: a unit may follow. */
  tens: ReadonlyMap<string, number>;
  /** 200, 300 … 900 as one word. */
  hundreds: ReadonlyMap<string, number>;
  /** Multiplies the unit before it. */
  hundred: ReadonlySet<string>;
  /** Thousand, million …: multiplies all before it up to a larger scale. */
  scales: ReadonlyMap<string, number>;
  /** Dozen, `vingtaine` …: counts so many, of each unit before it, and ends the number. */
  collectives: ReadonlyMap<string, number>;
  /** Scales cut short, after digits alone: `2,5 Mio.`. */
  abbreviations: ReadonlyMap<string, number>;
  /** True where twenty-five hundred is 2500. */
  countsHundreds: boolean;
  /** Stands between parts and means nothing. */
  joiners: ReadonlySet<string>;
  /** Before the decimals. */
  points: ReadonlySet<string>;
  /** Articles: 1 before a hundred or a scale, nothing alone. */
  articles: ReadonlySet<string>;
  /** True where an article may be the last unit: `treinta y un`. */
  unitArticles: boolean;
  /** After one of these, a lone "one" is a pronoun. */
  beforePronoun: ReadonlySet<string>;
  /** Letters stuck to digits: 5k. */
  suffixes: ReadonlyMap<string, number>;
  /** Tens that take 1–19 after them: 60 and 80 in French. */
  wideTens: ReadonlySet<number>;
  /** Makes eighty of a four before it: `quatre-vingts`. */
  score: ReadonlySet<string>;
  /** The value of a number written as one long word, such as `zweihundertfünfzig`. */
  compound: (word: string) => number | undefined;
}

export const numbered = (words: string, from: number, step = 1): [string, number][] =>
  words.split(' ').map((word, index) => [word, from + index * step]);

/** A language whose parts that are not given are empty. */
export const numberWords = (parts: Partial<NumberWords>): NumberWords => ({
  small: new Map(),
  tens: new Map(),
  hundreds: new Map(),
  hundred: new Set(),
  scales: new Map(),
  collectives: new Map(),
  abbreviations: new Map(),
  countsHundreds: false,
  joiners: new Set(),
  points: new Set(),
  articles: new Set(),
  unitArticles: true,
  beforePronoun: new Set(),
  suffixes: new Map([['k', 1e3]]),
  wideTens: new Set(),
  score: new Set(),
  compound: () => undefined,
  ...parts,
});
