import { type Command, InvalidArgumentError } from 'commander';
import { type Days, readDays } from '../functions/shared/domain/conversations/asked-days.ts';
import { daysBefore, isDay } from '../functions/shared/domain/days.ts';

/** The options of a range of days. The first day may be a number of days before the last day. */
export interface DaysOptions {
  from?: string | number;
  to?: string;
}

/** Adds the options `--from` and `--to` to a command. */
export const withDays = (command: Command): Command =>
  command
    .option(
      '--from <days>',
      'the first day in UTC, like 2030-01-31, or a number of days, like 30d (default: 7d)',
      readFrom,
    )
    .option('--to <day>', 'the last day in UTC (default: today)');

function readFrom(text: string): string | number {
  if (isDay(text)) return text;
  const [, count] = /^([1-9]\d{0,2})d?$/.exec(text) ?? [];
  if (count !== undefined) return Number(count);
  throw new InvalidArgumentError('Use a day like 2030-01-31, or a number of days like 30d.');
}

/** @throws {ParleyError} like `readDays` */
export function daysOf({ from, to }: DaysOptions, now: number, mostDays: number): Days {
  if (typeof from !== 'number') return readDays({ from, to }, now, mostDays);
  // Validates the last day before counting back from it.
  const { to: last } = readDays({ from: to, to }, now, mostDays);
  return readDays({ from: daysBefore(last, from - 1), to: last }, now, mostDays);
}
