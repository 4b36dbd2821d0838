import type { TimeReading } from '../categories.ts';
import { type Chart, found, type Reader, reader } from '../chart.ts';
import type { Joiner } from '../stream.ts';
import { MINUTES_A_DAY } from './calendar.ts';
import { isDayBeforeTime } from './calendar-days.ts';
import { halved } from './clocks.ts';
import { durationAt } from './durations.ts';
import { partAfter, partBefore } from './parts-of-days.ts';
import { MORNING, sureTime, timeAt } from './times.ts';

export const timeRangeAt = (chart: Chart, from: number): TimeReading | null =>
  chart.at('timeRange', from)[0]?.value ?? null;

/** `from 3 to 5 pm`, `von 15 bis 17 Uhr`, `in the evening`: the longest stretch of a day at a word. */
export const timeRangeReader: Reader<TimeReading> = reader(['between', 'from', 'time'], (stream, from) => {
  for (const { start, joiner } of stream.openings(from)) {
    const reading = pair(stream, start, joiner, start > from);
    if (reading !== null) return found(reading);
  }
  const part = timeAt(stream, from);
  return found(part?.endMinute === null ? null : part);
});

/** `10 to 12`, `8-12`: two hours by themselves, which a day beside them or a question makes a stretch. */
export function bareRange(stream: Chart, start: number): TimeReading | null {
  const token = stream.digits(start);
  if (stream.number(start)?.isDigits !== true || (token !== null && token.kind !== 'clock')) return null;
  const range = pair(stream, start, 'to', true);
  if (range === null || (range.endMinute ?? 0) >= MINUTES_A_DAY) return null;
  // "2026-12-24" and "8-12-30" hold no stretch.
  const [first, last] = [stream.words[start], stream.words[range.next - 1]];
  const isPart =
    /\d[-–/.:]$/.test(stream.text.slice(Math.max(0, (first?.start ?? 0) - 2), first?.start)) ||
    /^[-–/:]/.test(stream.text.slice(last?.end));
  return isPart ? null : range;
}

/** `at 4 pm for half an hour`, `from 9 for two hours`: what a time with its length is, within its day. */
export function timeForLength(stream: Chart, from: number): TimeReading | null {
  const reversed = lengthThenTime(stream, from);
  if (reversed !== null) return reversed;
  const lead = stream.find(from, 'from');
  for (const start of lead === null ? [from] : [lead.next, from]) {
    const time = timeAt(stream, start) ?? (start === from ? null : sureTime(stream, start));
    const lasting = time === null || time.endMinute !== null ? null : stream.find(time.next, 'lasting');
    const length = lasting === null ? null : durationAt(stream, lasting.next);
    if (time === null || length === null || length.minutes === null) continue;
    const reading = until(time, length.minutes, length.next);
    if (reading !== null) return reading;
  }
  return null;
}

/** The hour of `from 9 for four hours`, which only its length makes a time of. */
export function hourWithLength(stream: Chart, from: number): TimeReading | null {
  const lead = stream.find(from, 'from');
  if (lead === null || timeAt(stream, from) !== null || timeAt(stream, lead.next) !== null) return null;
  const time = sureTime(stream, lead.next);
  return time === null || lengthBehind(stream, time) === null ? null : time;
}

/** The index behind the length of a time: `for four hours`, `per quattro ore`, which is no time by itself. */
export function lengthBehind(stream: Chart, { next, endMinute }: TimeReading): number | null {
  const lasting = endMinute === null ? stream.find(next, 'lasting') : null;
  const length = lasting === null ? null : durationAt(stream, lasting.next);
  const isWithinDay = length !== null && length.minutes !== null && length.minutes < MINUTES_A_DAY;
  return isWithinDay ? length.next : null;
}

/** `for half an hour from 4 pm`. */
function lengthThenTime(stream: Chart, from: number): TimeReading | null {
  const lasting = stream.find(from, 'lasting');
  const length = lasting === null ? null : durationAt(stream, lasting.next);
  const start =
    length === null ? null : (stream.find(length.next, 'from') ?? stream.find(length.next, 'starting'));
  const time = start === null ? null : timeAt(stream, start.next);
  if (time === null || time.endMinute !== null || length === null || length.minutes === null) return null;
  return until(time, length.minutes, time.next);
}

function until(time: TimeReading, minutes: number, next: number): TimeReading | null {
  const endMinute = time.minute + minutes;
  return minutes > 0 && endMinute < MINUTES_A_DAY ? { ...time, endMinute, alternative: null, next } : null;
}

interface Edge {
  minute: number;
  next: number;
  /** True if nothing tells whether it is before or after noon. */
  isOpen: boolean;
  isBare: boolean;
  /** True if a word for its half of the day stands behind it. */
  isHalved: boolean;
}

