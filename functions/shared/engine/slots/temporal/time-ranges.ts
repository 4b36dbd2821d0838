import type { Stream } from './stream.ts';
import { hourAt, type TimeReading, timeAt } from './times.ts';

/** `from 3 to 5 pm`, `von 15 bis 17 Uhr`, `in the evening`: the longest stretch of a day at a word. */
export function timeRangeAt(stream: Stream, from: number): TimeReading | null {
  const starts = [
    ...[...stream.all(from, 'between')].map(({ next }) => ({
      start: next,
      joiner: 'and' as const,
      isMarked: true,
    })),
    ...[...stream.all(from, 'from')].map(({ next }) => ({
      start: next,
      joiner: 'to' as const,
      isMarked: true,
    })),
    { start: from, joiner: 'to' as const, isMarked: false },
  ];
  for (const { start, joiner, isMarked } of starts) {
    const reading = pair(stream, start, joiner, isMarked);
    if (reading !== null) return reading;
  }
  const part = timeAt(stream, from);
  return part?.endMinute == null ? null : part;
}

function pair(stream: Stream, start: number, joiner: 'and' | 'to', isMarked: boolean): TimeReading | null {
  const named = timeAt(stream, start);
  const bare = hourAt(stream, stream.skip(start, ['at']));
  const first =
    named ?? (bare === null ? null : { minute: bare.value * 60, next: bare.next, other: null, isBare: true });
  if (first === null) return null;
  const joints = [...stream.all(first.next, joiner)].map(({ next }) => next);
  if (stream.isDashed(first.next)) joints.push(first.next);
  // "dalle 15 alle 17": the word between is the "at" of the second time too.
  if (joints.length > 0 && stream.find(first.next, 'at') !== null) joints.push(first.next);
  for (const joint of joints) {
    const last = timeAt(stream, joint);
    if (last === null || last.endMinute !== null || (first.isBare && last.isBare && !isMarked)) continue;
    // In "from 3 to 5 pm" the afternoon is said of both.
    const isSame =
      first.isBare && first.minute + 720 < last.minute && first.minute < 720 && last.minute >= 720;
    const begin =
      isSame && named?.other !== null
        ? first.minute + 720
        : isSame && bare !== null && stream.settings.twelveHours
          ? first.minute + 720
          : first.minute;
    if (begin >= last.minute) continue;
    return { ...last, minute: begin, endMinute: last.minute, other: null, isBare: false };
  }
  return null;
}
