import { listed, wordSet } from './words.ts';

/** How a language writes numbers. Words are normalised: lower case without accents. */
export interface Numbers {
  /** Separates the decimals from the whole number in digits. */
  readonly decimalSign: '.' | ',';
  /** 0–19, and 21–29 if they are single words. */
  readonly small: Values;
  /** Small numbers that differ from other words only by their accents, in lower case with accents: `één`. */
  readonly accented: Values;
  /** 20, 30 … 90, which a unit may follow. */
  readonly tens: Values;
  /** 100, 200 … 900 as one word. */
  readonly hundreds: Values;
  /** The word for a hundred; multiplies the unit before it. */
  readonly hundred: ReadonlySet<string>;
  /** Thousand, million …: each multiplies everything before it, back to a larger scale. */
  readonly scales: Values;
  /** Dozen, `vingtaine` …: multiply a unit before them and end the number. */
  readonly collectives: Values;
  /** Collectives that only follow a number: two `dozens`. */
  readonly counted: Values;
  /** Abbreviated scales, only after digits: `2,5 Mio.`. */
  readonly abbreviations: Values;
  /** Scales attached to digits: 5k. */
  readonly suffixes: Values;
  /** Units of measure attached to digits, beside those of the SI: 50qm. */
  readonly units: ReadonlySet<string>;
  /** True if "twenty-five hundred" is 2500. */
  readonly countsHundreds: boolean;
  /** Link the parts of a number and have no value. */
  readonly joiners: ReadonlySet<string>;
  /** The decimal point in words. */
  readonly points: ReadonlySet<string>;
  /** Articles: 1 before a hundred or a scale, otherwise no number. */
  readonly articles: ReadonlySet<string>;
  /** Articles and words for one that can replace the counted noun: `einen`, `una`; no other words. */
  readonly pronouns: ReadonlySet<string>;
  /** After an article, replaces the counted noun: einen `neuen`, a `new one`. */
  readonly another: readonly string[];
  /** Before the noun that a question asks to count: `how many`. */
  readonly howMany: readonly string[];
  /** True if an article can be the last unit: `treinta y un`. */
  readonly unitArticles: boolean;
  /** A lone "one" after these is a pronoun. */
  readonly beforePronoun: ReadonlySet<string>;
  /** A lone "one" before these is not a count: "one way". */
  readonly notBefore: ReadonlySet<string>;
  /** Make even a lone "one" after them a count: "just the one". */
  readonly onlyBefore: ReadonlySet<string>;
  /** Tens followed by 1–19: 60 and 80 in French. */
  readonly wideTens: ReadonlySet<number>;
  /** Turns a four before it into eighty: `quatre-vingts`. */
  readonly score: ReadonlySet<string>;
  /** The value of a number in one long word, such as `zweihundertfünfzig`. An article alone has none. */
  readonly compound: (word: string) => number | undefined;
  /** After a number, adds a half: `two and a half`. */
  readonly andHalf: readonly string[];
  /** After a number's noun, adds a half: `two kilos and a half`. */
  readonly halfBehind: readonly string[];
  /** True if a noun with a half may lack its article: `kilo y medio`. */
  readonly halfWithoutOne: boolean;
  /** Before a scale or a collective, halves it: `half a million`, `half a dozen`. */
  readonly half: ReadonlySet<string>;
  /**
   * Names of fractions → their denominators: `parts` after more than one, two `thirds`; `part` after one, one `third`.
   */
  readonly parts: Values;
  readonly part: Values;
  /** At the start of an answer, make the number negative. Elsewhere `menos` and `moins` mean "less". */
  readonly minus: ReadonlySet<string>;
  /** After an article, 2 in an answer or before what a slot counts: a `couple`. Not the German `ein paar`, a few. */
  readonly pair: ReadonlySet<string>;
  /** Between a pair, a collective or a scale and the counted noun: a couple `of` thousand, une dizaine `de` jours. */
  readonly ofPair: ReadonlySet<string>;
  /** Before the counted noun, zero: `no` kids, `keine` Kinder. */
  readonly noneOf: readonly string[];
  /** Before what is not wanted: we `don't need` help. */
  readonly notNeeded: readonly string[];
  /** Zero by itself: `none`, `keine`. */
  readonly none: readonly string[];
  /** Builds the ordinals in words, first to ninety-ninth, as phrases; called on first use. */
  readonly ordinals: () => readonly (readonly [phrase: string, value: number])[];
  /** Matches an ordinal in digits, as a normalised word: `3rd`, `2º`, `1er`. Its group is the digits. */
  readonly markedOrdinal: RegExp;
  /** A pronoun after an ordinal, which then chooses from a list instead of counting: the second `one`. */
  readonly ordinalPronoun: string | null;
  /** Nouns for one of several that are offered: the second `option`. */
  readonly choices: ReadonlySet<string>;
  /** Positions counted from the end of a list. */
  readonly last: readonly string[];
  readonly lastButOne: readonly string[];
  /** Follow the number of a percentage: `per cent`. */
  readonly percent: readonly string[];
  /** Precede the number of a percentage: `百分之`五. */
  readonly percentBefore: readonly string[];
}

/** Words → their numbers. */
export type Values = ReadonlyMap<string, number>;

