import { addMonths, type Day, dayOf, firstOfMonth, weekdayOf } from './calendar.ts';
import { monthAt, yearAt } from './days-of-months.ts';
import { fixed, oneDay, opened, yearly } from './open-dates.ts';
import type { DateReading, Days } from './periods.ts';
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

/** `the first week of december`, `la última semana de enero`: seven days from the 1st, the 8th …, or the last seven. */
export function nthWeek(stream: Stream, at: number): DateReading | null {
  const place = placeAt(stream, at);
  const unit = place === null ? null : stream.find(place.next, 'unit');
  if (place === null || unit?.value !== 'week') return null;
  const start = stream.skip(unit.next, ['link', 'lead'], 2);
  const month = start === unit.next ? null : monthAt(stream, start);
  if (month === null) return null;
  const year = yearAt(stream, month.next);
  const firstOf = (of: number): Day | null => {
    const first = dayOf(of, month.value, 1);
    if (first === null) return null;
    return place.value > 0 ? first + 7 * (place.value - 1) : addMonths(first, 1) - 7;
  };
  if (year !== null) {
    const first = firstOf(year.value);
    return first === null ? null : fixed({ first, last: first + 6 }, 'week', year.next);
  }
  const ahead = yearly(stream, firstOf, month.next);
  const week = ({ first }: Days): Days => ({ first, last: first + 6 });
  return (
    ahead && {
      ...ahead,
      ...week(ahead),
      grain: 'week',
      alternative: ahead.alternative && week(ahead.alternative),
    }
  );
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
