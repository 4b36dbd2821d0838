import type { Unit, Which } from '../../language/time.ts';
import {
  addMonths,
  calendarDate,
  type Day,
  dayOf,
  firstOfMonth,
  firstOfYear,
  mondayOf,
  weekdayOf,
} from './calendar.ts';

export type Grain = 'day' | 'week' | 'weekend' | 'month' | 'quarter' | 'year';

/** Days from first to last, both within. */
export interface Days {
  first: Day;
  last: Day;
}

export interface Cycle {
  months: number;
  days: number;
}

/** Days that words leave open: each of their kind, in order, and how far it is from one to the next. */
export interface Open {
  options: readonly Days[];
  /** Null where there is no doubt. */
  cycle: Cycle | null;
  grain: Grain;
}

/** The days that are meant, and what else the words may have meant. */
export interface Dated extends Days {
  grain: Grain;
  /** The same words said of the past. */
  alternative: Days | null;
  /** Set where the year, or the week, was left open: how many months, or days, to the next of its kind. */
  cycle: Cycle | null;
}

export const dayAlone = (day: Day): Days => ({ first: day, last: day });
export const monthsFrom = (first: Day, count: number): Days => ({ first, last: addMonths(first, count) - 1 });

/** Days that the words leave no doubt about. */
export const sure = (days: Days, grain: Grain = 'day'): Open => ({ options: [days], cycle: null, grain });

/** Days that the words leave no doubt about; null for none. */
export const sureIfAny = (days: Days | null, grain?: Grain): Open | null => days && sure(days, grain);
export const sureDay = (day: Day | null): Open | null => sureIfAny(day === null ? null : dayAlone(day));

/** Years beside this one in which a yearly day is looked for: 29 February comes at least every eight years. */
const YEARS = [-8, -4, -3, -2, -1, 0, 1, 2, 3, 4, 8];
/** Weekdays and dates go together within so many years. */
const NEAR_YEARS = Array.from({ length: 24 }, (_, index) => index - 12);
const NEAR_MONTHS = Array.from({ length: 49 }, (_, index) => index - 24);

/** Days of each year. */
export const yearly = (
  today: Day,
  inYear: (year: number) => Days | null,
  grain: Grain = 'day',
  years: readonly number[] = YEARS,
): Open => {
  const { year } = calendarDate(today);
  return {
    options: years.flatMap((shift) => inYear(year + shift) ?? []),
    cycle: { months: 12, days: 0 },
    grain,
  };
};

/** A date of each year, on which weekday it may be. */
export const dateOfYears = (today: Day, month: number, date: number): Open =>
  yearly(today, (year) => dayIn(year, month, date), 'day', NEAR_YEARS);

/** A month of each year. */
export const monthsOfYears = (today: Day, month: number): Open =>
  yearly(today, (year) => monthIn(year, month), 'month');

/** Days of each month. @param inMonth takes the first of the month */
export const monthly = (today: Day, inMonth: (first: Day) => Days | null, grain: Grain = 'day'): Open => ({
  options: NEAR_MONTHS.flatMap((shift) => inMonth(addMonths(firstOfMonth(today), shift)) ?? []),
  cycle: { months: 1, days: 0 },
  grain,
});

export const dateOfMonths = (today: Day, date: number): Open =>
  monthly(today, (first) => dateIn(first, date));

/** The days that are made of each of the options; null where there are none. */
export function mapped(open: Open, make: (days: Days) => Days | null, grain: Grain): Open | null {
  const options = open.options.flatMap((days) => make(days) ?? []);
  return options.length === 0 ? null : { options, cycle: open.cycle, grain };
}

/** The first of them that is not over, with the one before it. */
export function settled({ options, cycle, grain }: Open, today: Day): Dated | null {
  const [only] = options;
  if (cycle === null) return only === undefined ? null : { ...only, grain, alternative: null, cycle };
  const ahead = options.find(({ last }) => last >= today);
  const behind = options.findLast(({ last }) => last < today);
  return ahead === undefined ? null : { ...ahead, grain, alternative: behind ?? null, cycle };
}

/** A weekday and a date go together where they do within two years. */
const TWO_YEARS = 731;

/** Those of the days that are a weekday, if the next of them is near; else the weekday is wrong. */
export function onItsWeekday(open: Open, weekday: number, today: Day, near = TWO_YEARS): Open | null {
  const options = open.options.filter(({ first }) => weekdayOf(first) === weekday);
  const own = { ...open, options };
  const next = options.length === 0 ? null : settled(own, today);
  return next !== null && next.first - today < near ? own : null;
}

const from = (first: Day | null, make: (first: Day) => Days): Days | null =>
  first === null ? null : make(first);

