import { languageOf } from '../../language/languages.ts';
import {
  type Certainty,
  type ClockRule,
  type Kind,
  LITERAL,
  type Meanings,
  type TimeWords,
  type Unit,
} from '../../language/time.ts';
import type { Utterance } from '../recognizer.ts';
import type { Day } from './calendar.ts';
import type { Dated, Open } from './days.ts';
import { type Found, Stream, type StreamNumber } from './stream.ts';

/** What rules make of words, by category; the kinds of words are categories as well. */
interface Categories extends Meanings {
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
  number: StreamNumber;
  /** Parts of a date with the unit behind each: 2026`年`3`月`5`日`. */
  numberedYear: number;
  numberedMonth: number;
  numberedDay: number;
  date: Dated;
  duration: DurationReading;
  time: TimeReading;
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
  /** True of a word that means something else as often. */
  isVague: boolean;
  /** True of its first letters, which are another word unless a date follows. */
  isShort: boolean;
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

type Category = keyof Categories;
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
  readonly pattern: readonly string[];
  readonly make: (values: readonly unknown[], place: Place) => T | null;
}

/** A rule is named by a phrase that it reads, in a comment: names would only weigh in what Lambda loads. */
export const rule = <const P extends string, T>(
  pattern: TermsOf<P>[number] extends Term ? P : never,
  make: (values: ValuesOf<P>, place: Place) => T | null,
): Rule<T> => ({
  pattern: pattern.split(' '),
  // The chart gives the values of the pattern's categories, in order.
  make: (values, place) => make(values as unknown as ValuesOf<P>, place),
});

export type Reader<T> = (chart: Chart, at: number) => readonly Found<T>[];
export type Grammar = { readonly [C in Exclude<Category, Kind>]: Reader<Categories[C]> };

/** All that the rules of a category make at a place. */
export const readerOf =
  <T>(rules: readonly Rule<T>[], { isTight = false, isLed = false } = {}): Reader<T> =>
  (chart, from) => {
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

/** The values of a pattern and the index of the word behind it. */
interface Match {
  values: readonly unknown[];
  next: number;
}

const byWord = new WeakMap<readonly ClockRule[], ReadonlyMap<string, readonly ClockRule[]>>();

/** Rules by the word that they begin with; those that begin with a category by the empty one. */
function byFirstWord(rules: readonly ClockRule[]): ReadonlyMap<string, readonly ClockRule[]> {
  const known = byWord.get(rules);
  if (known !== undefined) return known;
  const map = Map.groupBy(rules, ({ pattern: [first = ''] }) => (first.startsWith(LITERAL) ? first : ''));
  byWord.set(rules, map);
  return map;
}

const NONE: readonly never[] = [];
/** Categories that may stand for no words at all. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['links', 'leads', 'gap']);

/** A query's words, and what the rules make of them from each on, worked out once. */
export class Chart extends Stream {
  readonly #clocks: ReadonlyMap<string, readonly ClockRule[]>;
  readonly phrases: TimeWords['phrases'];
  readonly #grammar: Grammar;
  readonly #known = new Map<Category, (readonly Found<unknown>[])[]>();

  constructor(utterance: Utterance, grammar: Grammar) {
    super(utterance);
    const { time } = languageOf(utterance.language);
    this.#clocks = byFirstWord(time.clocks);
    this.phrases = time.phrases;
    this.#grammar = grammar;
  }

  /** All readings of a category that begin at a word. */
  at<C extends Category>(category: C, index: number): readonly Found<Categories[C]>[] {
    if (index < 0 || index >= this.words.length) return NONE;
    if (!MAY_BE_EMPTY.has(category) && this.isPlain(index)) return NONE;
    const readings = this.#known.get(category) ?? [];
    if (readings.length === 0) this.#known.set(category, readings);
    const known = readings[index];
    if (known !== undefined) return known as readonly Found<Categories[C]>[];
    const read = this.#grammar[category as Exclude<Category, Kind>] as unknown as
      | Reader<Categories[C]>
      | undefined;
    // A category that holds itself has nothing at its own beginning.
    readings[index] = NONE;
    const found =
      read === undefined
        ? ([...this.all(index, category as Kind)] as Found<Categories[C]>[])
        : read(this, index);
    readings[index] = found;
    return found;
  }

  /** False where nothing that a pattern begins with stands. */
  mayBegin([first = '']: readonly string[], index: number): boolean {
    return first.endsWith('?') || MAY_BE_EMPTY.has(first) || this.at(first as Category, index).length > 0;
  }

  /**
   * The ways in which a pattern reads the words from one on. What may be left out is, only where it does not stand.
   * @param isTight true where nothing but a space, a hyphen, a dot or an apostrophe may part the words
   */
  matches(pattern: readonly string[], from: number, isTight = false): Match[] {
    const matches: Match[] = [];
    const match = (index: number, at: number, values: readonly unknown[]): void => {
      const term = pattern[index];
      if (term === undefined) {
        matches.push({ values, next: at });
        return;
      }
      const isNear = !isTight || at === from || this.#isTight(at);
      if (term.startsWith(LITERAL)) {
        if (isNear && this.words[at]?.text === term.slice(LITERAL.length)) match(index + 1, at + 1, values);
        return;
      }
      const isOptional = term.endsWith('?');
      const category = (isOptional ? term.slice(0, -1) : term) as Category;
      const found = isNear ? this.at(category, at) : NONE;
      for (const { value, next } of found) match(index + 1, next, [...values, value]);
      if (isOptional && found.length === 0) match(index + 1, at, [...values, null]);
    };
    match(0, from, []);
    return matches;
  }

  /** The language's ways of telling a time of day that may begin at a word: with that word, or with a number. */
  clocksAt(index: number): readonly ClockRule[] {
    const first = this.words[index];
    return first === undefined
      ? []
      : [...(this.#clocks.get(LITERAL + first.text) ?? []), ...(this.#clocks.get('') ?? [])];
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
