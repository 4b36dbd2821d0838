import type { Unit } from '../../language/time.ts';
import type { Day } from './calendar.ts';
import { dayAndMonth, digitDate } from './days-of-months.ts';
import { feast } from './feasts.ts';
import { oneDay } from './open-dates.ts';
import { type DateReading, nearWeekday, shifted } from './periods.ts';
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
    const counts = countsAt(stream, stream.skip(start, ['at']));
    const last = counts.at(-1)?.unit;
    if (last === undefined) continue;
    const ago = stream.find(last.next, 'ago');
    const ahead = stream.find(last.next, 'fromNow');
    const sign = start === over?.next || ago !== null ? -1 : start === within?.next || ahead !== null ? 1 : 0;
    const origin = sign === 0 ? originOf(stream, last, start) : null;
    const direction = origin?.isBack === true ? -1 : sign || 1;
    const day = countedFrom(origin?.day.first ?? stream.today, counts, direction);
    if (day !== null && (sign !== 0 || origin !== null))
      return oneDay(day, origin?.day.next ?? ago?.next ?? ahead?.next ?? last.next);
  }
  return null;
}

/** So many of a unit. */
interface Count {
  count: number;
  unit: Found<Unit>;
}

/** Units in one count. */
const MAX_COUNTS = 4;

/** `two weeks`, `1 month and 21 days`, `2 years, 3 months`. */
function countsAt(stream: Stream, start: number): Count[] {
  const counts: Count[] = [];
  for (let at = start; counts.length < MAX_COUNTS; ) {
    const count = stream.count(at);
    const unit = count === null ? null : unitAfter(stream, count.next);
    const isKnown = counts.some((alternative) => alternative.unit.value === unit?.value);
    if (count === null || unit === null || count.value > MAX_COUNT || isKnown) break;
    counts.push({ count: count.value, unit });
    at = stream.skip(unit.next, ['and']);
  }
  return counts;
}

/** The day that all counts lead to, the longest units first; null where one is shorter than a day. */
function countedFrom(origin: Day, counts: readonly Count[], direction: number): Day | null {
  const longestFirst = counts.toSorted((count, alternative) => rankOf(count) - rankOf(alternative));
  return longestFirst.reduce<Day | null>(
    (day, { count, unit }) => (day === null ? null : shifted(day, unit.value, direction * count)),
    origin,
  );
}

const LONGEST_FIRST: readonly Unit[] = ['year', 'quarter', 'month'];
const rankOf = ({ unit }: Count): number => {
  const rank = LONGEST_FIRST.indexOf(unit.value);
  return rank < 0 ? LONGEST_FIRST.length : rank;
};

/** `two sundays from now`, `three fridays ago`: the second that comes, the third that is over. */
export function countedWeekday(stream: Stream, at: number): DateReading | null {
  const count = stream.count(at);
  const weekday = count === null ? null : stream.find(count.next, 'weekday');
  if (count === null || weekday === null || !(count.value >= 1 && count.value <= MAX_WEEKS)) return null;
  const ago = stream.find(weekday.next, 'ago');
  const end = ago ?? stream.find(weekday.next, 'fromNow');
  if (end === null || !Number.isInteger(count.value)) return null;
  const nearest = nearWeekday(stream.today, weekday.value, ago === null ? 'coming' : 'last');
  return oneDay(nearest + 7 * (count.value - 1) * (ago === null ? 1 : -1), end.next);
}

/** `the third tuesday after christmas`, `erster Montag nach Ostern`. */
export function nthWeekdayAfter(stream: Stream, at: number): DateReading | null {
  const place = stream.number(at);
  const weekday = place?.isOrdinal ? stream.find(place.next, 'weekday') : null;
  const from = weekday === null ? null : stream.find(weekday.next, 'countFrom');
  const day = from?.value === 'any' ? singleDay(stream, from.next) : null;
  if (place === null || weekday === null || day === null || place.value > MAX_WEEKS) return null;
  return oneDay(nearWeekday(day.first, weekday.value, 'coming') + 7 * (place.value - 1), day.next);
}

/** `the last sunday before christmas`, `Freitag vor dem 24. Dezember`, `the friday after easter`. */
export function weekdayBeside(stream: Stream, at: number): DateReading | null {
  const which = stream.find(at, 'which');
  const weekday = stream.find(which?.next ?? at, 'weekday');
  if (weekday === null || (which !== null && which.value !== 'last')) return null;
  const back = stream.find(weekday.next, 'countBack');
  const from = which === null && back === null ? stream.find(weekday.next, 'countFrom') : null;
  const start = back ?? (from?.value === 'any' ? from : null);
  if (start === null) return null;
  const first = stream.skip(start.next, ['lead', 'dayLead']);
  // "Friday from the 3rd of December" begins on that day.
  const named = feast(stream, first);
  const day = named ?? (back === null ? null : (dayAndMonth(stream, first) ?? digitDate(stream, first)));
  if (day === null) return null;
  return oneDay(nearWeekday(day.first, weekday.value, back === null ? 'coming' : 'last'), day.next);
}

/** The unit of `12 more days`, `12 días más`. */
function unitAfter(stream: Stream, at: number): Found<Unit> | null {
  const unit = stream.find(stream.skip(at, ['further']), 'unit');
  return unit === null ? null : { value: unit.value, next: stream.skip(unit.next, ['further']) };
}

/**
 * The day that a count begins at: a week `from monday`, two days `after christmas`, and back, two days `before easter`;
 * `on monday` and `today` after weeks alone.
 */
function originOf(
  stream: Stream,
  unit: Found<Unit>,
  start: number,
): { day: DateReading; isBack: boolean } | null {
  const back = stream.find(unit.next, 'countBack');
  const until = back === null ? null : singleDay(stream, back.next);
  if (until !== null) return { day: until, isBack: true };
  const day = countedOn(stream, unit, start);
  return day === null ? null : { day, isBack: false };
}

function countedOn(stream: Stream, unit: Found<Unit>, start: number): DateReading | null {
  const from = stream.find(unit.next, 'countFrom');
  const isWeeks = unit.value === 'week' || unit.value === 'fortnight';
  // "For a week on monday" begins on monday.
  const isLength = stream.find(start - 1, 'lasting') !== null;
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
  const { alternative } = day;
  const shift = beside.value;
  return {
    ...oneDay(day.first + shift, day.next),
    alternative:
      alternative === null ? null : { first: alternative.first + shift, last: alternative.last + shift },
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
