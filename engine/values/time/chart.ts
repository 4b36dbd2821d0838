import { languageOf } from '../../language/languages.ts';
import { type Certainty, type ClockRule, LITERAL, type TimeWords, type Unit } from '../../language/time.ts';
import type { Utterance } from '../recognizer.ts';
import type { Day } from './calendar.ts';
import type { Dated, Open } from './days.ts';
import { ANYTHING, type Bits, bitOf, both, type Found, NOTHING, Stream, type Tokens } from './stream.ts';

/** What rules make of words, by category; the kinds of words are categories as well. */
interface Categories extends Tokens {
  /** A whole number up to 24 that may be an hour, or a named moment such as noon. */
  hour: Hour;
  /** A whole number below 60. */
  minuteCount: number;
  /** A time of day in its own words, without what stands around it. */
  clock: Clock;
  /** A number from 1 to 31. */
  dayNumber: DayNumber;
  /** A place in a stretch, from 1 on; −1 is the last. */
  place: number;
  monthName: number;
  weekdayName: WeekdayName;
  year: number;
  /** A week, month or year told from today. */
  fromToday: Open;
  /** A day of the calendar: a date or a feast. */
  calendarDay: Open;
  /** A weekday, told from today or open. */
  weekdayDay: Open;
  /** A day that others are told by. */
  namedDay: Open;
  /** A stretch that has parts. */
  whole: Open;
  counts: readonly Count[];
  /** Parts of a date with the unit behind each: 2026`年`3`月`5`日`. */
  numberedYear: number;
  numberedMonth: number;
  numberedDay: number;
  date: Dated;
  latentDay: Dated;
  latentMoment: Moment;
  duration: DurationReading;
  time: TimeReading;
  /** A stretch of a day, from one time to another or by its name. */
  timeRange: TimeReading;
  /** A time behind its day, with a part of the day or without, and one before its day. */
  timeOfDay: TimeReading;
  timeBefore: TimeReading;
  /** A moment told from now in hours and minutes. */
  soon: Moment;
  dayTime: Moment;
  /** Links between a day and its time, or none. */
  gap: true;
  /** Small words that may stand between the parts of a date, or none. */
  links: true;
  leads: true;
  aside: true;
}

/** A day with a time of it, or one of the two alone. */
export interface Moment {
  day: Day;
  /** Minutes since that day's midnight; null where only the day is known. */
  minute: number | null;
  endMinute: number | null;
  /** The same words said of another day or half of the day, the likeliest first. */
  alternatives: readonly { day: Day; minute: number | null }[];
  grain: 'day' | 'minute' | 'part';
  /** The index of the word behind it, where it reaches further than its pattern. */
  next?: number;
}

/** A time of day in minutes since midnight. */
export interface TimeReading {
  minute: number;
  /** The end of a stretch, or null. */
  endMinute: number | null;
  grain: 'minute' | 'part';
  /** The other half of the day that may have been meant. */
  alternative: number | null;
  /** True if only a number and `at` speak for a time. */
  isBare: boolean;
  next: number;
}

export interface DurationReading {
  /** ISO 8601, such as `PT2H30M`. */
  iso: string;
  /** The smallest unit that was said. */
  grain: Unit;
  /** In minutes; null where months or years are in it. */
  minutes: number | null;
  next: number;
}

export interface DayNumber {
  value: number;
  isOrdinal: boolean;
  isDigits: boolean;
}

export interface WeekdayName {
  weekday: number;
  /** How much its name needs beside it to be one. */
  kind: 'weekday' | 'vagueWeekday' | 'wordWeekday' | 'shortWeekday';
}

/** So many of a unit. */
export interface Count {
  count: number;
  unit: Unit;
}

/** An hour, and perhaps minutes of it, in minutes since midnight. */
export interface Hour {
  minute: number;
  /** True of noon and midnight, which leave no other half of the day open. */
  isNamed: boolean;
  /** True if a word for hours stands behind it. */
  isMarked: boolean;
  /** True of a one in letters, which is an article or a pronoun as often. */
  isVague: boolean;
  /** The half of the day, where it is written with it: `9pm`. */
  half: 'am' | 'pm' | null;
}

export interface Clock {
  minute: number;
  certainty: Certainty;
  /** True if the other half of the day may be meant. */
  isOpen: boolean;
  /** True of an hour by itself. */
  isBare: boolean;
  /** True of an hour and minutes in digits. */
  isWritten: boolean;
  /** True of a one in letters, with or without minutes. */
  isVague: boolean;
  /** The half of the day, where it is told with it. */
  half: 'am' | 'pm' | null;
}

export type Category = keyof Categories;
/** A category, or one that may be left out. */
type Term = Category | `${Category}?`;
type ValueOf<T> = T extends `${infer C extends Category}?`
  ? Categories[C] | null
  : T extends Category
    ? Categories[T]
    : never;
/** The categories of a pattern: `weekdayName links fromToday`. */
type TermsOf<P extends string> = P extends `${infer First} ${infer Rest}` ? [First, ...TermsOf<Rest>] : [P];
type Values<T extends readonly string[]> = { [I in keyof T]: ValueOf<T[I]> };
type ValuesOf<P extends string> = Values<TermsOf<P>>;

