/** The way in which a language writes numbers. Words are normalised: lower case without accents. */
export interface Numbers {
  /** Parts a number in digits from its decimals. */
  readonly decimalSign: '.' | ',';
  readonly words: NumberWords;
  readonly quantities: QuantityWords;
  readonly ordinals: OrdinalForms;
  /** The phrases after the number of a percentage: `per cent`. */
  readonly percent: readonly string[];
  /** The words before it that take their place: `百分之`五. */
  readonly percentBefore: readonly string[];
}

/** Halves, numbers below zero, and pairs. */
export interface QuantityWords {
  /** After a number, half of one more: `two and a half`. */
  readonly andHalf: readonly string[];
  /** Before a scale or a collective, half of it: `half a million`, `half a dozen`. */
  readonly half: readonly string[];
  /** Parts of one, by how many make it: behind more than one, two `thirds`, and behind a one, one `third`. */
  readonly parts: ReadonlyMap<string, number>;
  readonly part: ReadonlyMap<string, number>;
  /** Words that, first in an answer, mean below zero; elsewhere `menos` and `moins` are less of something. */
  readonly minus: readonly string[];
  /** After an article, two as an answer: a `couple` (German `ein paar` is a few); null where there is none. */
  readonly pair: string | null;
  /** Before what is counted, none of it: `no` kids, `keine` Kinder. */
  readonly noneOf: readonly string[];
  /** None of what is asked for, by itself: `none`, `keine`. */
  readonly none: readonly string[];
  /** Between a pair and what it counts: a couple `of` thousand; null where nothing may stand there. */
  readonly ofPair: string | null;
}

/** Places in an order. */
export interface OrdinalForms {
  /** Makes the ordinals in words from first to ninety-ninth, as phrases; called when they are first asked for. */
  readonly words: () => readonly (readonly [phrase: string, value: number])[];
  /** Digits and what marks them as an ordinal, as a normalised word: `3rd`, `2º`, `1er`; the digits are its group. */
  readonly marked: RegExp;
  /** True where a dot marks them: `3. Stock`. */
  readonly isDotted: boolean;
  /** A pronoun after an ordinal, which is no number then: the second `one`. */
  readonly pronoun: string | null;
  /** Places from the end of a list that was read out. */
  readonly last: readonly string[];
  readonly lastButOne: readonly string[];
}

/** The words of a language for whole numbers. */
export interface NumberWords {
  /** 0–19, and 21–29 where they are one word. */
  small: ReadonlyMap<string, number>;
  /** Small numbers that only their accents tell from other words, in lower case as they are typed: `één`. */
  accented: ReadonlyMap<string, number>;
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
  /** Those that stand behind a number alone: two `dozens`. */
  counted: ReadonlyMap<string, number>;
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
  /** Before one of these, a lone "one" counts nothing: "one way". */
  notBefore: ReadonlySet<string>;
  /** Says that the number behind it is all, be it a one: "just the one". */
  onlyBefore: ReadonlySet<string>;
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
  accented: new Map(),
  tens: new Map(),
  hundreds: new Map(),
  hundred: new Set(),
  scales: new Map(),
  collectives: new Map(),
  counted: new Map(),
  abbreviations: new Map(),
  countsHundreds: false,
  joiners: new Set(),
  points: new Set(),
  articles: new Set(),
  unitArticles: true,
  beforePronoun: new Set(),
  notBefore: new Set(),
  onlyBefore: new Set(),
  suffixes: new Map([['k', 1e3]]),
  wideTens: new Set(),
  score: new Set(),
  compound: () => undefined,
  ...parts,
});

/** Reads one long word by a table of 1–999 and the syllables that mean thousand. */
export function compoundReader(
  table: () => ReadonlyMap<string, number>,
  thousand: RegExp,
): (word: string) => number | undefined {
  let known: ReadonlyMap<string, number> | undefined;
  return (word) => {
    if (word.length > 90) return undefined;
    known ??= table();
    const whole = known.get(word);
    if (whole !== undefined) return whole;
    const split = thousand.exec(word);
    if (split === null) return undefined;
    const [before, after] = [word.slice(0, split.index), word.slice(split.index + split[0].length)];
    const thousands = before === '' ? 1 : known.get(before);
    const rest = after === '' ? 0 : known.get(after);
    return thousands === undefined || rest === undefined ? undefined : thousands * 1000 + rest;
  };
}

/**
 * The ordinals from first to ninety-ninth of a language that joins the tens to a unit.
 * @param units ordinals from 1 on; bars part the forms of one
 * @param stems the tens from 20 on, as they stand before a unit
 * @param tens the ordinals of the tens from 20 on
 * @param join stands between tens and unit
 */
export function joinedOrdinals(
  units: readonly string[],
  stems: readonly string[],
  tens: readonly string[],
  join: string,
): [string, number][] {
  const pairs: [string, number][] = [];
  for (const [index, unit] of units.entries())
    for (const word of unit.split('|')) pairs.push([word, index + 1]);
  for (const [index, stem] of stems.entries()) {
    const value = (index + 2) * 10;
    for (const word of (tens[index] ?? '').split('|')) pairs.push([word, value]);
    for (const [unit, words] of units.slice(0, 9).entries()) {
      for (const first of stem.split('|'))
        for (const word of words.split('|')) pairs.push([`${first}${join}${word}`, value + unit + 1]);
    }
  }
  return pairs;
}

/** A word that ends with an o in its masculine, feminine and plural forms. */
export const gendered = (word: string): string =>
  [word, word.replace(/o$/, 'a'), word.replace(/o$/, 'os'), word.replace(/o$/, 'as')].join('|');
