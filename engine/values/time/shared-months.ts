import { calendarDate, dayOf } from './calendar.ts';
import { dayAndMonth, dayNumber, digitDate } from './days-of-months.ts';
import { oneDay } from './open-dates.ts';
import type { DateReading, Days } from './periods.ts';
import type { Found, Stream } from './stream.ts';

/** Two days of which only one has a month, which is that of both: `3 and 6 december`, `December 3 to 6`. */
export interface DaysOfOneMonth {
  first: DateReading;
  last: DateReading;
  /** The index of the word that the last begins at. */
  lastFrom: number;
  /** True if the days between them are meant too. */
  isStretch: boolean;
}

/** The words that may join the two. Beside `and`, a bare number is a day only between two. */
type Joiner = 'and' | 'to';

const LEADS = ['lead', 'dayLead'] as const;

/** Two days of one month that begin at a word, with or without the word before them that says that there are two. */
export function daysOfOneMonth(stream: Stream, from: number): DaysOfOneMonth | null {
  const known = readings.get(stream) ?? new Map<number, DaysOfOneMonth | null>();
  readings.set(stream, known);
  const reading = known.get(from);
  if (reading !== undefined) return reading;
  const days = readDays(stream, from);
  known.set(from, days);
  return days;
}

/** Dates and stretches of days ask for the same words. */
const readings = new WeakMap<Stream, Map<number, DaysOfOneMonth | null>>();

function readDays(stream: Stream, from: number): DaysOfOneMonth | null {
  const isBetween = isOpened(stream, from, 'between');
  for (const joiner of ['to', 'and'] as const) {
    const days = monthAtEnd(stream, from, joiner, isBetween) ?? monthAtStart(stream, from, joiner);
    const isStretch = joiner === 'to' || isBetween;
    if (days !== null && (!isStretch || days.first.first < days.last.first)) return { ...days, isStretch };
  }
  return null;
}

/** Words in the longest opening: `desde el`. */
const MAX_OPENING = 2;

function isOpened(stream: Stream, from: number, kind: 'between' | 'from'): boolean {
  for (let back = 1; back <= MAX_OPENING; back += 1)
    for (const { next } of stream.all(from - back, kind)) if (next === from) return true;
  return false;
}

/** The places where the second of two dates may begin. */
export function endsAt(stream: Stream, at: number, joiner: Joiner): number[] {
  const ends = [...stream.all(at, joiner)].map(({ next }: Found<true>) => next);
  return joiner === 'to' && stream.isDashed(at) ? [at, ...ends] : ends;
}

type Pair = Omit<DaysOfOneMonth, 'isStretch'>;

/** `3 and 6 december`, `the 3rd to the 6th of december`, `3.-6.12.`. */
function monthAtEnd(stream: Stream, from: number, joiner: Joiner, isBetween: boolean): Pair | null {
  const starts = [from, stream.skip(from, LEADS), stream.skip(from, LEADS, 2)];
  for (const at of new Set(starts.flatMap((start) => [start, behindWeekday(stream, start)]))) {
    const day = dayNumber(stream, at);
    if (day === null) continue;
    if (joiner === 'and' && !isBetween && at === from && !day.isOrdinal) continue;
    for (const end of endsAt(stream, day.next, joiner)) {
      const start = behindWeekday(stream, stream.skip(end, LEADS, 2));
      const last = digitDate(stream, start) ?? dayAndMonth(stream, start);
      const isOwn = last === null || dayAndMonth(stream, at) !== null;
      const first = isOwn ? null : sameMonth(last, day.value);
      if (last !== null && first !== null)
        return { first: { ...first, next: day.next }, last, lastFrom: end };
    }
  }
  return null;
}

/** The place of the day in `friday 3`: "friday 3 to sunday 5 july". */
const behindWeekday = (stream: Stream, at: number): number => stream.find(at, 'weekday')?.next ?? at;

/** `December 3 to 6`, `Dec 4-7`. */
function monthAtStart(stream: Stream, from: number, joiner: Joiner): Pair | null {
  const first = dayAndMonth(stream, stream.skip(from, LEADS));
  if (first === null) return null;
  for (const end of endsAt(stream, first.next, joiner)) {
    const day = dayNumber(stream, stream.skip(end, LEADS, 2));
    if (day === null || !stream.isSettledHour(day.next) || isOfSomethingElse(stream, day.next)) continue;
    const last = sameMonth(first, day.value);
    if (last !== null) return { first, last: { ...last, next: day.next }, lastFrom: end };
  }
  return null;
}

/** True if a number goes on as an hour, a count or another date. */
const isOfSomethingElse = (stream: Stream, at: number): boolean =>
  (['unit', 'half', 'hours', 'part', 'month', 'vagueMonth', 'which'] as const).some(
    (kind) => stream.find(at, kind) !== null,
  ) || stream.digits(at - 1)?.kind === 'clock';

/** Another day of the month of a date. */
function sameMonth(date: DateReading, of: number): DateReading | null {
  const dayIn = ({ first }: Days): Days | null => {
    const { year, month } = calendarDate(first);
    const day = dayOf(year, month, of);
    return day === null ? null : { first: day, last: day };
  };
  const days = dayIn(date);
  if (days === null) return null;
  const alternative = date.alternative === null ? null : dayIn(date.alternative);
  return { ...oneDay(days.first, date.next), alternative, cycle: date.cycle };
}
