import type { Meanings, Which } from '../../language/time.ts';
import { mondayOf, weekdayOf } from './calendar.ts';
import { dayAndMonth, dayNumber, digitDate } from './days-of-months.ts';
import { dayOfMonth, oneDay } from './open-dates.ts';
import { type DateReading, nearWeekday } from './periods.ts';
import { relativeUnit } from './relative-units.ts';
import type { Found, Stream } from './stream.ts';

/** A weekday by its name. */
export function weekdayAt(stream: Stream, at: number): (Found<number> & { isVague: boolean }) | null {
  const weekday = stream.find(at, 'weekday');
  if (weekday !== null) return { ...weekday, isVague: false };
  const vague = stream.find(at, 'vagueWeekday');
  return vague === null ? null : { ...vague, isVague: true };
}

/** `Saturday, 21 March`: the date counts. */
export function weekdayAndDate(stream: Stream, at: number): DateReading | null {
  const weekday = weekdayAt(stream, at);
  if (weekday === null) return null;
  for (const start of new Set([weekday.next, stream.skip(weekday.next, ['lead', 'dayLead'], 2)])) {
    const date = digitDate(stream, start) ?? dayAndMonth(stream, start);
    if (date !== null) return date;
    const day = dayNumber(stream, start);
    // "Saturday 6 pm" is an hour.
    const isOther = (['unit', 'half', 'hours'] as const).some(
      (kind) => day !== null && stream.find(day.next, kind) !== null,
    );
    const isDay = day?.isDigits && stream.isSettled(day.next) && !isOther;
    if (day === null || !isDay) continue;
    const inMonth = dayOfMonth(stream, day.value, day.next);
    // "Back sunday, 2 of us" is no second of the month, unless that is a Sunday.
    if (day.isOrdinal || (inMonth !== null && weekdayOf(inMonth.first) === weekday.value)) return inMonth;
  }
  return null;
}

/** `下周五`. */
function weekdayInWeek(
  { today }: Stream,
  found: Found<Meanings['weekdayInWeek']> | null,
): DateReading | null {
  if (found === null) return null;
  const { weeks, weekday } = found.value;
  return oneDay(mondayOf(today) + 7 * weeks + weekday - 1, found.next);
}

/** `friday`, `next friday`, `vendredi prochain`, `monday of next week`. */
export function relativeWeekday(stream: Stream, at: number): DateReading | null {
  const inWeek = weekdayInWeek(stream, stream.find(at, 'weekdayInWeek'));
  if (inWeek !== null) return inWeek;
  const which = stream.find(at, 'which');
  const weekday = weekdayAt(stream, which?.next ?? at);
  if (weekday === null) return null;
  const week = relativeUnit(stream, stream.skip(weekday.next, ['link', 'lead'], 2), true);
  if (which === null && week !== null && week.grain === 'week') {
    return oneDay(week.first + weekday.value - 1, week.next);
  }
  const after = which === null ? stream.find(weekday.next, 'whichAfter') : null;
  const reading = onWeekday(
    stream,
    weekday.value,
    which?.value ?? after?.value ?? null,
    after?.next ?? weekday.next,
  );
  return weekday.isVague && !stream.isSettled(reading.next) ? null : reading;
}

/** `next week tuesday`, `nächste Woche Dienstag`, `la semana que viene el martes`. */
export function weekThenWeekday(stream: Stream, at: number): DateReading | null {
  const week = relativeUnit(stream, at, true);
  if (week?.grain !== 'week') return null;
  const weekday = weekdayAt(stream, stream.skip(week.next, ['link', 'lead', 'dayLead'], 2));
  if (weekday === null || (weekday.isVague && !stream.isSettled(weekday.next))) return null;
  return oneDay(week.first + weekday.value - 1, weekday.next);
}

function onWeekday(stream: Stream, weekday: number, which: Which | null, next: number): DateReading {
  const { today, settings } = stream;
  const last = nearWeekday(today, weekday, 'last');
  const coming = nearWeekday(today, weekday, 'coming');
  if (which === 'last' || which === 'beforeLast') return oneDay(last - (which === 'last' ? 0 : 7), next);
  const thisWeek = mondayOf(today) + weekday - 1;
  if (which === 'this') return oneDay(thisWeek < today ? coming : thisWeek, next);
  const following = settings.nextWeekday === 'following' ? mondayOf(today) + 6 + weekday : coming;
  if (which === 'next') return oneDay(following, next);
  if (which === 'afterNext') return oneDay(following + 7, next);
  if (which !== null) return oneDay(coming, next);
  return { ...oneDay(coming, next), alternative: { first: last, last }, cycle: { months: 0, days: 7 } };
}
