import type { Unit } from '../../language/time.ts';
import { dayAndMonth, digitDate } from './days-of-months.ts';
import { feast } from './feasts.ts';
import { oneDay } from './open-dates.ts';
import { type DateReading, shifted } from './periods.ts';
import { relativeDay } from './relative-units.ts';
import type { Found, Stream } from './stream.ts';
import { relativeWeekday } from './weekdays.ts';

/** Counts beyond this are no dates that anyone means. */
const MAX_COUNT = 1000;

/** `in two weeks`, `three days ago`, `hace un mes`, `a month from now`. */
export function countedUnit(stream: Stream, at: number): DateReading | null {
  const within = stream.find(at, 'within');
  const over = stream.find(at, 'agoBefore');
  const starts = [over?.next, within?.next, at].filter((start) => start !== undefined);
  for (const start of starts) {
    const count = stream.count(stream.skip(start, ['at']));
    const unit = count === null ? null : unitAfter(stream, count.next);
    if (count === null || unit === null || count.value > MAX_COUNT) continue;
    const ago = stream.find(unit.next, 'ago');
    const ahead = stream.find(unit.next, 'fromNow');
    const sign = start === over?.next || ago !== null ? -1 : start === within?.next || ahead !== null ? 1 : 0;
    const origin = sign === 0 ? originOf(stream, unit, start) : null;
    const day = shifted(origin?.first ?? stream.today, unit.value, (sign || 1) * count.value);
    if (day !== null && (sign !== 0 || origin !== null))
      return oneDay(day, origin?.next ?? ago?.next ?? ahead?.next ?? unit.next);
  }
  return null;
}

/** The unit of `12 more days`, `12 días más`. */
function unitAfter(stream: Stream, at: number): Found<Unit> | null {
  const unit = stream.find(stream.skip(at, ['further']), 'unit');
  return unit === null ? null : { value: unit.value, next: stream.skip(unit.next, ['further']) };
}

/**
 * The day that a count begins at: a week `from monday`, two days `after christmas`; `on monday` and `today` after weeks
 * alone.
 */
function originOf(stream: Stream, unit: Found<Unit>, start: number): DateReading | null {
  const from = stream.find(unit.next, 'countFrom');
  const isWeeks = unit.value === 'week' || unit.value === 'fortnight';
  // "For a week on monday" begins on monday.
  const isLength = stream.find(start - 1, 'goesOn') !== null;
  if (from === null) {
    const day = isWeeks && !isLength ? stream.find(unit.next, 'weeksTo') : null;
    return day && oneDay(stream.today + day.value, day.next);
  }
  if (from.value === 'weeks' && (!isWeeks || isLength)) return null;
  return singleDay(stream, from.next);
}

/** A day that others are told by. */
function singleDay(stream: Stream, start: number): DateReading | null {
  const at = stream.skip(start, ['lead', 'dayLead']);
  for (const read of [feast, dayAndMonth, digitDate]) {
    const reading = read(stream, at);
    if (reading !== null) return reading;
  }
  return relativeDay(stream, start) ?? relativeWeekday(stream, at);
}

/** `the day after christmas`, `la veille de Noël`. */
export function besideDay(stream: Stream, at: number): DateReading | null {
  const beside = stream.find(at, 'besideDay');
  const day = beside === null ? null : singleDay(stream, beside.next);
  if (beside === null || day === null) return null;
  const { other } = day;
  const shift = beside.value;
  return {
    ...oneDay(day.first + shift, day.next),
    other: other === null ? null : { first: other.first + shift, last: other.last + shift },
    cycle: day.cycle,
  };
}

/** Days in which people count weeks: "in acht Tagen", "dans quinze jours". */
const WEEKS_OF_DAYS: ReadonlyMap<number, number> = new Map([
  [7, 1],
  [8, 1],
  [14, 2],
  [15, 2],
]);
const MAX_WEEKS = 52;

/** So many weeks after a day: `monday week`, `lundi en huit`, `Montag in einer Woche`. */
export function weeksAfter(stream: Stream, at: number): DateReading | null {
  if (stream.find(at, 'which')?.value === 'last') return null;
  const day = relativeDay(stream, at) ?? relativeWeekday(stream, at);
  if (day === null || day.first < stream.today) return null;
  const weeks = countedWeeks(stream, day.next) ?? namedWeeks(stream, day.next);
  return weeks === null ? null : oneDay(day.first + 7 * weeks.value, weeks.next);
}

function namedWeeks(stream: Stream, at: number): Found<number> | null {
  const weeks = stream.find(at, 'weeksAfter');
  return weeks !== null && stream.isSettledHour(weeks.next) ? weeks : null;
}

function countedWeeks(stream: Stream, at: number): Found<number> | null {
  const within = stream.find(at, 'within');
  const count = within === null ? null : stream.count(within.next);
  const unit = count === null ? null : stream.find(count.next, 'unit');
  if (count === null || unit === null) return null;
  const weeks = weeksOf(count.value, unit.value);
  const isWhole = Number.isInteger(weeks) && weeks > 0 && weeks <= MAX_WEEKS;
  return isWhole ? { value: weeks, next: unit.next } : null;
}

function weeksOf(count: number, unit: Unit): number {
  if (unit === 'week') return count;
  if (unit === 'fortnight') return 2 * count;
  return unit === 'day' ? (WEEKS_OF_DAYS.get(count) ?? 0) : 0;
}