export const dayIn = (year: number, month: number, date: number): Days | null =>
  from(dayOf(year, month, date), dayAlone);

/** A date of the month that a day is in. */
export function dateIn(day: Day, date: number): Days | null {
  const { year, month } = calendarDate(day);
  return dayIn(year, month, date);
}

export const monthIn = (year: number, month: number): Days | null =>
  from(dayOf(year, month, 1), (first) => monthsFrom(first, 1));

export const yearOf = (year: number): Days | null =>
  from(dayOf(year, 1, 1), (first) => monthsFrom(first, 12));

const SHIFT: Readonly<Record<Which, number>> = {
  beforeLast: -2,
  last: -1,
  this: 0,
  coming: 1,
  next: 1,
  afterNext: 2,
};

/** `next month`, `last week`: a unit's stretch beside the one that holds a day; null for hours and minutes. */
export function beside(day: Day, unit: Unit, which: Which | number): Open | null {
  const shift = typeof which === 'number' ? which : SHIFT[which];
  switch (unit) {
    case 'day':
      return sure(dayAlone(day + shift));
    case 'week':
      return sure({ first: mondayOf(day) + 7 * shift, last: mondayOf(day) + 7 * shift + 6 }, 'week');
    case 'weekend': {
      // On a weekend, "the coming one" is the next.
      const isNear = which === 'coming' && weekdayOf(day) < 6;
      const first = mondayOf(day) + 5 + 7 * (isNear ? 0 : shift);
      return sure({ first, last: first + 1 }, 'weekend');
    }
    case 'month':
      return sure(monthsFrom(addMonths(firstOfMonth(day), shift), 1), 'month');
    case 'quarter':
      return sure(monthsFrom(addMonths(firstOfQuarter(day), 3 * shift), 3), 'quarter');
    case 'year':
      return sure(monthsFrom(addMonths(firstOfYear(day), 12 * shift), 12), 'year');
    default:
      return null;
  }
}

const firstOfQuarter = (day: Day): Day => {
  const { month } = calendarDate(day);
  return addMonths(firstOfMonth(day), -((month - 1) % 3));
};

/** The day so many units away, or null for units shorter than a day. */
export function shifted(from: Day, unit: Unit, count: number): Day | null {
  if (!Number.isInteger(count) && unit !== 'day' && unit !== 'week') return null;
  switch (unit) {
    case 'day':
    case 'night':
      return from + Math.round(count);
    case 'week':
      return from + Math.round(7 * count);
    case 'fortnight':
      return from + Math.round(14 * count);
    case 'weekend':
      return from + 7 * Math.round(count);
    case 'month':
      return addMonths(from, count);
    case 'quarter':
      return addMonths(from, 3 * count);
    case 'year':
      return addMonths(from, 12 * count);
    default:
      return null;
  }
}

/** The first such weekday after a day; with `last`, the latest before it. */
export function nearWeekday(day: Day, weekday: number, direction: 'coming' | 'last'): Day {
  const ahead = (weekday - weekdayOf(day) + 7) % 7;
  if (direction === 'coming') return day + (ahead === 0 ? 7 : ahead);
  return day + ahead - 7;
}

/** A weekday of a stretch by its place from 1 on; −1 is the last. */
export function nthWeekdayIn({ first, last }: Days, weekday: number, place: number): Days | null {
  const day =
    place > 0
      ? first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (place - 1)
      : last - ((weekdayOf(last) - weekday + 7) % 7) + 7 * (place + 1);
  return day < first || day > last ? null : dayAlone(day);
}

/** A part of a stretch by its place: weeks from its first day on, and back from the last that has its Thursday there. */
export function nthUnitIn({ first, last }: Days, unit: Unit, place: number): Days | null {
  const isLast = place < 0;
  const at = isLast ? place + 1 : place - 1;
  const part = ((): Days | null => {
    switch (unit) {
      case 'day':
        return dayAlone((isLast ? last : first) + at);
      case 'week': {
        const begin = (isLast ? mondayOf(last - 3) : first) + 7 * at;
        return { first: begin, last: begin + 6 };
      }
      case 'fortnight':
        return at === 0 && !isLast ? { first, last: first + 13 } : { first: first + 14, last };
      case 'month':
        return monthsFrom(addMonths(isLast ? firstOfMonth(last) : first, at), 1);
      case 'quarter':
        return monthsFrom(addMonths(isLast ? firstOfQuarter(last) : first, 3 * at), 3);
      default:
        return null;
    }
  })();
  const isWithin = part !== null && part.first >= first && part.first <= last;
  return isWithin ? part : null;
}
