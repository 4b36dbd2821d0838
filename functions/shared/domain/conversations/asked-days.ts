import { dayOf, daysBefore, isDay } from '../days.ts';
import { fieldError } from '../errors.ts';

/** Days that lie further back have nothing any more. */
const OLDEST_DAYS = 400;
/** The number of days up to `to`, where no `from` is given. */
const DEFAULT_DAYS = 7;

/** Some days in UTC, both included. */
export interface Days {
  from: string;
  to: string;
}

/**
 * The days that somebody asks for; the last seven by default.
 * @param asked as it was written, left out where anything will do
 * @param now milliseconds since the epoch
 * @param mostDays how many there may be
 * @throws {ParleyError} for what is no day, is too long ago, to come, in the wrong order, or too many
 */
export function readDays(
  asked: { from?: string | undefined; to?: string | undefined },
  now: number,
  mostDays: number,
): Days {
  const today = dayOf(now);
  const to = readDay('to', asked.to, today) ?? today;
  const from = readDay('from', asked.from, today) ?? daysBefore(to, DEFAULT_DAYS - 1);
  if (from > to) throw fieldError('from', 'send a day that is not after to');
  if (from < daysBefore(to, mostDays - 1)) throw fieldError('from', `send at most ${mostDays} days`);
  return { from, to };
}

function readDay(name: string, day: string | undefined, today: string): string | undefined {
  if (day === undefined) return undefined;
  if (!isDay(day)) throw fieldError(name, 'send a day like 2030-01-31');
  if (day > today) throw fieldError(name, 'send a day that is not to come');
  if (day < daysBefore(today, OLDEST_DAYS)) {
    throw fieldError(name, `send a day of the last ${OLDEST_DAYS}`);
  }
  return day;
}
