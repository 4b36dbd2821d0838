import type { PartOfDay } from '../../language/time.ts';
import type { Day } from './calendar.ts';
import type { Chart } from './chart.ts';
import { dateAt, hasNoSuchDay, oneDay } from './dates.ts';
import type { Dated } from './days.ts';
import { durationAt } from './durations.ts';
import { hourOfDayPart } from './parts-of-days.ts';
import { timeRangeAt } from './time-ranges.ts';
import { answeredTime, hourOnDay, inPart, ofPart, type TimeReading, timeAt } from './times.ts';

/** A day with a time of it, or one of the two alone. */
export interface MomentReading {
  day: Day;
  /** Minutes since that day's midnight; null where only the day is known. */
  minute: number | null;
  endMinute: number | null;
  /** The same words said of another day or half of the day, the likeliest first. */
  alternatives: readonly { day: Day; minute: number | null }[];
  grain: 'day' | 'minute' | 'part';
  next: number;
}

/** The longest moment that begins at a word: `tomorrow at 5`, `at 3 pm next tuesday`, `in two hours`, `friday`. */
export function momentAt(stream: Chart, from: number): MomentReading | null {
  let best: MomentReading | null = null;
  for (const read of [now, fromNow, besideTime, partOfNamedDay, dayThenTime, timeThenDay]) {
    const reading = read(stream, from);
    if (reading !== null && reading.next > (best?.next ?? from)) best = reading;
  }
  return best;
}

function now(stream: Chart, from: number): MomentReading | null {
  const found = stream.find(from, 'now');
  return found === null ? null : { ...moment(stream.today, stream.minute), next: found.next };
}

const moment = (day: Day, minute: number): Omit<MomentReading, 'next'> => ({
  day,
  minute,
  endMinute: null,
  alternatives: [],
  grain: 'minute',
});

/** `in two hours`, `half an hour ago`. */
export function fromNow(stream: Chart, from: number): MomentReading | null {
  const within = stream.find(from, 'within');
  const over = stream.find(from, 'agoBefore');
  for (const start of [within?.next, over?.next, from]) {
    const duration =
      start === undefined ? null : durationAt(stream, start === from ? from : stream.skip(start, ['at']));
    if (start === undefined || duration === null || duration.minutes === null) continue;
    if (duration.grain !== 'hour' && duration.grain !== 'minute') continue;
    const ago = stream.find(duration.next, 'ago');
    const ahead = stream.find(duration.next, 'fromNow');
    const sign = start === over?.next || ago !== null ? -1 : start === within?.next || ahead !== null ? 1 : 0;
    if (sign === 0) continue;
    const next = ago?.next ?? ahead?.next ?? duration.next;
    return { ...moment(stream.today, stream.minute + sign * Math.round(duration.minutes)), next };
  }
  return null;
}

/** `two hours before midnight`, `half an hour after 6 pm tomorrow`. */
function besideTime(stream: Chart, from: number): MomentReading | null {
  const duration = durationAt(stream, from);
  if (duration === null || duration.minutes === null) return null;
  if (duration.grain !== 'hour' && duration.grain !== 'minute') return null;
  const back = stream.find(duration.next, 'countBack');
  const ahead = stream.find(duration.next, 'countFrom');
  const start = back ?? (ahead?.value === 'any' ? ahead : null);
  const time = start === null ? null : (timeThenDay(stream, start.next) ?? dayThenTime(stream, start.next));
  if (time === null || time.minute === null || time.endMinute !== null) return null;
  const minute = time.minute + (back === null ? 1 : -1) * duration.minutes;
  return { ...moment(time.day, minute), next: time.next };
}

function dayThenTime(stream: Chart, from: number): MomentReading | null {
  const date = dateAt(stream, from);
  if (date === null) return null;
  const { first, grain } = date.value;
  for (const start of new Set([
    date.next,
    stream.skip(date.next, ['link']),
    stream.skip(date.next, ['link'], 2),
  ])) {
    const time =
      wholeTime(stream, start) ??
      (grain === 'day' ? (hourOnDay(stream, start) ?? hourAtEnd(stream, from, start)) : null);
    if (time !== null) return joined(date.value, time, time.next);
    const ahead = first === stream.today && grain === 'day' ? fromNow(stream, start) : null;
    if (ahead !== null) return ahead;
  }
  return grain === 'day'
    ? {
        ...moment(first, 0),
        minute: null,
        grain: 'day',
        alternatives: otherDay(date.value, null),
        next: date.next,
      }
    : null;
}

