import { languageOf } from '../../language/languages.ts';
import { type Certainty, type ClockRule, LITERAL, type TimeWords, type Unit } from '../../language/time.ts';
import type { Utterance } from '../recognizer.ts';
import type { Day } from './calendar.ts';
import type { Dated, Open } from './days.ts';
import { ANYTHING, type Bits, bitOf, both, type Found, NOTHING, Stream, type Tokens } from './stream.ts';

/** Values that rules build from words, by category. The kinds of words are categories too. */
interface Categories extends Tokens {
  /** A whole number up to 24 that may be an hour, or a named moment such as noon. */
  hour: Hour;
  /** A whole number below 60. */
  minuteCount: number;
  /** A time of day without the words around it. */
  clock: Clock;
  /** A number from 1 to 31. */
  dayNumber: DayNumber;
  /** A position within a period, from 1; −1 is the last. */
  place: number;
  monthName: number;
  weekdayName: WeekdayName;
  year: number;
  /** A week, month or year relative to today. */
  fromToday: Open;
  /** A day of the calendar: a date or a feast. */
  calendarDay: Open;
  /** A weekday, relative to today or open. */
  weekdayDay: Open;
  /** A day that other days are counted from. */
  namedDay: Open;
  /** A period divided into parts. */
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
  /** Part of a day: a range of times, or a name for it. */
  timeRange: TimeReading;
  /** A time after its day, with or without a part of the day (`timeOfDay`), or before its day (`timeBefore`). */
  timeOfDay: TimeReading;
  timeBefore: TimeReading;
  /** A moment in hours and minutes from now. */
  soon: Moment;
  dayTime: Moment;
  /** Words that link a day and its time, possibly none. */
  gap: true;
  /** Function words between the parts of a date, possibly none. */
  links: true;
  leads: true;
  aside: true;
}

/** A day with a time, or one of them. */
export interface Moment {
  day: Day;
  /** Minutes since that day's midnight; null if only the day is known. */
  minute: number | null;
  endMinute: number | null;
  /** Other days or halves of the day that the words may mean, likeliest first. */
  alternatives: readonly { day: Day; minute: number | null }[];
  grain: 'day' | 'minute' | 'part';
  /** The index of the word after the moment, if that is beyond its pattern. */
  next?: number;
}

/** A time of day in minutes since midnight. */
export interface TimeReading {
  minute: number;
  /** The end of a range, or null. */
  endMinute: number | null;
  grain: 'minute' | 'part';
  /** The time in the other half of the day, if it may be meant. */
  alternative: number | null;
  /** True if `at` and a number are the only signs of a time. */
  isBare: boolean;
  next: number;
}

export interface DurationReading {
  /** ISO 8601, such as `PT2H30M`. */
  iso: string;
  /** The smallest unit mentioned. */
  grain: Unit;
  /** The length in minutes; null if it includes months or years. */
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
  /** The kind of the name, which decides how much context it needs. */
  kind: 'weekday' | 'vagueWeekday' | 'wordWeekday' | 'shortWeekday';
}

/** A number and its unit. */
export interface Count {
  count: number;
  unit: Unit;
}

/** An hour, possibly with minutes, in minutes since midnight. */
export interface Hour {
  minute: number;
  /** True for noon and midnight, whose half of the day is certain. */
  isNamed: boolean;
  /** True if a word for hours follows. */
  isMarked: boolean;
  /** True for the word "one", which may be an article or a pronoun. */
  isVague: boolean;
  /** The half of the day if written with the hour: `9pm`. */
  half: 'am' | 'pm' | null;
}

export interface Clock {
  minute: number;
  certainty: Certainty;
  /** True if the other half of the day may be meant. */
  isOpen: boolean;
  /** True for an hour with nothing else. */
  isBare: boolean;
  /** True for hour and minutes in digits. */
  isWritten: boolean;
  /** True for the word "one", with or without minutes. */
  isVague: boolean;
  /** The half of the day if stated. */
  half: 'am' | 'pm' | null;
}

export type Category = keyof Categories;
/** A category; `?` marks an optional one. */
type Term = Category | `${Category}?`;
type ValueOf<T> = T extends `${infer C extends Category}?`
  ? Categories[C] | null
  : T extends Category
    ? Categories[T]
    : never;
/** The terms of a pattern: `weekdayName links fromToday`. */
type TermsOf<P extends string> = P extends `${infer First} ${infer Rest}` ? [First, ...TermsOf<Rest>] : [P];
type Values<T extends readonly string[]> = { [I in keyof T]: ValueOf<T[I]> };
type ValuesOf<P extends string> = Values<TermsOf<P>>;

/** Where a rule is tried, and where its pattern ended. */
export interface Place {
  chart: Chart;
  from: number;
  next: number;
  /** True if an article or another function word of dates precedes. */
  isLed: boolean;
}

/** Builds a value from a pattern of categories; null if the parts do not fit together. */
export interface Rule<T> {
  readonly pattern: readonly PatternTerm[];
  readonly make: (values: readonly unknown[], place: Place) => T | null;
}

