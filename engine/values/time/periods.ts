import type { Unit, Which } from '../../language/time.ts';
import { addMonths, type Day, firstOfMonth, firstOfYear, mondayOf, weekdayOf } from './calendar.ts';

export type Grain = 'day' | 'week' | 'weekend' | 'month' | 'quarter' | 'year';

/** Days from first to last, both within. */
export interface Days {
  first: Day;
  last: Day;
}

/** Days, and what else the words may have meant. */
export interface DateReading extends Days {
  grain: Grain;
  /** The same words said of the past. */
  alternative: Days | null;
  /** Set where the year, or the week, was left open: how many months, or days, to the next of its kind. */
  cycle: { months: number; days: number } | null;
  next: number;
}

const SHIFT: Readonly<Record<Which, number>> = {
  beforeLast: -2,
  last: -1,
  this: 0,
  coming: 1,
  next: 1,
  afterNext: 2,
};

/** `next month`, `last week`: a unit's stretch beside the one that holds today; null for days and hours. */
export function relativePeriod(today: Day, unit: Unit, which: Which): (Days & { grain: Grain }) | null {
  const shift = SHIFT[which];
  switch (unit) {
    case 'week': {
      const first = mondayOf(today) + 7 * shift;
      return { first, last: first + 6, grain: 'week' };
    }
    case 'weekend': {
      // On a weekend, "the coming one" is the next.
      const isNear = which === 'coming' && weekdayOf(today) < 6;
      const first = mondayOf(today) + 5 + 7 * (isNear ? 0 : shift);
      return { first, last: first + 1, grain: 'weekend' };
    }
    case 'month':
      return { ...months(addMonths(firstOfMonth(today), shift), 1), grain: 'month' };
    case 'quarter': {
      const monthsIn = Math.round((firstOfMonth(today) - firstOfYear(today)) / 30.5) % 3;
      return { ...months(addMonths(firstOfMonth(today), 3 * shift - monthsIn), 3), grain: 'quarter' };
    }
    case 'year':
      return { ...months(addMonths(firstOfYear(today), 12 * shift), 12), grain: 'year' };
    default:
      return null;
  }
}

export const months = (first: Day, count: number): Days => ({ first, last: addMonths(first, count) - 1 });

/** The day so many units away, or null for units shorter than a day. */
export function shifted(from: Day, unit: Unit, count: number): Day | null {
  if (!Number.isInteger(count) && unit !== 'day' && unit !== 'week') return null;
  switch (unit) {
    case 'day':
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

/** The first such weekday after today; with `last`, the latest before it. */
export function nearWeekday(today: Day, weekday: number, direction: 'coming' | 'last'): Day {
  const ahead = (weekday - weekdayOf(today) + 7) % 7;
  if (direction === 'coming') return today + (ahead === 0 ? 7 : ahead);
  return today + ahead - 7;
}
