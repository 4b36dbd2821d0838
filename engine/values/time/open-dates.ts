import { calendarDate, type Day, dayOf, firstOfMonth } from './calendar.ts';
import { type DateReading, type Days, type Grain, months } from './periods.ts';
import type { Stream } from './stream.ts';

/** Days that the words leave no doubt about. */
export const fixed = (days: Days, grain: Grain, next: number): DateReading => ({
  first: days.first,
  last: days.last,
  grain,
  alternative: null,
  cycle: null,
  next,
});

export const oneDay = (day: number, next: number): DateReading =>
  fixed({ first: day, last: day }, 'day', next);

/** The first of several days, in order, from today on; the one before it stands beside. */
export function opened(
  { today }: Stream,
  days: readonly Day[],
  cycle: NonNullable<DateReading['cycle']>,
  next: number,
): DateReading | null {
  const ahead = days.find((day) => day >= today);
  const behind = days.findLast((day) => day < today);
  if (ahead === undefined) return null;
  const alternative = behind === undefined ? null : { first: behind, last: behind };
  return { ...oneDay(ahead, next), alternative, cycle };
}

/** Years beside this one in which a yearly day is looked for: 29 February comes at least every eight years. */
const NEAR = [-8, -4, -3, -2, -1, 0, 1, 2, 3, 4, 8];

/** A day of this year, or of the next where it is over; the past one stands beside it. */
export function yearly(
  stream: Stream,
  inYear: (year: number) => Day | null,
  next: number,
): DateReading | null {
  const { year } = calendarDate(stream.today);
  const days = NEAR.flatMap((shift) => inYear(year + shift) ?? []);
  return opened(stream, days, { months: 12, days: 0 }, next);
}

export const withoutYear = (stream: Stream, month: number, date: number, next: number): DateReading | null =>
  yearly(stream, (year) => dayOf(year, month, date), next);

/** A month of this year, or of the next where it is over; the past one stands beside it. */
export function openMonth({ today }: Stream, month: number, next: number): DateReading {
  const { year: thisYear, month: thisMonth } = calendarDate(today);
  const inYear = (year: number): Days => months(dayOf(year, month, 1) ?? today, 1);
  const ahead = inYear(month >= thisMonth ? thisYear : thisYear + 1);
  const behind = inYear(month < thisMonth ? thisYear : thisYear - 1);
  return { ...fixed(ahead, 'month', next), alternative: behind, cycle: { months: 12, days: 0 } };
}

/** The next such day of a month; the last one stands beside it. */
export function dayOfMonth(stream: Stream, date: number, next: number): DateReading | null {
  const { year, month } = calendarDate(firstOfMonth(stream.today));
  const days = [-3, -2, -1, 0, 1, 2, 3].flatMap((shift) => {
    const index = year * 12 + month - 1 + shift;
    return dayOf(Math.floor(index / 12), (index % 12) + 1, date) ?? [];
  });
  return opened(stream, days, { months: 1, days: 0 }, next);
}
