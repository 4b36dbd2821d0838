import type { Practitioner } from './people.ts';

/** A free appointment. `date` and `time` are the clinic's own: `2026-03-24`, `10:20`. */
export interface Opening {
  practitioner: Practitioner;
  date: string;
  time: string;
}

/** What is looked for; the bounds of the time are inclusive at the beginning only. */
export interface Search {
  practitioners: readonly Practitioner[];
  firstDay: string;
  lastDay: string;
  from?: string | undefined;
  to?: string | undefined;
  /** What the user has booked already. */
  taken: readonly { date: string; time: string }[];
  /** What is over: today's appointments before now. */
  notBefore: { date: string; time: string };
  limit: number;
}

export const SLOT_MINUTES = 20;
const DAY_MS = 86_400_000;
const MAX_DAYS = 62;
/** In a hundred: how much of the calendar is taken. */
const TAKEN = 55;

/**
 * The free appointments, the earliest first. Which are taken depends on nothing but the practitioner, the date and
 * the time, so that every run of the server has the same calendar.
 */
export function findOpenings(search: Search): Opening[] {
  const found: Opening[] = [];
  const first = Date.parse(search.firstDay);
  const last = Math.min(Date.parse(search.lastDay), first + MAX_DAYS * DAY_MS);
  for (let day = first; day <= last && found.length < search.limit; day += DAY_MS) {
    found.push(...openingsOn(new Date(day), search));
  }
  return found.slice(0, search.limit);
}

function openingsOn(
  day: Date,
  { practitioners, from = '00:00', to = '24:00', notBefore, taken }: Search,
): Opening[] {
  const date = day.toISOString().slice(0, 10);
  const weekday = day.getUTCDay() || 7;
  return practitioners
    .filter(({ days }) => days.includes(weekday))
    .flatMap((practitioner) => timesOf(practitioner).map((time) => ({ practitioner, date, time })))
    .filter(({ time }) => time >= from && time < to)
    .filter(({ time }) => date !== notBefore.date || time > notBefore.time)
    .filter(isFree)
    .filter(({ time }) => !taken.some((one) => one.date === date && one.time === time))
    .sort((a, b) => a.time.localeCompare(b.time));
}

const timesOf = ({ from, to }: Practitioner): string[] =>
  Array.from({ length: (to - from) / SLOT_MINUTES }, (_, index) => timeText(from + index * SLOT_MINUTES));

export const timeText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const isFree = ({ practitioner, date, time }: Opening): boolean =>
  hash(`${practitioner.id} ${date} ${time}`) % 100 >= TAKEN;

/** FNV-1a, 32 bits, with the bits mixed once more. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) >>> 8;
}
