import { dayOf, daysBefore, isDay } from '../days.ts';
import { fieldError } from '../errors.ts';

/** Days further back are refused; their data has expired. */
const OLDEST_DAYS = 400;
/** The default number of days up to `to` if `from` is missing. */
const DEFAULT_DAYS = 7;

/** A range of UTC days, both included. */
export interface Days {
  from: string;
  to: string;
}

/**
 * The requested range of days; the last seven by default.
 * @param asked the days as the caller wrote them
 * @param now milliseconds since the epoch
 * @param mostDays the longest range
 * @throws {ParleyError} for an invalid, too old or future day, a reversed range or too many days
 */
export function readDays(
  asked: { from?: string | undefined; to?: string | undefined },
  now: number,
  mostDays: number,
): Days {
  const today = dayOf(now);
  const to = readDay('to', asked.to, today) ?? today;
  const from = readDay('from', asked.from, today) ?? daysBefore(to, DEFAULT_DAYS - 1);
  if (from > to) throw fieldError('from', 'send a day on or before `to`');
  if (from < daysBefore(to, mostDays - 1)) throw fieldError('from', `send at most ${mostDays} days`);
  return { from, to };
}

function readDay(name: string, day: string | undefined, today: string): string | undefined {
  if (day === undefined) return undefined;
  if (!isDay(day)) throw fieldError(name, 'send a day like 2030-01-31');
  if (day > today) throw fieldError(name, 'send a day that is not in the future');
  if (day < daysBefore(today, OLDEST_DAYS)) {
    throw fieldError(name, `send a day of the last ${OLDEST_DAYS}`);
  }
  return day;
}