/** Numbers as written in a language's folder: bars separate phrases. */
type Written = {
  readonly [K in keyof Numbers]?: Numbers[K] extends Values | ReadonlySet<string> | readonly string[]
    ? string
    : Numbers[K];
};

/**
 * Values of words, each a step above the one before unless given: `zero=0 one two`, `million=1e6`. Bars separate words
 * of one value.
 */
export function valued(written = '', step = 1): Map<string, number> {
  const values = new Map<string, number>();
  let value = 0;
  for (const item of wordSet(written)) {
    const [words = '', given] = item.split('=');
    value = given === undefined ? value + step : Number(given);
    for (const word of words.split('|')) values.set(word, value);
  }
  return values;
}

/** Builds the numbers from texts. Omitted parts are empty. */
export function numbersOf(written: Written): Numbers {
  const articles = wordSet(written.articles);
  return {
    decimalSign: written.decimalSign ?? '.',
    small: valued(written.small),
    accented: valued(written.accented),
    tens: valued(written.tens, 10),
    hundreds: valued(written.hundreds, 100),
    hundred: wordSet(written.hundred),
    scales: valued(written.scales),
    collectives: valued(written.collectives, 10),
    counted: valued(written.counted),
    abbreviations: valued(written.abbreviations),
    suffixes: valued(`k=1e3 ${written.suffixes ?? ''}`),
    units: wordSet(written.units),
    countsHundreds: written.countsHundreds ?? false,
    joiners: wordSet(written.joiners),
    points: wordSet(written.points),
    articles,
    pronouns: wordSet(written.pronouns),
    another: listed(written.another),
    howMany: listed(written.howMany),
    unitArticles: written.unitArticles ?? true,
    beforePronoun: wordSet(written.beforePronoun),
    notBefore: wordSet(written.notBefore),
    onlyBefore: wordSet(written.onlyBefore),
    wideTens: written.wideTens ?? new Set(),
    score: wordSet(written.score),
    compound: (word) => (articles.has(word) ? undefined : written.compound?.(word)),
    andHalf: listed(written.andHalf),
    halfBehind: listed(written.halfBehind),
    halfWithoutOne: written.halfWithoutOne ?? false,
    half: wordSet(written.half),
    parts: valued(written.parts),
    part: valued(written.part),
    minus: wordSet(written.minus),
    pair: wordSet(written.pair),
    ofPair: wordSet(written.ofPair),
    noneOf: listed(written.noneOf),
    notNeeded: listed(written.notNeeded),
    none: listed(written.none),
    ordinals: written.ordinals ?? (() => []),
    markedOrdinal: written.markedOrdinal ?? /^(?!)()/,
    ordinalPronoun: written.ordinalPronoun ?? null,
    choices: wordSet(written.choices),
    last: listed(written.last),
    lastButOne: listed(written.lastButOne),
    percent: listed(written.percent),
    percentBefore: listed(written.percentBefore),
  };
}

/** The numbers below a hundred for languages that write tens and units as one word. */
export function belowHundred(
  small: Values,
  tens: Values,
  join: (tens: string, unit: string) => string,
): Values {
  const units = [...small].filter(([, value]) => value > 0 && value < 10);
  return new Map([
    ...small,
    ...[...tens].flatMap(([ten, value]): [string, number][] => [
      [ten, value],
      ...units.map(([unit, more]): [string, number] => [join(ten, unit), value + more]),
    ]),
  ]);
}

/**
 * Returns a reader of numbers below a million in one word: the part before a thousand or hundred multiplies it, the
 * part after is added.
 * @param half matches an ending that adds a half; its group is the whole number
 */
export function compoundReader(below: Values, thousand: RegExp, hundred: RegExp, half = /(?!)()/) {
  const part = (word: string, [syllable, ...more]: readonly RegExp[], size: number): number | undefined => {
    const split = syllable?.exec(word) ?? null;
    if (syllable === undefined) return below.get(word);
    if (split === null) return part(word, more, 100);
    const [before, after] = [word.slice(0, split.index), word.slice(split.index + split[0].length)];
    const count = before === '' ? 1 : part(before, more, 100);
    const rest = after === '' ? 0 : part(after, more, 100);
    return count === undefined || rest === undefined ? undefined : count * size + rest;
  };
  return (word: string): number | undefined => {
    if (word.length > LONGEST) return undefined;
    const whole = half.exec(word)?.[1];
    const value = part(whole ?? word, [thousand, hundred], 1000);
    return value === undefined || whole === undefined ? value : value + 0.5;
  };
}

/** The longest number word in characters. */
const LONGEST = 90;

/**
 * Ordinals in words: below twenty, of the tens, and of a unit joined to tens. Bars separate the forms of one ordinal.
 */
export function joinedOrdinals(units: string, stems: string, tens: string, join: string): [string, number][] {
  const ones = [...valued(units)];
  return [
    ...ones,
    ...valued(tens, 10),
    ...[...valued(stems, 10)].flatMap(([stem, value]) =>
      ones
        .filter(([, unit]) => unit < 10)
        .map(([word, unit]): [string, number] => [`${stem}${join}${word}`, value + unit]),
    ),
  ];
}

/** Expands words in -o to their masculine, feminine and plural forms. */
export const gendered = (words: string): string =>
  words.replace(/([^\s=]*)o(?=[\s=]|$)/g, (_, stem) =>
    ['o', 'a', 'os', 'as'].map((end) => stem + end).join('|'),
  );
