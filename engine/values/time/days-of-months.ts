import { calendarDate, dayOf } from './calendar.ts';
import { dayOfMonth, oneDay, withoutYear } from './open-dates.ts';
import type { DateReading } from './periods.ts';
import { relativeUnit } from './relative-units.ts';
import type { Found, Stream } from './stream.ts';

export function digitDate(stream: Stream, at: number): DateReading | null {
  const token = stream.digits(at);
  if (token?.kind === 'date') return oneDay(token.day, token.next);
  return token?.kind === 'yearless' ? withoutYear(stream, token.month, token.date, token.next) : null;
}

/** The number of a day: 1–31. */
export function dayNumber(
  stream: Stream,
  at: number,
): (Found<number> & { isOrdinal: boolean; isDigits: boolean }) | null {
  const number = stream.number(at);
  if (number === null || !Number.isInteger(number.value) || number.value < 1 || number.value > 31)
    return null;
  return number;
}

export function monthAt(stream: Stream, at: number): Found<number> | null {
  return stream.find(at, 'month') ?? stream.find(at, 'vagueMonth');
}

const isYear = (value: number): boolean => value >= 1900 && value < 2200;

/** `two thousand eighteen`, `nineteen seventy-eight`. */
function spelledYear(stream: Stream, { value, next }: Found<number>): Found<number> | null {
  if (isYear(value)) return { value, next };
  const ones = value === 19 || value === 20 ? stream.number(next) : null;
  const isPair = ones !== null && !ones.isOrdinal && !ones.isDigits && stream.isAdjacent(next);
  return isPair && ones.value >= 10 && ones.value < 100
    ? { value: value * 100 + ones.value, next: ones.next }
    : null;
}

export function yearAt(stream: Stream, at: number): Found<number> | null {
  for (const start of [at, stream.skip(at, ['link'])]) {
    const number = stream.number(start);
    if (number?.isDigits && !number.isOrdinal && isYear(number.value)) return number;
    const spelled =
      number === null || number.isDigits || number.isOrdinal ? null : spelledYear(stream, number);
    if (spelled !== null && stream.isSettled(spelled.next)) return spelled;
  }
  // "April of last year".
  const relative = relativeUnit(stream, stream.skip(at, ['link', 'lead'], 2), false);
  if (relative?.grain === 'year') return { value: calendarDate(relative.first).year, next: relative.next };
  return null;
}

/** `5th of April 2027`, `April 5`, `the 8th of next month`. */
export function dayAndMonth(stream: Stream, at: number): DateReading | null {
  const day = dayNumber(stream, at);
  if (day !== null) {
    const start = afterDay(stream, day);
    const month = monthAt(stream, start);
    return month === null
      ? ofMonthFromToday(stream, day, start)
      : datedOf(stream, month.value, day.value, month.next);
  }
  const leading = monthAt(stream, at);
  if (leading === null) return null;
  const second = dayNumber(stream, stream.skip(leading.next, ['lead']));
  if (second === null) return null;
  // "March two" may be a month and a count: the year or the end follows a day.
  const isDay =
    second.isDigits || second.isOrdinal || stream.isAtEnd(second.next) || yearAt(stream, second.next);
  if (!isDay || (!second.isDigits && !stream.isAdjacent(leading.next) && !second.isOrdinal)) return null;
  return datedOf(stream, leading.value, second.value, second.next);
}

/** The place of a day's month. After a bare number it follows at once: "for 5 on december 11" has no 5 December. */
function afterDay(stream: Stream, day: Found<number> & { isOrdinal: boolean }): number {
  if (day.isOrdinal) return stream.skip(day.next, ['link', 'lead'], 2);
  return stream.isAdjacent(day.next) ? stream.skip(day.next, ['ofMonth']) : -1;
}

/** `8th of next month`, `el 8 del mes que viene`, `am 8. des Monats`. */
function ofMonthFromToday(
  stream: Stream,
  day: Found<number> & { isOrdinal: boolean },
  start: number,
): DateReading | null {
  if (start === day.next && !day.isOrdinal) return null;
  const period = relativeUnit(stream, start, true);
  if (period?.grain === 'month') {
    const date = dayOf(calendarDate(period.first).year, calendarDate(period.first).month, day.value);
    return date === null ? null : oneDay(date, period.next);
  }
  const unit = stream.find(start, 'unit');
  return unit?.value === 'month' && start > day.next ? dayOfMonth(stream, day.value, unit.next) : null;
}

/** `next month on the 15th`, `nächsten Monat am 15.`. */
export function monthThenDay(stream: Stream, at: number): DateReading | null {
  const period = relativeUnit(stream, at, true);
  if (period?.grain !== 'month') return null;
  const start = stream.skip(period.next, ['link', 'lead', 'dayLead'], 2);
  const day = start === period.next ? null : dayNumber(stream, start);
  if (day === null || stream.find(day.next, 'unit') !== null || !stream.isSettledHour(day.next)) return null;
  const { year, month } = calendarDate(period.first);
  const date = dayOf(year, month, day.value);
  return date === null || monthAt(stream, stream.skip(day.next, ['link'])) !== null
    ? null
    : oneDay(date, day.next);
}

function datedOf(stream: Stream, month: number, date: number, next: number): DateReading | null {
  const year = yearAt(stream, next);
  if (year === null) return withoutYear(stream, month, date, next);
  const day = dayOf(year.value, month, date);
  return day === null ? null : oneDay(day, year.next);
}

/** True of the month of `30 February`, which is no date, nor the whole month. */
export function isOfNoSuchDay(stream: Stream, at: number, month: Found<number>): boolean {
  const after = dayNumber(stream, stream.skip(month.next, ['lead']));
  const before = [1, 2, 3].map((back) => dayNumber(stream, at - back));
  const own = before.find((day) => day !== null && stream.skip(day.next, ['link', 'lead'], 2) === at);
  return [own, after?.isDigits || after?.isOrdinal ? after : null].some(
    (day) => day && withoutYear(stream, month.value, day.value, day.next) === null,
  );
}

const withNoSuchDay = new WeakMap<Stream, boolean>();

/** True if a date is said that no month has. */
export function hasNoSuchDay(stream: Stream): boolean {
  let known = withNoSuchDay.get(stream);
  if (known === undefined) {
    known = stream.words.some((_, at) => {
      if (stream.digits(at)?.kind === 'noDate') return true;
      const month = monthAt(stream, at);
      return month !== null && isOfNoSuchDay(stream, at, month);
    });
    withNoSuchDay.set(stream, known);
  }
  return known;
}