function pair(stream: Chart, start: number, joiner: Joiner, isMarked: boolean): TimeReading | null {
  if (isDayBeforeTime(stream, start)) return null;
  const time = edgeOf(stream, timeAt(stream, start));
  const bare = bareEdges(stream, stream.skip(start, ['at', 'hourLead']));
  for (const first of [...(time === null ? [] : [time]), ...bare]) {
    const reading = pairFrom(stream, start, first, joiner, isMarked);
    if (reading !== null) return reading;
  }
  return null;
}

function pairFrom(
  stream: Chart,
  start: number,
  first: Edge,
  joiner: Joiner,
  isMarked: boolean,
): TimeReading | null {
  const joints = [...stream.all(first.next, joiner)].map(({ next }) => next);
  if (stream.isDashed(first.next) || stream.isParted(first.next, '/')) joints.push(first.next);
  // "dalle 15 alle 17": the word between is the "at" of the second time too.
  if (joints.length > 0 && stream.find(first.next, 'at') !== null) joints.push(first.next);
  for (const joint of joints) {
    const time = timeAt(stream, joint);
    const last = time === null ? settledEdge(stream, joint) : edgeOf(stream, time);
    if (last === null || (first.isBare && last.isBare && !isMarked)) continue;
    const [begin, end] = inOrder(stream, start, first, last);
    if (begin < end) {
      const details = { grain: 'minute', alternative: null, isBare: false } as const;
      return { minute: begin, endMinute: end, next: last.next, ...details };
    }
  }
  return null;
}

function edgeOf(stream: Chart, time: TimeReading | null): Edge | null {
  if (time === null || time.endMinute !== null) return null;
  const { minute, next, alternative, isBare } = time;
  const isHalved = stream.endsAt(next, 'part') || stream.endsAt(next, 'half');
  return { minute, next, isOpen: alternative !== null, isBare, isHalved };
}

/** Hours, with or without minutes, that only the other end makes a time of; the longest first. */
const bareEdges = (stream: Chart, start: number): Edge[] =>
  stream
    .at('clock', start)
    .map(({ value: { minute, half }, next }) => ({
      minute: half === null ? minute : halved(minute, half),
      next,
      isOpen: half === null,
      isBare: half === null,
      isHalved: false,
    }))
    .sort((edge, other) => other.next - edge.next);

/** A bare hour that ends a stretch: nothing may follow that makes a count or a date of it. */
function settledEdge(stream: Chart, start: number): Edge | null {
  const at = stream.skip(start, ['hourLead']);
  const [edge] = [...bareEdges(stream, at), ...dottedEdge(stream, at)];
  if (edge === undefined || !(stream.isSettledHour(edge.next) || stream.isCode(edge.next))) return null;
  const after = stream.skip(edge.next, ['link', 'lead'], 2);
  const isOther =
    stream.find(edge.next, 'unit') ?? stream.find(after, 'month') ?? stream.find(after, 'vagueMonth');
  return isOther === null ? edge : null;
}

/** The hour of `von 9 bis 12.`, whose dot ends the sentence where the stretch begins without one. */
function dottedEdge(stream: Chart, at: number): Edge[] {
  const number = stream.number(at);
  const isDotted = number?.isOrdinal === true && /^\d+$/.test(stream.words[at]?.text ?? '');
  if (!isDotted || number.value >= 24) return [];
  return [{ minute: number.value * 60, next: number.next, isOpen: true, isBare: true, isHalved: false }];
}

/** True if the morning is named before a stretch, with a word that opens it or without, or behind it. */
function isInMorning(stream: Chart, start: number, next: number): boolean {
  const part = partBefore(stream, start) ?? partBefore(stream, start - 1) ?? partAfter(stream, next)?.value;
  return part?.half === 'am';
}

/**
 * Puts two hours in order: by twelve hours, "from 3 to 5 pm" is all after noon, and "from 9 to 5" ends after noon. A bare
 * hour before seven is after noon, as in a time by itself, unless the morning stands beside it.
 */
function inOrder(stream: Chart, start: number, first: Edge, last: Edge): [begin: number, end: number] {
  // "15 to 5" ends at 17, wherever that is the only order.
  const isAfternoon = last.isOpen && last.minute < 720 && last.minute <= first.minute;
  const { twelveHours } = stream.settings;
  const areSpoken = twelveHours === 'spoken' && first.isBare && last.isBare;
  // No hour of twelve is 0.
  const isByTwelve = (twelveHours === 'written' || areSpoken) && first.minute >= 60;
  const isEarly =
    last.isBare &&
    last.minute < 720 &&
    (last.minute <= first.minute ||
      last.minute < MORNING ||
      (first.isBare && first.minute < MORNING && !isInMorning(stream, start, last.next)));
  const end = last.minute + ((isByTwelve ? isEarly : isAfternoon) ? 720 : 0);
  // "Dalle 3 alle 5 del pomeriggio": the half of the day is said for both.
  const isShared = (isByTwelve || last.isHalved) && first.isOpen;
  const isLate = isShared && first.minute < 720 && end >= 720 && first.minute + 720 < end;
  return [isLate ? first.minute + 720 : first.minute, end];
}
