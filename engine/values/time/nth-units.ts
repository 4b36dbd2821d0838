import type { Unit } from '../../language/time.ts';
import { addMonths, calendarDate, type Day, dayOf, firstOfYear } from './calendar.ts';
import { monthAt, yearAt } from './days-of-months.ts';
import { fixed, oneDay, yearly } from './open-dates.ts';
import { type DateReading, type Grain, months } from './periods.ts';
import { relativeUnit } from './relative-units.ts';
import type { Found, Stream } from './stream.ts';

/** The place in a larger stretch: from 1 on, or −1 for the last, −3 for the third last. */
function placeAt(stream: Stream, at: number): Found<number> | null {
  const which = stream.find(at, 'which');
  if (which !== null) return which.value === 'last' ? { value: -1, next: which.next } : null;
  const number = stream.number(at);
  if (!number?.isOrdinal || number.value < 1) return null;
  const last = stream.find(number.next, 'which');
  return last?.value === 'last' ? { value: -number.value, next: last.next } : number;
}

/** `the third day of october`, `der zweite Tag des nächsten Monats`. */
export function nthDay(stream: Stream, at: number): DateReading | null {
  const place = placedUnit(stream, at, 'day');
  // Its last day is a boundary, which may be of any stretch.
  if (place === null || place.value === -1) return null;
  const start = stream.skip(place.next, ['link', 'lead'], 2);
  if (start === place.next) return null;
  const month = monthAt(stream, start);
  if (month === null) {
    const period = relativeUnit(stream, start, true);
    return period?.grain === 'month' ? inMonth(period.first, place.value, period.next) : null;
  }
  const year = yearAt(stream, month.next);
  const inYear = (year: number): Day | null => placed(dayOf(year, month.value, 1), place.value);
  if (year === null) return yearly(stream, inYear, month.next);
  const first = dayOf(year.value, month.value, 1);
  return first === null ? null : inMonth(first, place.value, year.next);
}

/** A day of the month that begins at a day. */
function placed(first: Day | null, place: number): Day | null {
  if (first === null) return null;
  const day = place > 0 ? first + place - 1 : addMonths(first, 1) + place;
  return calendarDate(day).month === calendarDate(first).month ? day : null;
}

function inMonth(first: Day, place: number, next: number): DateReading | null {
  const day = placed(first, place);
  return day === null ? null : oneDay(day, next);
}

/** Months in each part of a year, and the grain of it. */
const PARTS: readonly (readonly [unit: Unit, months: number, grain: Grain])[] = [
  ['quarter', 3, 'quarter'],
  ['month', 1, 'month'],
];

/** `the third quarter of 2027`, `terceiro mês de 2027`; a quarter without a year is the next of its kind. */
export function nthPartOfYear(stream: Stream, at: number): DateReading | null {
  for (const [unit, length, grain] of PARTS) {
    const place = placedUnit(stream, at, unit);
    if (place === null || Math.abs(place.value) > 12 / length) continue;
    const shift = length * (place.value < 0 ? 12 / length + place.value : place.value - 1);
    const year = yearAt(stream, place.next);
    if (year !== null) {
      const first = dayOf(year.value, 1, 1);
      return first === null ? null : fixed(months(addMonths(first, shift), length), grain, year.next);
    }
    // "The last quarter" is the one before this, and "the second month" one of anything.
    if (unit !== 'quarter' || place.value < 0) continue;
    const first = firstOfYear(stream.today);
    const [inHalf, next] = [shift, shift + 12].map((count) => months(addMonths(first, count), length));
    const ahead = inHalf !== undefined && inHalf.last < stream.today ? next : inHalf;
    return ahead === undefined ? null : fixed(ahead, grain, place.next);
  }
  return null;
}

function placedUnit(stream: Stream, at: number, wanted: Unit): Found<number> | null {
  const place = placeAt(stream, at);
  const unit = place === null ? null : stream.find(place.next, 'unit');
  return place === null || unit?.value !== wanted ? null : { value: place.value, next: unit.next };
}
