import type { Language } from '../language/language.ts';
import type { Certainty, Unit } from '../language/time.ts';
import type { Stretch } from '../text/stretch.ts';
import type { Words } from './kinds.ts';
import type { Candidate } from './recognizer.ts';
import type { Read, Tokens } from './stream.ts';
import type { Day } from './time/calendar.ts';
import type { Dated, Open } from './time/days.ts';

/** Values of times that rules build from words, by category. */
export interface TimeCategories {
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
  /** A count behind its unit: `een dag of vijf`. */
  roughCount: Count;
  /** Parts of a date with the unit behind each: 2026`年`3`月`5`日`. */
  numberedYear: number;
  numberedMonth: number;
  numberedDay: number;
  date: Dated;
  latentDay: Dated;
  latentMoment: Moment;
  tally: number;
  halfAgain: number;
  /** A part of a length of time: `two and a half hours`. */
  lengthPart: Count;
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

/** A number and its unit; `grain` where a smaller one is said with it, as in `1h30`. */
export interface Count {
  count: number;
  unit: Unit;
  grain?: Unit;
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

export interface NumberCategories {
  wholeNumeral: number;
  /** A word that a number may count, other than a unit of time or money. */
  measured: string;
  /** A hundred, a scale or a collective, perhaps with its article. */
  scale: number;
  /** A number with a half behind its noun, and where the number itself ends: `two kilos and a half`. */
  halfMeasured: { value: number; end: number };
  /** One and a half, without an article: `quilo e meio`. */
  halfOfOne: number;
  /** Two: `a couple`. */
  couple: number;
  /** `two thirds`. */
  shares: number;
  /** A number, perhaps with a half: `two and a half million`, `half a million`, `dos millones y medio`. */
  quantity: number;
  /** A quantity, negative after a word for minus at the beginning of the query. */
  signedQuantity: number;
}

export interface PercentageCategories {
  percent: string;
  percentage: Pick<Candidate, 'quality'> & { value: number };
}

export interface MoneyCategories {
  /** A quantity with its place. */
  counted: Read<number>;
  /** The name, code or abbreviation of a currency. */
  currency: string;
  currencySign: string;
  centSign: string;
  /** Letters directly after digits. */
  suffix: string;
  /** The dot of an abbreviation: `2,5 Mio. Euro`, `Rs. 20`. */
  dot: string;
  /** The end of a phrase. */
  over: string;
  /** A number with its currency. */
  explicitAmount: Amount;
  oneUnit: Amount;
  /** An amount without cents. */
  wholeUnits: Amount;
  /** An amount with its cents. */
  amount: Amount;
}

export interface PeopleCategories {
  peopleCount: number;
  peopleNoun: { noun: string; size: number };
  /** A possessive or an article. */
  owner: string;
  people: People;
  /** Further people after a joining word, a comma, or both. */
  morePeople: People;
  allPeople: People;
}

export interface Amount {
  value: number;
  /** An ISO 4217 code or a name that `resolved` knows; null if no currency is named. */
  code: string | null;
  isCents: boolean;
  isExplicit: boolean;
  /** The number without its currency. */
  number: Read<number>;
}

/** People named by words of the query. */
export interface People {
  value: number;
  /** True if the words contain a number: `two adults and a child`, not `my wife and I`. */
  isCounted: boolean;
  terms: readonly PeopleTerm[];
}

/** A term of a sum of people, with the stretch of its number or, without one, of its words. */
export interface PeopleTerm extends Stretch {
  /** The noun for the people: `adults`. Null for the speaker, and for phrases such as `both of us`. */
  noun: string | null;
  value: number;
  isCounted: boolean;
}

type Part = 'numbers' | 'money' | 'people';
/** Words in a part of the language, by field: `numbers.half`. The value is the word, or what it means. */
type WordsOf<P extends Part> = {
  [F in keyof Language[P] & string as Language[P][F] extends Words
    ? `${P}.${F}`
    : never]: Language[P][F] extends ReadonlyMap<string, infer V> ? V : string;
};
type LanguageWords = WordsOf<'numbers'> & WordsOf<'money'> & WordsOf<'people'>;

/** All values of patterns. The kinds of words are categories too. */
export type Categories = Tokens &
  TimeCategories &
  NumberCategories &
  PercentageCategories &
  MoneyCategories &
  PeopleCategories &
  LanguageWords;
