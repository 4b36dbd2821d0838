import { calendarDate, dayOf, firstOfMonth } from './calendar.ts';
import type { DateReading, Days, Grain } from './periods.ts';
import type { Stream } from './stream.ts';

/** Days that the words leave no doubt about. */
export const fixed = (days: Days, grain: Grain, next: number): DateReading => ({
  first: days.first,
  last: days.last,
  grain,
  other: null,
  cycle: null,
  next,
});

export const oneDay = (day: number, next: number): DateReading =>
  fixed({ first: day, last: day }, 'day', next);

/** A date of this year, or of the next where it is over; the past one stands beside it. */
export function withoutYear(stream: Stream, month: number, date: number, next: number): DateReading | null {
  const { year } = calendarDate(stream.today);
  // 29 February comes at least every eight years.
  const years = [
    year - 1,
    year,
    year + 1,
    ...(month === 2 && date === 29 ? [-8, -4, -3, -2, 2, 3, 4, 8].map((n) => year + n) : []),
  ];
  const days = years.flatMap((of) => dayOf(of, month, date) ?? []).sort((a, b) => a - b);
  const ahead = days.find((day) => day >= stream.today);
  const behind = days.findLast((day) => day < stream.today);
  if (ahead === undefined) return null;
  const other = behind === undefined ? null : { first: behind, last: behind };
  return { ...oneDay(ahead, next), other, cycle: { months: 12, days: 0 } };
}

/** The next such day of a month; the last one stands beside it. */
export function dayOfMonth(stream: Stream, date: number, next: number): DateReading | null {
  const { year, month } = calendarDate(firstOfMonth(stream.today));
  const days = [-3, -2, -1, 0, 1, 2, 3].flatMap((shift) => {
    const index = year * 12 + month - 1 + shift;
    return dayOf(Math.floor(index / 12), (index % 12) + 1, date) ?? [];
  });
  const ahead = days.find((day) => day >= stream.today);
  const behind = days.findLast((day) => day < stream.today);
  if (ahead === undefined) return null;
  const other = behind === undefined ? null : { first: behind, last: behind };
  return { ...oneDay(ahead, next), other, cycle: { months: 1, days: 0 } };
}
