import type { PartOfDay } from '../../language/time.ts';
import type { TimeReading } from '../categories.ts';
import type { Chart } from '../chart.ts';
import { numberOfHour } from './clocks.ts';
import { bareHour, inPart, ofPart, timeAt } from './times.ts';

/**
 * A time of day, by the part of the day that stands beside it: `tonight` at 8, at 8 tomorrow `evening`. The part alone is a stretch; with
 * a time after it, it is not read by itself.
 */
export function timeOfDay(stream: Chart, from: number): TimeReading | null {
  const time = timeAt(stream, from) ?? hourOfDayPart(stream, from) ?? namedPart(stream, from);
  if (time === null) return null;
  if (time.grain === 'part')
    return isExact(timeAt(stream, time.next)) ? null : (hourOfPart(stream, time, from) ?? time);
  const part = partBefore(stream, from) ?? partAfter(stream, time.next)?.value ?? null;
  return part === null || !isExact(time) ? time : inPart(time, part);
}

/** The bare hour behind a part of the day, where nothing is counted: `evening 6`. */
function hourOfPart(stream: Chart, { next }: TimeReading, from: number): TimeReading | null {
  const part = partBefore(stream, next);
  const hour = stream.settings.bareHours && stream.isAdjacent(next) ? numberOfHour(stream, next) : null;
  if (part === null || hour === null || hour.value > 12 || stream.isPartOfDigits(next)) return null;
  if (!stream.isSettledHour(hour.next) || stream.find(from - 1, 'degree') !== null) return null;
  return inPart(bareHour(hour), part);
}

/** The bare hour that a sentence begins with, before a part of a day that is named: `8 tonight`, `nine tomorrow evening`. */
export function hourOfDayPart(stream: Chart, from: number): TimeReading | null {
  const hour = stream.isAtEnd(from) ? stream.number(from) : null;
  if (hour === null || hour.isOrdinal || !Number.isInteger(hour.value) || hour.value < 1) return null;
  const at = stream.skip(hour.next, ['link']);
  const part = partAfter(stream, hour.next) ?? partAfter(stream, at);
  if (part === null || hour.value > 12 || !stream.settings.bareHours || !stream.isAdjacent(hour.next))
    return null;
  return inPart(bareHour(hour), part.value);
}

const isExact = (time: TimeReading | null): boolean => time !== null && time.endMinute === null;

/** The evening of `tonight`. */
export function namedPart(stream: Chart, from: number): TimeReading | null {
  const part = stream.find(from, 'dayPart');
  return part === null ? null : ofPart(part.value.part, part.next);
}

/** Words in the longest part of a day. */
const MAX_PART_WORDS = 4;

/** The part of a day that is named right before a word. */
export function partBefore(stream: Chart, from: number): PartOfDay | null {
  for (let back = 1; back <= MAX_PART_WORDS; back += 1) {
    const part = stream.find(from - back, 'part');
    if (part?.next === from) return part.value;
    const named = stream.find(from - back, 'dayPart');
    if (named?.next === from) return named.value.part;
  }
  return null;
}

/** The part of a day that is named after the time, with the day before it: at 8 `tonight`, at 8 on friday `evening`. */
export function partAfter(stream: Chart, next: number): { value: PartOfDay; from: number } | null {
  const named = stream.find(next, 'dayPart');
  if (named !== null) return { value: named.value.part, from: next };
  const at = stream.skip(next, ['link', 'lead'], 2);
  const day = stream.find(next, 'day') ?? stream.find(at, 'weekday') ?? stream.find(at, 'vagueWeekday');
  const part = day === null ? null : stream.find(day.next, 'part');
  return day === null || part === null ? null : { value: part.value, from: day.next };
}