/** Where a rule is tried, and how far its pattern reached. */
export interface Place {
  chart: Chart;
  from: number;
  next: number;
  /** True if an article or another small word of dates stands before. */
  isLed: boolean;
}

/** What a pattern of categories makes; null where its values do not go together. */
export interface Rule<T> {
  readonly pattern: readonly PatternTerm[];
  readonly make: (values: readonly unknown[], place: Place) => T | null;
}

/** A rule is named by a phrase that it reads, in a comment: names would only weigh in what Lambda loads. */
export const rule = <const P extends string, T>(
  pattern: TermsOf<P>[number] extends Term ? P : never,
  make: (values: ValuesOf<P>, place: Place) => T | null,
): Rule<T> => ({
  pattern: pattern.split(' ').map(termOf),
  // The chart gives the values of the pattern's categories, in order.
  make: (values, place) => make(values as unknown as ValuesOf<P>, place),
});

export interface Reader<T> {
  (chart: Chart, at: number): readonly Found<T>[];
  /** What it begins with; absent where that may be anything. */
  begins?: readonly (PatternTerm | Category)[];
}
export type Grammar = { readonly [C in Exclude<Category, keyof Tokens>]: Reader<Categories[C]> };

/** A reader that is no rules, and what it may begin with. */
export const reader = <T>(begins: readonly (PatternTerm | Category)[], read: Reader<T>): Reader<T> =>
  Object.assign(read, { begins });

/** What was read with the index behind it, as a chart has it. */
export const found = <T extends { next: number }>(reading: T | null): Found<T>[] =>
  reading === null ? [] : [{ value: reading, next: reading.next }];

/** All that the rules of a category make at a place. */
export const readerOf = <T>(
  rules: readonly Rule<T>[],
  { isTight = false, isLed = false } = {},
): Reader<T> => {
  const read: Reader<T> = (chart, from) => {
    const readings: Found<T>[] = [];
    for (const { pattern, make } of rules) {
      if (!chart.mayBegin(pattern, from)) continue;
      for (const { values, next } of chart.matches(pattern, from, isTight)) {
        const value = make(values, { chart, from, next, isLed });
        if (value !== null) readings.push({ value, next });
      }
    }
    return readings;
  };
  return Object.assign(read, { begins: rules.flatMap(({ pattern }) => beginningOf(pattern)) });
};

/** The terms of a pattern that may come first. */
function beginningOf(pattern: readonly PatternTerm[]): readonly PatternTerm[] {
  const last = pattern.findIndex(({ isOptional, entry }) => !isOptional && !entry?.isEmptiable);
  return pattern.slice(0, last < 0 ? pattern.length : last + 1);
}

/** A category as the chart knows it. */
interface Entry {
  readonly name: Category;
  readonly id: number;
  /** True of small words that may be none. */
  readonly isEmptiable: boolean;
  /** Null of a kind of words. */
  read: Reader<unknown> | null;
  /** The kinds of words that it begins with. */
  begins: Bits;
}

/** A word or a category of a pattern. */
export interface PatternTerm {
  /** The word, where it is one. */
  word: string | null;
  entry: Entry | null;
  isOptional: boolean;
}

/** Categories that may stand for no words at all. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['links', 'leads', 'aside', 'gap']);

const ENTRIES = new Map<string, Entry>();

function entryOf(name: string): Entry {
  let entry = ENTRIES.get(name);
  if (entry === undefined) {
    const isEmptiable = MAY_BE_EMPTY.has(name);
    // Patterns hold names of categories alone.
    entry = { name: name as Category, id: ENTRIES.size, isEmptiable, read: null, begins: bitOf(name) };
    ENTRIES.set(name, entry);
  }
  return entry;
}

/** A term as it is written: `=word`, `category` or `category?`. */
export function termOf(written: string): PatternTerm {
  if (written.startsWith(LITERAL))
    return { word: written.slice(LITERAL.length), entry: null, isOptional: false };
  const isOptional = written.endsWith('?');
  return { word: null, entry: entryOf(isOptional ? written.slice(0, -1) : written), isOptional };
}

/** Gives the categories their readers, and finds what each may begin with. */
export function defineGrammar(grammar: Grammar): void {
  for (const [name, read] of Object.entries(grammar)) entryOf(name).read = read as Reader<unknown>;
  const entries = [...ENTRIES.values()];
  for (const entry of entries) {
    if (entry.read !== null)
      entry.begins = entry.read.begins === undefined || entry.isEmptiable ? ANYTHING : NOTHING;
  }
  const made = entries.filter(({ read, begins }) => read !== null && begins !== ANYTHING);
  // A category may begin with one that begins with it: so often until nothing is new.
  for (const _ of made) {
    for (const entry of made) {
      const firsts = (entry.read?.begins ?? []).map((first) =>
        typeof first === 'string' ? entryOf(first) : first.entry,
      );
      entry.begins = firsts.map((first) => first?.begins ?? NOTHING).reduce(both, NOTHING);
    }
  }
}

