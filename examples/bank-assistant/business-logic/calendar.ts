import type { Turn } from './competency.ts';
import { DAY_MS } from './customers.ts';
import type { Slots } from './wire.ts';
import type { Language } from './words.ts';

/**
 * Days of the user's calendar. A day is midnight UTC of its date, in epoch milliseconds; a moment is moved by the
 * user's `time_offset` before its day is taken.
 */
export type Day = number;

/** Both days are within. */
export interface DayRange {
  from: Day;
  to: Day;
}

/** The day of an ISO 8601 date, such as `2026-05-20`. */
export function readDay(text: unknown): Day | undefined {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined;
  const day = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(day) ? undefined : day;
}

/** What a `date_range` slot holds. */
export function readRange(slots: Slots, name: string): DayRange | undefined {
  const from = readDay(slots.read(name));
  return from === undefined ? undefined : { from, to: readDay(slots.detail(name, 'end')) ?? from };
}

export const writeDay = (day: Day): string => new Date(day).toISOString().slice(0, 10);

export function todayOf({ request, now }: Pick<Turn, 'request' | 'now'>): Day {
  return floorDay(now + request.timeOffsetMinutes * 60_000);
}

/** Whether a moment (epoch milliseconds) lies in a range, by the user's clock. */
export function isWithin(at: number, { from, to }: DayRange, { request }: Turn): boolean {
  const day = floorDay(at + request.timeOffsetMinutes * 60_000);
  return day >= from && day <= to;
}

const floorDay = (at: number): Day => Math.floor(at / DAY_MS) * DAY_MS;

/** The same date months later, or the last day of a month that is too short for it. */
export function addMonths(day: Day, months: number): Day {
  const date = new Date(day);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate();
  return first + (Math.min(date.getUTCDate(), last) - 1) * DAY_MS;
}

/** The next day from Monday to Friday. */
export function nextWorkday(day: Day): Day {
  const next = day + DAY_MS;
  const weekday = new Date(next).getUTCDay();
  return weekday === 0 || weekday === 6 ? nextWorkday(next) : next;
}

/** The calendar month or week, from Monday, that is so many after the one of a day. */
export const monthOf = (day: Day, shift = 0): DayRange => {
  const first = addMonths(day - (new Date(day).getUTCDate() - 1) * DAY_MS, shift);
  return { from: first, to: addMonths(first, 1) - DAY_MS };
};
export const weekOf = (day: Day, shift = 0): DayRange => {
  const monday = day - ((new Date(day).getUTCDay() + 6) % 7) * DAY_MS + shift * 7 * DAY_MS;
  return { from: monday, to: monday + 6 * DAY_MS };
};

/** When something happened, as the end of a sentence: "last month", "on May 3", "from May 3 to May 10". */
export function rangeName(range: DayRange, today: Day, language: Language): string {
  const known = namedRanges(today).find(([{ from, to }]) => from === range.from && to === range.to);
  if (known !== undefined) return known[1][language];
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options });
  const month = monthOf(range.from);
  if (month.from === range.from && month.to === range.to) {
    const name = format({ month: 'long', year: 'numeric' }).format(range.from);
    return language === 'es' ? `en ${name}` : `in ${name}`;
  }
  const day = format({ month: 'long', day: 'numeric' });
  const [first, last] = [day.format(range.from), day.format(range.to)];
  if (range.from === range.to) return language === 'es' ? `el ${first}` : `on ${first}`;
  return language === 'es' ? `del ${first} al ${last}` : `from ${first} to ${last}`;
}

const namedRanges = (today: Day): readonly [DayRange, Readonly<Record<Language, string>>][] => [
  [
    { from: today, to: today },
    { en: 'today', es: 'hoy' },
  ],
  [
    { from: today - DAY_MS, to: today - DAY_MS },
    { en: 'yesterday', es: 'ayer' },
  ],
  [weekOf(today), { en: 'this week', es: 'esta semana' }],
  [weekOf(today, -1), { en: 'last week', es: 'la semana pasada' }],
  [monthOf(today), { en: 'this month', es: 'este mes' }],
  [monthOf(today, -1), { en: 'last month', es: 'el mes pasado' }],
];
