import { wordSet } from './words.ts';

/** The way in which a language writes numbers. Words are normalised: lower case without accents. */
export interface Numbers {
  /** Parts a number in digits from its decimals. */
  readonly decimalSign: '.' | ',';
  /** 0–19, and 21–29 where they are one word. */
  readonly small: Values;
  /** Small numbers that only their accents tell from other words, in lower case as they are typed: `één`. */
  readonly accented: Values;
  /** 20, 30 … 90: a unit may follow. */
  readonly tens: Values;
  /** 100, 200 … 900 as one word. */
  readonly hundreds: Values;
  /** Multiplies the unit before it. */
  readonly hundred: ReadonlySet<string>;
  /** Thousand, million …: multiplies all before it up to a larger scale. */
  readonly scales: Values;
  /** Dozen, `vingtaine` …: counts so many, of each unit before it, and ends the number. */
  readonly collectives: Values;
  /** Those that stand behind a number alone: two `dozens`. */
  readonly counted: Values;
  /** Scales cut short, after digits alone: `2,5 Mio.`. */
  readonly abbreviations: Values;
  /** Letters stuck to digits: 5k. */
  readonly suffixes: Values;
  /** True where twenty-five hundred is 2500. */
  readonly countsHundreds: boolean;
  /** Stands between parts and means nothing. */
  readonly joiners: ReadonlySet<string>;
  /** Before the decimals. */
  readonly points: ReadonlySet<string>;
  /** Articles: 1 before a hundred or a scale, nothing alone. */
  readonly articles: ReadonlySet<string>;
  /** Articles and ones that stand for what is counted, where the noun is left out: `einen`, `una`; no other word. */
  readonly pronouns: ReadonlySet<string>;
  /** Behind an article, in the place of the noun that is counted: einen `neuen`, a `new one`. */
  readonly another: readonly string[];
  /** Before the noun that a question counts: `how many`. */
  readonly howMany: readonly string[];
  /** True where an article may be the last unit: `treinta y un`. */
  readonly unitArticles: boolean;
  /** After one of these, a lone "one" is a pronoun. */
  readonly beforePronoun: ReadonlySet<string>;
  /** Before one of these, a lone "one" counts nothing: "one way". */
  readonly notBefore: ReadonlySet<string>;
  /** Says that the number behind it is all, be it a one: "just the one". */
  readonly onlyBefore: ReadonlySet<string>;
  /** Tens that take 1–19 after them: 60 and 80 in French. */
  readonly wideTens: ReadonlySet<number>;
  /** Makes eighty of a four before it: `quatre-vingts`. */
  readonly score: ReadonlySet<string>;
  /** The value of a number written as one long word, such as `zweihundertfünfzig`; an article alone is none. */
  readonly compound: (word: string) => number | undefined;
  /** After a number, half of one more: `two and a half`. */
  readonly andHalf: readonly string[];
  /** Before a scale or a collective, half of it: `half a million`, `half a dozen`. */
  readonly half: ReadonlySet<string>;
  /** Parts of one, by how many make it: behind more than one, two `thirds`, and behind a one, one `third`. */
  readonly parts: Values;
  readonly part: Values;
  /** Words that, first in an answer, mean below zero; elsewhere `menos` and `moins` are less of something. */
  readonly minus: ReadonlySet<string>;
  /** After an article, two as an answer, or of what a slot counts: a `couple`; German `ein paar` is a few. */
  readonly pair: ReadonlySet<string>;
  /** Between a pair and what it counts: a couple `of` thousand. */
  readonly ofPair: ReadonlySet<string>;
  /** Before what is counted, none of it: `no` kids, `keine` Kinder. */
  readonly noneOf: readonly string[];
  /** What an amount may not exceed: no `limit` answers that any amount will do. */
  readonly limits: readonly string[];
  /** None of what is asked for, by itself: `none`, `keine`. */
  readonly none: readonly string[];
  /** Makes the ordinals in words from first to ninety-ninth, as phrases; called when they are first asked for. */
  readonly ordinals: () => readonly (readonly [phrase: string, value: number])[];
  /** Digits and what marks them as an ordinal, as a normalised word: `3rd`, `2º`, `1er`; the digits are its group. */
  readonly markedOrdinal: RegExp;
  /** A pronoun after an ordinal, which is no number then: the second `one`. */
  readonly ordinalPronoun: string | null;
  /** Places from the end of a list that was read out. */
  readonly last: readonly string[];
  readonly lastButOne: readonly string[];
  /** The phrases after the number of a percentage: `per cent`. */
  readonly percent: readonly string[];
  /** The words before it that take their place: `百分之`五. */
  readonly percentBefore: readonly string[];
}

/** Words with the number of each. */
export type Values = ReadonlyMap<string, number>;

/** Numbers as a language's folder has them: words with values, words, and phrases that bars part, as texts. */
type Written = {
  readonly [K in keyof Numbers]?: Numbers[K] extends Values | ReadonlySet<string> | readonly string[]
    ? string
    : Numbers[K];
};

/**
 * The values of words in order, a step apart, unless a number is given: `zero=0 one two`, `million=1e6`. Bars part words
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

const listed = (written = ''): string[] => (written === '' ? [] : written.split('|'));

/** Makes them of texts; parts that are not given are empty. */
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
    half: wordSet(written.half),
    parts: valued(written.parts),
    part: valued(written.part),
    minus: wordSet(written.minus),
    pair: wordSet(written.pair),
    ofPair: wordSet(written.ofPair),
    noneOf: listed(written.noneOf),
    limits: listed(written.limits),
    none: listed(written.none),
    ordinals: written.ordinals ?? (() => []),
    markedOrdinal: written.markedOrdinal ?? /^(?!)()/,
    ordinalPronoun: written.ordinalPronoun ?? null,
    last: listed(written.last),
    lastButOne: listed(written.lastButOne),
    percent: listed(written.percent),
    percentBefore: listed(written.percentBefore),
  };
}

/** The numbers below a hundred of a language that writes the tens and the units in one word. */
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
 * Reads a number below a million in one word: what stands before the syllables for a thousand and a hundred is
 * multiplied, and what stands behind them is added.
 * @param half a word's ending that adds a half, with the whole number as its group
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

/** No number in one word is longer. */
const LONGEST = 90;

/**
 * Ordinals in words: those below twenty, those of the tens, and the tens as they stand before a unit joined to it. Bars
 * part the forms of one.
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

/** Words that end with an o in their masculine, feminine and plural forms. */
export const gendered = (words: string): string =>
  words.replace(/([^\s=]*)o(?=[\s=]|$)/g, (_, stem) =>
    ['o', 'a', 'os', 'as'].map((end) => stem + end).join('|'),
  );
