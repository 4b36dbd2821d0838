import type { Feast } from '../../language/time.ts';
import { dayOf, easterOf } from './calendar.ts';
import { yearAt } from './days-of-months.ts';
import { oneDay, yearly } from './open-dates.ts';
import type { DateReading } from './periods.ts';
import type { Found, Stream } from './stream.ts';

/** `Christmas`, `Karfreitag`, `last Easter`, `la Navidad pasada`, `Christmas 2024`. */
export function feast(stream: Stream, at: number): DateReading | null {
  const which = stream.find(at, 'which');
  const festival = stream.find(which?.next ?? at, 'feast');
  if (festival === null) return null;
  const dated = datedFeast(stream, festival);
  const after = which === null ? stream.find(festival.next, 'whichAfter') : null;
  const chosen = which ?? after;
  if (chosen === null || dated === null) return dated;
  const days = chosen.value === 'last' ? dated.alternative : dated;
  return days === null ? null : oneDay(days.first, after?.next ?? dated.next);
}

function datedFeast(stream: Stream, { value, next }: Found<Feast>): DateReading | null {
  const inYear = (year: number) =>
    'easter' in value ? easterOf(year) + value.easter : dayOf(year, value.month, value.date);
  const year = yearAt(stream, next);
  if (year === null) return yearly(stream, inYear, next);
  const day = inYear(year.value);
  return day === null ? null : oneDay(day, year.next);
}
