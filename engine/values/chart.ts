import { type ClockRule, LITERAL } from '../language/time.ts';
import { PhraseFinder, phraseAt } from '../text/phrases.ts';
import type { Stretch } from '../text/stretch.ts';
import { firstWordFrom } from '../text/words.ts';
import type { Categories } from './categories.ts';
import { type Bits, bitOf, both, isField, NOTHING, wordsNamed } from './kinds.ts';
import { MOST_VALUES, readOnce } from './recognizer.ts';
import { type Found, type Read, Stream, type Tokens } from './stream.ts';

export type Category = keyof Categories & string;
/** A category; `?` marks an optional one. */
type Written = Category | `${Category}?`;
type ValueOf<T> = T extends `${infer C extends Category}?`
  ? Categories[C] | null
  : T extends Category
    ? Categories[T]
    : never;
/** The terms of a pattern: `weekdayName links fromToday`. */
type TermsOf<P extends string> = P extends `${infer First} ${infer Rest}` ? [First, ...TermsOf<Rest>] : [P];
type Values<T extends readonly string[]> = { [I in keyof T]: ValueOf<T[I]> };
type Reads<T extends readonly string[]> = { [I in keyof T]: Read<ValueOf<T[I]>> };

/** Where a rule is tried, and the stretch of its pattern. */
export interface Place extends Stretch {
  chart: Chart;
  from: number;
  next: number;
  /** True if an article or another function word of dates precedes. */
  isLed: boolean;
}

type Beginnings = readonly (Term | Category)[] | undefined;

/**
 * All readings that begin at a word.
 * @param from the offset after the previous reading
 */
export interface Reader<T> {
  (chart: Chart, at: number, from?: number, isLed?: boolean): readonly Found<T>[];
  /** The terms that it can begin with; absent: any, and its readings are not kept. */
  begins?: Beginnings;
}

/** Declares what a reader other than a rule can begin with. */
export const reader = <T>(begins: Beginnings, read: Reader<T>): Reader<T> => Object.assign(read, { begins });

/** Wraps a reading and its next index as the chart stores them. */
export const found = <T extends { next: number }>(reading: T | null): Found<T>[] =>
  reading === null ? [] : [{ value: reading, next: reading.next }];

/**
 * Makes rules: a pattern of categories, and what builds a value from it, or null if the parts do not fit together. Names
 * of rules would only add to what Lambda loads, so a comment before each gives a phrase that it reads.
 * @param gap the text allowed between two terms; null for any
 */
const rulesBy =
  (gap: RegExp | null) =>
  <const P extends string, T>(
    written: TermsOf<P>[number] extends Written ? P : never,
    make: (values: Values<TermsOf<P>>, place: Place, reads: Reads<TermsOf<P>>) => T | null,
  ): Reader<T> => {
    const pattern = written.split(' ').map(termOf);
    return reader(beginningOf(pattern), (chart, at, from = chart.words[at]?.start ?? 0, isLed = false) => {
      if (!chart.mayBegin(pattern, at, from)) return NONE;
      const readings: Found<T>[] = [];
      for (const { reads, next, end } of chart.matches(pattern, at, gap, from)) {
        const start = reads.find((read) => read.end > read.start)?.start ?? from;
        const values = reads.map((read) => read.value);
        // The chart gives the pattern's values in order.
        const value = make(
          values as unknown as Values<TermsOf<P>>,
          { chart, from: at, next, isLed, start, end },
          reads as unknown as Reads<TermsOf<P>>,
        );
        if (value !== null) readings.push({ value, next, start, end });
      }
      return readings;
    });
  };