/** The bare hour of `tomorrow 9`, where no more is said. */
function hourAtEnd(stream: Chart, from: number, start: number): TimeReading | null {
  const time = from === 0 && stream.isAdjacent(start) ? answeredTime(stream, start) : null;
  return time !== null && time.next === stream.words.length && stream.number(start)?.isOrdinal === false
    ? time
    : null;
}

/** A time, or a part of the day and then a time or a stretch: `früh um 8`, `Vormittag von 9 bis 11`. */
function wholeTime(stream: Chart, start: number): TimeReading | null {
  const time = timeRangeAt(stream, start);
  const part = stream.find(start, 'part');
  const stretch = part === null ? null : timeRangeAt(stream, part.next);
  if (part !== null && stretch?.grain === 'minute') return stretchInPart(stretch, part.value);
  const exact = part === null ? null : timeAt(stream, part.next);
  if (part !== null && exact !== null && exact.endMinute === null) return inPart(exact, part.value);
  const single = timeAt(stream, start);
  return time !== null && time.next >= (single?.next ?? 0) ? time : single;
}

/** `evening from 6 to 8`: both ends are in the part that they are nearest to. */
function stretchInPart(time: TimeReading, part: PartOfDay): TimeReading {
  if (time.endMinute === null || time.endMinute > 720 || part.half === 'am') return time;
  return { ...time, minute: time.minute + 720, endMinute: time.endMinute + 720 };
}

function joined(date: Dated, time: TimeReading, next: number): MomentReading {
  const onOtherDay = otherDay(date, time.minute);
  const inOtherHalf = time.alternative === null ? [] : [{ day: date.first, minute: time.alternative }];
  return {
    day: date.first,
    minute: time.minute,
    endMinute: time.endMinute,
    alternatives: onOtherDay.length > 0 ? onOtherDay : inOtherHalf,
    grain: time.grain,
    next,
  };
}

const otherDay = ({ alternative }: Dated, minute: number | null) =>
  alternative === null ? [] : [{ day: alternative.first, minute }];

/** `at 3 pm next tuesday`, or a time alone: today's, or tomorrow's where it is over. */
function timeThenDay(stream: Chart, from: number): MomentReading | null {
  const range = timeRangeAt(stream, from);
  const single = timeAt(stream, from) ?? hourOfDayPart(stream, from) ?? hourBeforeDay(stream, from);
  const time = range !== null && range.next >= (single?.next ?? 0) ? range : single;
  if (time === null) return null;
  for (const start of new Set([
    time.next,
    stream.skip(time.next, ['link']),
    stream.skip(time.next, ['link'], 2),
  ])) {
    const date = dateAt(stream, start);
    if (date === null || date.value.grain !== 'day') continue;
    const part = time.endMinute === null ? stream.find(date.next, 'part') : null;
    return part === null
      ? joined(date.value, time, date.next)
      : joined(date.value, inPart(time, part.value), part.next);
  }
  const named = time.endMinute === null ? stream.find(stream.skip(time.next, ['link']), 'dayPart') : null;
  if (named !== null) {
    const { day, part } = named.value;
    return joined(oneDay(stream.today + day), inPart(time, part), named.next);
  }
  // "30 February at 5" is no time of today.
  if (hasNoSuchDay(stream)) return null;
  const isOver = (time.endMinute ?? time.minute) <= stream.minute;
  const day = stream.today + (isOver ? 1 : 0);
  const minutes = [time.minute, ...(time.alternative === null ? [] : [time.alternative])];
  const [, ...alternatives] = [day, day - 1].flatMap((of) => minutes.map((minute) => ({ day: of, minute })));
  return {
    day,
    minute: time.minute,
    endMinute: time.endMinute,
    alternatives,
    grain: time.grain,
    next: time.next,
  };
}

/** The bare hour of `9 tomorrow`, where no more is said. */
function hourBeforeDay(stream: Chart, from: number): TimeReading | null {
  const time = from === 0 ? answeredTime(stream, from) : null;
  const date = time === null || !stream.isAdjacent(time.next) ? null : dateAt(stream, time.next);
  return date?.next === stream.words.length && stream.find(time?.next ?? 0, 'day') !== null ? time : null;
}

/** `tonight`, `tonight at 8`. */
function partOfNamedDay(stream: Chart, from: number): MomentReading | null {
  const dayPart = stream.find(from, 'dayPart');
  if (dayPart === null) return null;
  const { day, part } = dayPart.value;
  const exact = timeAt(stream, dayPart.next);
  const time = exact !== null && exact.endMinute === null ? inPart(exact, part) : ofPart(part, dayPart.next);
  return {
    day: stream.today + day,
    minute: time.minute,
    endMinute: time.endMinute,
    alternatives: [],
    grain: time.grain,
    next: time.next,
  };
}
