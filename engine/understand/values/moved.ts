import type { Meaning } from '../../values/recognizer.ts';
import {
  addMonths,
  type Day,
  dayOfIso,
  isoDate,
  isoTime,
  MINUTES_A_DAY,
  minuteOfIso,
  withinDay,
} from '../../values/time/calendar.ts';
import {
  type Amounts,
  type DurationParts,
  isoDuration,
  partsOfDuration,
} from '../../values/time/iso-durations.ts';
import type { HeldValue } from '../view.ts';
import type { RelativeValue } from './relative.ts';

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(.*)$/;

/** Applies a relative value to a held value; null if their kinds differ. */
export function movedBy(
  { value, details }: Pick<HeldValue, 'value' | 'details'>,
  relative: Omit<RelativeValue, 'start' | 'end'>,
): Meaning | null {
  const { by, duration, sign } = relative;
  if (by !== undefined) return typeof value === 'number' ? { value: value + sign * by, details } : null;
  const move = moveOf(duration ?? '', sign);
  if (move === null || typeof value !== 'string') return null;
  const moved = movedText(value, move);
  return moved === null ? null : { value: moved, details: { grain: details.grain ?? 'day' } };
}

function moveOf(duration: string, sign: 1 | -1): DurationParts | null {
  const parts = partsOfDuration(duration);
  if (parts === null) return null;
  return { months: sign * parts.months, days: sign * parts.days, minutes: sign * parts.minutes };
}

/**
 * Lengthens or shortens a held length of time, or a held number of days, hours or the like.
 * @param unit the unit of time that the number counts, in minutes
 * @returns null unless the change is a whole number of units and leaves more than none
 */
export function lengthenedBy(
  { value, details }: Pick<HeldValue, 'value' | 'details'>,
  { duration = '', sign }: Pick<RelativeValue, 'duration' | 'sign'>,
  unit: number | null,
): Meaning | null {
  const move = moveOf(duration, sign);
  if (move === null) return null;
  if (typeof value === 'string') return longerLength(value, move, /W/.test(value + duration));
  if (move.months !== 0 || typeof value !== 'number' || unit === null) return null;
  const longer = value + (move.days * MINUTES_A_DAY + move.minutes) / unit;
  return Number.isInteger(longer) && longer > 0 ? { value: longer, details } : null;
}

function longerLength(value: string, move: DurationParts, inWeeks: boolean): Meaning | null {
  const held = partsOfDuration(value);
  if (held === null) return null;
  const months = held.months + move.months;
  const minutes = (held.days + move.days) * MINUTES_A_DAY + held.minutes + move.minutes;
  if (months < 0 || minutes < 0 || months + minutes === 0) return null;
  const days = Math.floor(minutes / MINUTES_A_DAY);
  const weeks = inWeeks && days % 7 === 0 ? days / 7 : 0;
  const amounts = {
    years: Math.floor(months / 12),
    months: months % 12,
    weeks,
    days: days - 7 * weeks,
    hours: Math.floor((minutes % MINUTES_A_DAY) / 60),
    minutes: minutes % 60,
  };
  const smallest = (Object.keys(amounts) as (keyof Amounts)[]).findLast((unit) => amounts[unit] > 0);
  const details = { grain: smallest?.slice(0, -1), ...(months === 0 ? { minutes } : {}) };
  return { value: isoDuration(amounts), details };
}

function movedText(value: string, move: DurationParts): string | null {
  const minute = minuteOfIso(value);
  if (minute !== null)
    return move.minutes === 0 || move.days !== 0 || move.months !== 0
      ? null
      : isoTime(withinDay(minute + move.minutes));
  const day = dayOfIso(value);
  if (day !== null) return move.minutes === 0 ? movedDay(day, move) : null;
  const [, date = '', clock = '', zone] = DATE_TIME.exec(value) ?? [];
  const [from, begins] = [dayOfIso(date), minuteOfIso(clock)];
  if (from === null || begins === null) return null;
  const minutes = begins + move.minutes;
  const days = move.days + Math.floor(minutes / MINUTES_A_DAY);
  return `${movedDay(from, { ...move, days })}T${isoTime(withinDay(minutes))}${zone ?? ''}`;
}

const movedDay = (day: Day, { months, days }: Pick<DurationParts, 'months' | 'days'>): string =>
  isoDate(addMonths(day, months) + days);
