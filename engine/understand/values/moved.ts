import type { Meaning } from '../../values/recognizer.ts';
import { isoDate } from '../../values/time/calendar.ts';
import type { HeldValue } from '../view.ts';
import type { RelativeValue } from './relative.ts';

const DURATION = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{2}):(\d{2})$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(.*)$/;
const DAY_MS = 86_400_000;
const MINUTES_A_DAY = 1440;

/** What is so far from a held value; null where the two are of different kinds. */
export function movedBy({ value, details }: HeldValue, relative: RelativeValue): Meaning | null {
  const { by, duration, sign } = relative;
  if (by !== undefined) return typeof value === 'number' ? { value: value + sign * by, details } : null;
  const match = DURATION.exec(duration ?? '');
  if (match === null || typeof value !== 'string') return null;
  const [years, months, weeks, days, hours, minutes] = match.slice(1).map((part) => sign * Number(part ?? 0));
  const move = {
    months: 12 * (years ?? 0) + (months ?? 0),
    days: 7 * (weeks ?? 0) + (days ?? 0),
    minutes: 60 * (hours ?? 0) + (minutes ?? 0),
  };
  const moved = movedText(value, move);
  return moved === null ? null : { value: moved, details: { grain: details.grain ?? 'day' } };
}

interface Move {
  months: number;
  days: number;
  minutes: number;
}

function movedText(value: string, move: Move): string | null {
  const time = TIME.exec(value);
  if (time !== null) {
    if (move.minutes === 0 || move.days !== 0 || move.months !== 0) return null;
    const minutes = 60 * Number(time[1]) + Number(time[2]) + move.minutes;
    return clockOf(((minutes % MINUTES_A_DAY) + MINUTES_A_DAY) % MINUTES_A_DAY);
  }
  if (DATE.test(value)) return move.minutes === 0 ? movedDay(value, move) : null;
  const [, date, clock, zone] = DATE_TIME.exec(value) ?? [];
  if (date === undefined || clock === undefined) return null;
  const [hour, minute] = clock.split(':').map(Number);
  const minutes = 60 * (hour ?? 0) + (minute ?? 0) + move.minutes;
  const days = move.days + Math.floor(minutes / MINUTES_A_DAY);
  const day = movedDay(date, { ...move, days });
  return day && `${day}T${clockOf(((minutes % MINUTES_A_DAY) + MINUTES_A_DAY) % MINUTES_A_DAY)}${zone ?? ''}`;
}

function movedDay(text: string, { months, days }: Pick<Move, 'months' | 'days'>): string | null {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined) return null;
  const first = Date.UTC(Number(year), Number(month) - 1 + months, 1);
  const last = new Date(Date.UTC(Number(year), Number(month) + months, 0)).getUTCDate();
  const start = first + (Math.min(Number(day), last) - 1) * DAY_MS;
  return isoDate(start / DAY_MS + days);
}

const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