/** The values of a pattern and the index of the word behind it. */
interface Match {
  values: readonly unknown[];
  next: number;
}

/** A language's way of telling a time of day, with its terms. */
export interface CompiledClock extends Omit<ClockRule, 'pattern'> {
  pattern: readonly PatternTerm[];
}

const byWord = new WeakMap<readonly ClockRule[], ReadonlyMap<string, readonly CompiledClock[]>>();

/** Rules by the word that they begin with; those that begin with a category by the empty one. */
function byFirstWord(rules: readonly ClockRule[]): ReadonlyMap<string, readonly CompiledClock[]> {
  const known = byWord.get(rules);
  if (known !== undefined) return known;
  const compiled = rules.map((rule) => ({ ...rule, pattern: rule.pattern.map(termOf) }));
  const map = Map.groupBy(compiled, ({ pattern: [first] }) => first?.word ?? '');
  byWord.set(rules, map);
  return map;
}

const NONE: readonly never[] = [];

/** A query's words, and what the rules make of them from each on, worked out once. */
export class Chart extends Stream {
  readonly #clocks: ReadonlyMap<string, readonly CompiledClock[]>;
  readonly phrases: TimeWords['phrases'];
  readonly #known: (readonly Found<unknown>[])[][] = [];

  constructor(utterance: Utterance) {
    super(utterance);
    const { time } = languageOf(utterance.language);
    this.#clocks = byFirstWord(time.clocks);
    this.phrases = time.phrases;
  }

  /** All readings of a category that begin at a word. */
  at<C extends Category>(category: C, index: number): readonly Found<Categories[C]>[] {
    // The entry of a category has readings of that category.
    return this.#at(entryOf(category), index) as readonly Found<Categories[C]>[];
  }

  #at(entry: Entry, index: number): readonly Found<unknown>[] {
    if (index < 0 || index >= this.words.length) return NONE;
    if (!entry.isEmptiable && !this.begins(index, entry.begins)) return NONE;
    let readings = this.#known[entry.id];
    if (readings === undefined) {
      readings = [];
      this.#known[entry.id] = readings;
    }
    const known = readings[index];
    if (known !== undefined) return known;
    // A category that holds itself has nothing at its own beginning.
    readings[index] = NONE;
    const found =
      entry.read === null ? this.every(index, entry.name as keyof Tokens) : entry.read(this, index);
    readings[index] = found;
    return found;
  }

  /** False where nothing that a pattern begins with stands. */
  mayBegin([first]: readonly PatternTerm[], index: number): boolean {
    if (first === undefined || first.entry === null) return true;
    return first.isOptional || first.entry.isEmptiable || this.#at(first.entry, index).length > 0;
  }

  /**
   * The ways in which a pattern reads the words from one on. What may be left out is, only where it does not stand.
   * @param isTight true where nothing but a space, a hyphen, a dot or an apostrophe may part the words
   */
  matches(pattern: readonly PatternTerm[], from: number, isTight = false): readonly Match[] {
    const matches: Match[] = [];
    this.#match(pattern, 0, from, [], isTight ? from : null, matches);
    return matches;
  }

  /** @param tightFrom where a pattern began whose words must be near each other; null where they need not */
  #match(
    pattern: readonly PatternTerm[],
    index: number,
    at: number,
    values: readonly unknown[],
    tightFrom: number | null,
    matches: Match[],
  ): void {
    const term = pattern[index];
    if (term === undefined) {
      matches.push({ values, next: at });
      return;
    }
    const { word, entry, isOptional } = term;
    const isNear = tightFrom === null || at === tightFrom || this.#isTight(at);
    if (entry === null) {
      if (isNear && this.words[at]?.text === word)
        this.#match(pattern, index + 1, at + 1, values, tightFrom, matches);
      return;
    }
    const found = isNear ? this.#at(entry, at) : NONE;
    for (const { value, next } of found)
      this.#match(pattern, index + 1, next, [...values, value], tightFrom, matches);
    if (isOptional && found.length === 0)
      this.#match(pattern, index + 1, at, [...values, null], tightFrom, matches);
  }

  /** The language's ways of telling a time of day that may begin at a word: with that word, or with a number. */
  clocksAt(index: number): readonly CompiledClock[] {
    const first = this.words[index];
    const named = first === undefined ? undefined : this.#clocks.get(first.text);
    const counted = this.#clocks.get('') ?? NONE;
    return named === undefined ? counted : [...named, ...counted];
  }

  /** The month of a name that is stuck to its day. */
  monthCalled(name: string): number | null {
    const lexeme = this.phrases.get(name)?.find(({ kind }) => kind === 'month' || kind === 'vagueMonth');
    return lexeme === undefined ? null : Number(lexeme.value);
  }

  #isTight(index: number): boolean {
    const [before, after] = [this.words[index - 1], this.words[index]];
    return before !== undefined && after !== undefined && after.start - before.end <= 3
      ? /^[\s.'’-]*$/.test(this.text.slice(before.end, after.start))
      : before === undefined || after === undefined;
  }
}
