/** A word within a run, and the offset of its first UTF-16 unit. */
export interface Part {
  text: string;
  at: number;
}

/** Costs of the words in a cut; the cheapest cut wins. */
const NUMERAL = 0.5;
const COUNTER = 0.75;
const KNOWN = 1;
const UNKNOWN = 2;
/** Extra cost of ending a word inside a dictionary word. */
const OWN_EDGE = 0.1;

/** The cheapest cut of a run up to an offset. */
interface Cut {
  weight: number;
  /** Where its last word begins. */
  from: number;
  /** True if a counter may come next. */
  isCount: boolean;
}

/** The known words of a language written without spaces. */
export interface KnownWords {
  words: Iterable<string>;
  /** Signs that follow a number but also occur in many other words: the 日 of 5日. */
  counters: ReadonlySet<string>;
  /** Words that take a number's place before a counter: the 半 of 半年. */
  quantifiers: ReadonlySet<string>;
  /** Signs of numbers. Adjacent ones form one number. */
  numerals: string;
}

/**
 * Cuts runs without spaces into a language's known words. The Unicode dictionaries alone split 三千円 into 三 and 千円. A
 * dictionary word is kept whole unless known words make up all of it, so known words are never found inside unknown
 * ones.
 */
export class Lexicon {
  readonly #words: ReadonlySet<string>;
  readonly #counters: ReadonlySet<string>;
  readonly #quantifiers: ReadonlySet<string>;
  readonly #numerals: RegExp;
  readonly #longest: number;

  constructor({ words, counters, quantifiers, numerals }: KnownWords) {
    this.#words = new Set([...words, ...quantifiers].filter((word) => word !== '' && !counters.has(word)));
    this.#counters = counters;
    this.#quantifiers = quantifiers;
    this.#numerals = new RegExp(`[${numerals}]+`, 'gu');
    this.#longest = Math.max(0, ...[...this.#words, ...counters].map(({ length }) => length));
  }

  /**
   * Cuts a run again, in time linear in its length.
   * @param parts the run as cut by the Unicode dictionaries
   */
  cut(run: string, parts: readonly Part[]): Part[] {
    const numerals = new Map(
      [...run.matchAll(this.#numerals)].map(({ 0: text, index }) => [index, text.length]),
    );
    const whole = new Map(parts.map(({ text, at }) => [at, text.length]));
    const isEdge = (at: number) => at === run.length || whole.has(at);
    const cuts: (Cut | undefined)[] = [{ weight: 0, from: 0, isCount: false }];
    const reach = (from: number, length: number, weight: number, isCount = false): void => {
      const to = from + length;
      const all = (cuts[from]?.weight ?? 0) + weight + (isEdge(to) ? 0 : OWN_EDGE);
      if (all < (cuts[to]?.weight ?? Number.POSITIVE_INFINITY)) cuts[to] = { weight: all, from, isCount };
    };
    for (let from = 0; from < run.length; from += 1) {
      const before = cuts[from];
      if (before === undefined) continue;
      const unknown = whole.get(from);
      if (unknown !== undefined) reach(from, unknown, UNKNOWN);
      const numeral = numerals.get(from);
      if (numeral !== undefined) reach(from, numeral, NUMERAL, true);
      for (let length = 1; length <= this.#longest && from + length <= run.length; length += 1) {
        const word = run.slice(from, from + length);
        if (this.#words.has(word)) reach(from, length, KNOWN, this.#quantifiers.has(word));
        else if (before.isCount && this.#counters.has(word)) reach(from, length, COUNTER, true);
      }
    }
    const words: Part[] = [];
    for (let to = run.length; to > 0; ) {
      const from = cuts[to]?.from ?? 0;
      words.push({ text: run.slice(from, to), at: from });
      to = from;
    }
    return words.reverse();
  }
}