/** The text between the parts of a time of day: spaces, dots, hyphens and apostrophes. */
export const TIGHT = /^[\s.'’-]{0,3}$/;
/** The text between the parts of a number. */
export const NEAR = /^[\s'’-]{0,3}$/;
export const rule = rulesBy(null);
export const tightRule = rulesBy(TIGHT);
export const nearRule = rulesBy(NEAR);
export const spacedRule = rulesBy(/^ $/);

const beginningsOf = (readers: readonly Reader<unknown>[]): Beginnings =>
  readers.every(({ begins }) => begins) ? readers.flatMap(({ begins = [] }) => begins) : undefined;

/** All readings of several readers. */
export const readerOf = <T>(readers: readonly Reader<T>[]): Reader<T> =>
  reader(beginningsOf(readers), (chart, at, from, isLed) => {
    const readings: Found<T>[] = [];
    for (const read of readers) readings.push(...read(chart, at, from, isLed));
    return readings;
  });

/** The first reading of several readers. */
export const firstOf = <T>(...readers: readonly Reader<T>[]): Reader<T> =>
  reader(beginningsOf(readers), (chart, at, from) => {
    for (const read of readers) {
      const readings = read(chart, at, from);
      if (readings.length > 0) return readings.slice(0, 1);
    }
    return NONE;
  });

/**
 * Reads signs directly after the previous reading.
 * @param pattern sticky
 */
export const sign =
  (pattern: RegExp): Reader<string> =>
  ({ text, words }, at, from = 0) => {
    pattern.lastIndex = from;
    const [value] = pattern.exec(text) ?? [];
    if (value === undefined) return NONE;
    const end = from + value.length;
    // The pattern may cover letters: skips the words that it covers.
    return [{ value, start: from, end, next: value === '' ? at : Math.max(at, firstWordFrom(words, end)) }];
  };

const finders = new WeakMap<ReadonlyMap<string, unknown>, PhraseFinder<unknown>>();

/** Reads words of a field of the language: `numbers.half`. */
const wordsReader =
  (field: string): Reader<unknown> =>
  ({ words, language }, at) => {
    const known = wordsNamed(field, language);
    const text = words[at]?.text ?? '';
    if ('get' in known) {
      let finder = finders.get(known);
      if (finder === undefined) {
        finder = new PhraseFinder(known);
        finders.set(known, finder);
      }
      const phrase = finder.at(words, at);
      return phrase === null ? NONE : [{ value: phrase.meanings[0], next: at + phrase.length }];
    }
    const length = 'has' in known ? Number(known.has(text)) : phraseAt(words, at, known);
    return length === 0 ? NONE : [{ value: text, next: at + length }];
  };

/** The terms of a pattern that may come first. */
function beginningOf(pattern: readonly Term[]): readonly Term[] {
  const last = pattern.findIndex(({ isOptional, entry }) => !isOptional && !entry?.isEmptiable);
  return pattern.slice(0, last < 0 ? pattern.length : last + 1);
}

/** The chart's record of a category. */
interface Entry {
  readonly name: Category;
  readonly id: number;
  /** True for function words that may be absent. */
  readonly isEmptiable: boolean;
  /** Null for a kind of word. */
  read: Reader<unknown> | null;
  /** The kinds of word that it can begin with; null if it is tried everywhere. */
  begins: Bits | null;
}

/** A word or a category of a pattern. */
export interface Term {
  /** The word, or null for a category. */
  word: string | null;
  entry: Entry | null;
  isOptional: boolean;
}

/** Categories that may match no words. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['links', 'leads', 'aside', 'gap']);

const ENTRIES = new Map<string, Entry>();

function entryOf(name: string): Entry {
  let entry = ENTRIES.get(name);
  if (entry === undefined) {
    // Patterns contain only names of categories.
    entry = {
      name: name as Category,
      id: ENTRIES.size,
      isEmptiable: MAY_BE_EMPTY.has(name),
      read: isField(name) ? wordsReader(name) : null,
      begins: bitOf(name),
    };
    ENTRIES.set(name, entry);
  }
  return entry;
}

/** Parses a term: `=word`, `category` or `category?`. */
function termOf(written: string): Term {
  if (written.startsWith(LITERAL))
    return { word: written.slice(LITERAL.length), entry: null, isOptional: false };
  const isOptional = written.endsWith('?');
  return { word: null, entry: entryOf(isOptional ? written.slice(0, -1) : written), isOptional };
}

/** Assigns the categories' readers, and computes what each can begin with. */
export function defineGrammar<T>(grammar: { readonly [C in keyof T]: Reader<T[C]> }): void {
  for (const [name, read] of Object.entries(grammar)) entryOf(name).read = read as Reader<unknown>;
  const made = [...ENTRIES.values()].filter((entry) => {
    const { name, read } = entry;
    if (read !== null && !isField(name)) entry.begins = read.begins === undefined ? null : NOTHING;
    return entry.begins === NOTHING;
  });
  // A category begins with whatever its first category begins with. Repeat until nothing changes.
  for (const _ of made) {
    for (const entry of made) {
      entry.begins = (entry.read?.begins ?? [])
        .map((first) => (typeof first === 'string' ? entryOf(first) : first.entry)?.begins ?? null)
        .reduce<Bits | null>((all, begins) => all && begins && both(all, begins), NOTHING);
    }
  }
}

/** What the terms of a pattern read, the index of the word after it, and its end. */
interface Match {
  reads: readonly Read<unknown>[];
  next: number;
  end: number;
}

/** A clock pattern with parsed terms. */
export interface CompiledClock extends Omit<ClockRule, 'pattern'> {
  pattern: readonly Term[];
}

const byWord = new WeakMap<readonly ClockRule[], ReadonlyMap<string, readonly CompiledClock[]>>();

/** Groups rules by their first word; rules that begin with a category are under the empty text. */
function byFirstWord(rules: readonly ClockRule[]): ReadonlyMap<string, readonly CompiledClock[]> {
  const known = byWord.get(rules);
  if (known !== undefined) return known;
  const compiled = rules.map((rule) => ({ ...rule, pattern: rule.pattern.map(termOf) }));
  const map = Map.groupBy(compiled, ({ pattern: [first] }) => first?.word ?? '');
  byWord.set(rules, map);
  return map;
}

const NONE: readonly never[] = [];

/** A query's words and everything the grammar reads from each, computed once. */
export class Chart extends Stream {
  readonly #clocks = byFirstWord(this.language.time.clocks);
  readonly #known: (readonly Found<unknown>[])[][] = [];

  /** All readings of a category that begin at a word. */
  at<C extends Category>(category: C, index: number, from?: number): readonly Found<Categories[C]>[] {
    // A category's entry holds readings of that category.
    return this.#at(entryOf(category), index, from) as readonly Found<Categories[C]>[];
  }

  /** The first reading of a category that begins at a word, with its stretch. */
  read<C extends Category>(category: C, index: number, from?: number): Read<Categories[C]> | null {
    const [reading] = this.at(category, index, from);
    return reading === undefined ? null : this.#placed(reading, index, from ?? 0);
  }

  /** All readings of a category without overlaps, up to `MOST_VALUES`. */
  readAll<C extends Category>(category: C): Read<Categories[C]>[] {
    const reads: Read<Categories[C]>[] = [];
    for (let at = 0; at < this.words.length && reads.length < MOST_VALUES; ) {
      const read = this.read(category, at, this.words[at]?.start);
      if (read !== null && read.start >= (reads.at(-1)?.end ?? 0)) reads.push(read);
      at = Math.max(at + 1, read?.next ?? 0);
    }
    return reads;
  }

  #placed<T>({ value, next, start, end }: Found<T>, at: number, from: number): Read<T> {
    const isEmpty = next <= at;
    return {
      value,
      next,
      start: start ?? (isEmpty ? from : (this.words[at]?.start ?? from)),
      end: end ?? (isEmpty ? from : (this.words[next - 1]?.end ?? from)),
    };
  }

  #at(entry: Entry, index: number, from?: number): readonly Found<unknown>[] {
    if (index < 0 || index > this.words.length) return NONE;
    const { begins, read } = entry;
    if (begins !== null && !this.begins(index, begins)) return NONE;
    if (read?.begins === undefined && read !== null) return read(this, index, from);
    let readings = this.#known[entry.id];
    if (readings === undefined) {
      readings = [];
      this.#known[entry.id] = readings;
    }
    const known = readings[index];
    if (known !== undefined) return known;
    // Stops left recursion: a category has no readings at its own beginning.
    readings[index] = NONE;
    const found = read === null ? this.every(index, entry.name as keyof Tokens) : read(this, index, from);
    readings[index] = found;
    return found;
  }

  /** False if no word that the pattern can begin with stands here. */
  mayBegin([first]: readonly Term[], index: number, from?: number): boolean {
    if (first === undefined || first.entry === null) return true;
    return first.isOptional || first.entry.isEmptiable || this.#at(first.entry, index, from).length > 0;
  }

  /**
   * All matches of a pattern from a word on. An optional term is skipped only if it does not match.
   * @param gap the text allowed between two terms; null for any
   */
  matches(
    pattern: readonly Term[],
    at: number,
    gap: RegExp | null,
    from = this.words[at]?.start ?? 0,
  ): readonly Match[] {
    const matches: Match[] = [];
    const match = (index: number, next: number, end: number, reads: readonly Read<unknown>[]): void => {
      const term = pattern[index];
      if (term === undefined) {
        matches.push({ reads, next, end });
        return;
      }
      const { word, entry, isOptional } = term;
      const isNear = (start: number): boolean =>
        gap === null || next === at || gap.test(this.text.slice(end, start));
      if (entry === null) {
        const own = this.words[next];
        if (own?.text === word && isNear(own.start)) match(index + 1, next + 1, own.end, reads);
        return;
      }
      const near = this.#at(entry, next, end)
        .map((reading) => this.#placed(reading, next, end))
        .filter(({ start }) => isNear(start));
      for (const read of near) match(index + 1, read.next, read.end, [...reads, read]);
      if (isOptional && near.length === 0)
        match(index + 1, next, end, [...reads, { value: null, next, start: end, end }]);
    };
    match(0, at, from, []);
    return matches;
  }

  /** The clock patterns that may begin at a word: with that word or with a number. */
  clocksAt(index: number): readonly CompiledClock[] {
    const first = this.words[index];
    const named = first === undefined ? undefined : this.#clocks.get(first.text);
    const counted = this.#clocks.get('') ?? NONE;
    return named === undefined ? counted : [...named, ...counted];
  }

  /** The month whose name is attached to its day. */
  monthCalled(name: string): number | null {
    const lexeme = this.language.time.phrases
      .get(name)
      ?.find(({ kind }) => kind === 'month' || kind === 'vagueMonth');
    return lexeme === undefined ? null : Number(lexeme.value);
  }
}

/** A query's chart, computed once for all entities. */
export const chartOf = readOnce((utterance) => new Chart(utterance));
