import { addMonths, calendarDate, dayOf, firstOfYear } from './calendar.ts';
import { dayNumber } from './days-of-months.ts';
import { dayOfMonth, fixed, oneDay, openMonth, withoutYear } from './open-dates.ts';
import { type DateReading, months } from './periods.ts';
import { relativeUnit } from './relative-units.ts';
import type { Found, Stream } from './stream.ts';
import { weekdayAt } from './weekdays.ts';

/**
 * Dates whose parts are numbers with the unit behind each, the largest first: `2026年3月5日`, `三月五号`, `来年の4月`,
 * `下个月15日`, `5日`.
 */
export function numberedDate(stream: Stream, at: number): DateReading | null {
  const year = numberedYear(stream, at);
  const monthFrom = year === null ? at : stream.skip(year.next, ['link']);
  const month = numberedMonth(stream, monthFrom);
  if (month === null) return year === null || year.isRelative ? dayOfNamedMonth(stream, at) : wholeYear(year);
  const day = numberedDay(stream, stream.skip(month.next, ['link']));
  if (day !== null) {
    const date = year === null ? null : dayOf(year.value, month.value, day.value);
    if (year === null) return withoutYear(stream, month.value, day.value, day.next);
    return date === null ? null : oneDay(date, day.next);
  }
  const first = year === null ? null : dayOf(year.value, month.value, 1);
  return first === null
    ? openMonth(stream, month.value, month.next)
    : fixed(months(first, 1), 'month', month.next);
}

/** `5日`, `来月の5日`. */
function dayOfNamedMonth(stream: Stream, at: number): DateReading | null {
  const period = relativeUnit(stream, at, false);
  const isMonth = period?.grain === 'month';
  const day = numberedDay(stream, isMonth ? stream.skip(period.next, ['link']) : at);
  if (day === null) return null;
  // "2月30日" is no 30th of another month.
  if (!isMonth && stream.find(at - 1, 'monthUnit') !== null) return null;
  if (!isMonth) return dayOfMonth(stream, day.value, day.next);
  const { year, month } = calendarDate(period.first);
  const date = dayOf(year, month, day.value);
  return date === null ? null : oneDay(date, day.next);
}

function wholeYear({ value, next }: Found<number>): DateReading | null {
  const first = dayOf(value, 1, 1);
  return first === null ? null : fixed({ first, last: addMonths(firstOfYear(first), 12) - 1 }, 'year', next);
}

function numberedYear(stream: Stream, at: number): (Found<number> & { isRelative: boolean }) | null {
  const relative = relativeUnit(stream, at, false);
  if (relative?.grain === 'year')
    return { value: calendarDate(relative.first).year, next: relative.next, isRelative: true };
  const era = stream.find(at, 'era');
  const number = wholeNumber(stream, era?.next ?? at);
  const unit = number === null ? null : stream.find(number.next, 'yearUnit');
  const value = (number?.value ?? 0) + (era?.value ?? 0);
  return unit === null || value < 1900 || value >= 2200
    ? null
    : { value, next: unit.next, isRelative: false };
}

function numberedMonth(stream: Stream, at: number): Found<number> | null {
  const number = wholeNumber(stream, at);
  const unit = number === null ? null : stream.find(number.next, 'monthUnit');
  if (number === null || unit === null || number.value < 1 || number.value > 12) return null;
  return { value: number.value, next: unit.next };
}

/** With the weekday that stands beside it in brackets or without. */
function numberedDay(stream: Stream, at: number): Found<number> | null {
  const number = dayNumber(stream, at);
  const unit = number === null ? null : stream.find(number.next, 'dateUnit');
  if (number === null || unit === null) return null;
  const weekday =
    weekdayAt(stream, unit.next) ??
    (stream.isBracketed(unit.next) ? stream.find(unit.next, 'bracketedWeekday') : null);
  return { value: number.value, next: weekday?.next ?? unit.next };
}

function wholeNumber(stream: Stream, at: number): Found<number> | null {
  const number = stream.number(at);
  return number === null || number.isOrdinal || !Number.isInteger(number.value) ? null : number;
}