/** Names of rules would only add to what Lambda loads, so a comment before each gives a phrase that it reads. */
export const rule = <const P extends string, T>(
  pattern: TermsOf<P>[number] extends Term ? P : never,
  make: (values: ValuesOf<P>, place: Place) => T | null,
): Rule<T> => ({
  pattern: pattern.split(' ').map(termOf),
  // The chart gives the pattern's values in order.
  make: (values, place) => make(values as unknown as ValuesOf<P>, place),
});

export interface Reader<T> {
  (chart: Chart, at: number): readonly Found<T>[];
  /** The terms that it can begin with; absent: any. */
  begins?: readonly (PatternTerm | Category)[];
}
export type Grammar = { readonly [C in Exclude<Category, keyof Tokens>]: Reader<Categories[C]> };

/** Declares what a reader other than rules can begin with. */
export const reader = <T>(begins: readonly (PatternTerm | Category)[], read: Reader<T>): Reader<T> =>
  Object.assign(read, { begins });

/** Wraps a reading and its next index as the chart stores them. */
export const found = <T extends { next: number }>(reading: T | null): Found<T>[] =>
  reading === null ? [] : [{ value: reading, next: reading.next }];

/** A reader that tries all rules of a category. */
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

/** The chart's record of a category. */
interface Entry {
  readonly name: Category;
  readonly id: number;
  /** True for function words that may be absent. */
  readonly isEmptiable: boolean;
  /** Null for a kind of word. */
  read: Reader<unknown> | null;
  /** The kinds of word that it can begin with. */
  begins: Bits;
}

/** A word or a category of a pattern. */
export interface PatternTerm {
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
    const isEmptiable = MAY_BE_EMPTY.has(name);
    // Patterns contain only names of categories.
    entry = { name: name as Category, id: ENTRIES.size, isEmptiable, read: null, begins: bitOf(name) };
    ENTRIES.set(name, entry);
  }
  return entry;
}

/** Parses a term: `=word`, `category` or `category?`. */
export function termOf(written: string): PatternTerm {
  if (written.startsWith(LITERAL))
    return { word: written.slice(LITERAL.length), entry: null, isOptional: false };
  const isOptional = written.endsWith('?');
  return { word: null, entry: entryOf(isOptional ? written.slice(0, -1) : written), isOptional };
}

/** Assigns the categories' readers, and computes what each can begin with. */
export function defineGrammar(grammar: Grammar): void {
  for (const [name, read] of Object.entries(grammar)) entryOf(name).read = read as Reader<unknown>;
  const entries = [...ENTRIES.values()];
  for (const entry of entries) {
    if (entry.read !== null)
      entry.begins = entry.read.begins === undefined || entry.isEmptiable ? ANYTHING : NOTHING;
  }
  const made = entries.filter(({ read, begins }) => read !== null && begins !== ANYTHING);
  // A category begins with whatever its first category begins with. Repeat until nothing changes.
  for (const _ of made) {
    for (const entry of made) {
      const firsts = (entry.read?.begins ?? []).map((first) =>
        typeof first === 'string' ? entryOf(first) : first.entry,
      );
      entry.begins = firsts.map((first) => first?.begins ?? NOTHING).reduce(both, NOTHING);
    }
  }
}

/** The values of a pattern, and the index of the word after it. */
interface Match {
  values: readonly unknown[];
  next: number;
}

/** A clock pattern with parsed terms. */
export interface CompiledClock extends Omit<ClockRule, 'pattern'> {
  pattern: readonly PatternTerm[];
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
    // A category's entry holds readings of that category.
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
    // Stops left recursion: a category has no readings at its own beginning.
    readings[index] = NONE;
    const found =
      entry.read === null ? this.every(index, entry.name as keyof Tokens) : entry.read(this, index);
    readings[index] = found;
    return found;
  }

  /** False if no word that the pattern can begin with stands here. */
  mayBegin([first]: readonly PatternTerm[], index: number): boolean {
    if (first === undefined || first.entry === null) return true;
    return first.isOptional || first.entry.isEmptiable || this.#at(first.entry, index).length > 0;
  }

  /**
   * All matches of a pattern from a word on. An optional term is skipped only if it does not match.
   * @param isTight true if only a space, a hyphen, a dot or an apostrophe may stand between the words
   */
  matches(pattern: readonly PatternTerm[], from: number, isTight = false): readonly Match[] {
    const matches: Match[] = [];
    this.#match(pattern, 0, from, [], isTight ? from : null, matches);
    return matches;
  }

  /** @param tightFrom where a tight pattern began; null if words may be further apart */
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

  /** The clock patterns that may begin at a word: with that word or with a number. */
  clocksAt(index: number): readonly CompiledClock[] {
    const first = this.words[index];
    const named = first === undefined ? undefined : this.#clocks.get(first.text);
    const counted = this.#clocks.get('') ?? NONE;
    return named === undefined ? counted : [...named, ...counted];
  }

  /** The month whose name is attached to its day. */
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
