import { addMonths, type Day, dayOf, firstOfMonth, weekdayOf } from './calendar.ts';
import { monthAt, yearAt } from './days-of-months.ts';
import { oneDay, opened, yearly } from './open-dates.ts';
import type { DateReading } from './periods.ts';
import { relativeUnit } from './relative-units.ts';
import type { Found, Stream } from './stream.ts';
import { weekdayAt } from './weekdays.ts';

/** `the first monday in june`, `der letzte Freitag im Monat`, `le deuxième mardi du mois prochain`. */
export function nthWeekday(stream: Stream, at: number): DateReading | null {
  const place = placeAt(stream, at);
  const weekday = place === null ? null : weekdayAt(stream, place.next);
  if (place === null || weekday === null) return null;
  const start = stream.skip(weekday.next, ['link', 'lead'], 2);
  const month = monthAt(stream, start);
  if (month !== null) return ofNamedMonth(stream, place.value, weekday.value, month);
  const period = relativeUnit(stream, start, true);
  if (period?.grain === 'month') {
    return oneDay(nthOf(period.first, weekday.value, place.value), period.next);
  }
  const unit = stream.find(start, 'unit');
  if (unit?.value !== 'month' || start === weekday.next) return null;
  const first = firstOfMonth(stream.today);
  const days = [-1, 0, 1].map((shift) => nthOf(addMonths(first, shift), weekday.value, place.value));
  return opened(stream, days, { months: 1, days: 0 }, unit.next);
}

/** The place in the month: 1 to 4, or −1 for the last. */
function placeAt(stream: Stream, at: number): Found<number> | null {
  const which = stream.find(at, 'which');
  if (which !== null) return which.value === 'last' ? { value: -1, next: which.next } : null;
  const number = stream.number(at);
  return number?.isOrdinal && number.value >= 1 && number.value <= 4 ? number : null;
}

function ofNamedMonth(stream: Stream, place: number, weekday: number, month: Found<number>) {
  const inYear = (year: number): Day | null => {
    const first = dayOf(year, month.value, 1);
    return first === null ? null : nthOf(first, weekday, place);
  };
  const year = yearAt(stream, month.next);
  if (year === null) return yearly(stream, inYear, month.next);
  const day = inYear(year.value);
  return day === null ? null : oneDay(day, year.next);
}

/** A month's weekday by its place. */
function nthOf(first: Day, weekday: number, place: number): Day {
  if (place > 0) return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (place - 1);
  const last = addMonths(first, 1) - 1;
  return last - ((weekdayOf(last) - weekday + 7) % 7);
}
