/** A Gregorian date as days since 1 January 1970. */
export type Day = number;

export const MINUTES_A_DAY = 1440;

/** The time of day, 0…1439, of minutes that may lie outside the day. */
export const withinDay = (minutes: number): number =>
  ((minutes % MINUTES_A_DAY) + MINUTES_A_DAY) % MINUTES_A_DAY;

const MS_PER_DAY = 86_400_000;

/** The day of a date; null for dates that do not exist, such as 30 February. Months count from 1. */
export function dayOf(year: number, month: number, date: number): Day | null {
  if (month < 1 || month > 12 || date < 1 || date > lengthOfMonth(year, month)) return null;
  return Date.UTC(year, month - 1, date) / MS_PER_DAY;
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 > 0) || year % 400 === 0;

/** Months alternate between 31 and 30 days, except that February is shorter and July and August both have 31. */
const lengthOfMonth = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : 30 + ((month + Math.floor(month / 8)) % 2);

/** Gregorian Easter Sunday (anonymous algorithm of 1876; Meeus, Astronomical Algorithms, ch. 8). */
export function easterOf(year: number): Day {
  const century = Math.floor(year / 100);
  const leap = century - Math.floor(century / 4);
  const shift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * (year % 19) + leap - shift + 15) % 30;
  const inCentury = year % 100;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const late = Math.floor(((year % 19) + 11 * epact + 22 * toSunday) / 451);
  const days = epact + toSunday - 7 * late + 114;
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1) / MS_PER_DAY;
}

export interface CalendarDate {
  year: number;
  month: number;
  date: number;
}

export function calendarDate(day: Day): CalendarDate {
  const at = new Date(day * MS_PER_DAY);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate() };
}

/** 1 Monday … 7 Sunday. */
export const weekdayOf = (day: Day): number => ((((day + 3) % 7) + 7) % 7) + 1;

export const mondayOf = (day: Day): Day => day - weekdayOf(day) + 1;

/** The same date some months later, or the month's last day if it is shorter. */
export function addMonths(day: Day, months: number): Day {
  const { year, month, date } = calendarDate(day);
  const index = year * 12 + (month - 1) + months;
  const [toYear, toMonth] = [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1];
  return dayOf(toYear, toMonth, Math.min(date, lengthOfMonth(toYear, toMonth))) ?? day;
}

export const firstOfMonth = (day: Day): Day => day - calendarDate(day).date + 1;

export const firstOfYear = (day: Day): Day => dayOf(calendarDate(day).year, 1, 1) ?? day;

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

/** `2026-03-18`. */
export function isoDate(day: Day): string {
  const { year, month, date } = calendarDate(day);
  return `${pad(year, 4)}-${pad(month)}-${pad(date)}`;
}

/** Parses `2026-03-18`; null for other texts and for dates that do not exist. */
export function dayOfIso(text: string): Day | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return year === undefined ? null : dayOf(Number(year), Number(month), Number(date));
}

/** Formats minutes since midnight: `17:05`. Midnight at the end of a day is `00:00`. */
export const isoTime = (minute: number): string => `${pad(Math.floor(minute / 60) % 24)}:${pad(minute % 60)}`;

/** Parses `17:05` to minutes since midnight; null for other texts. */
export function minuteOfIso(text: string): number | null {
  const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(text) ?? [];
  return hour === undefined ? null : 60 * Number(hour) + Number(minute);
}

/** Formats `2026-03-18T17:05:00+01:00`; `minute` may lie outside the day. */
export function isoDateTime(day: Day, minute: number, offsetMinutes: number): string {
  const onDay = day + Math.floor(minute / MINUTES_A_DAY);
  const within = withinDay(minute);
  const offset = Math.abs(offsetMinutes);
  const sign = offsetMinutes < 0 ? '-' : '+';
  return `${isoDate(onDay)}T${isoTime(within)}:00${sign}${pad(Math.floor(offset / 60))}:${pad(offset % 60)}`;
}

/** The time and UTC offset of a query. */
export interface Clock {
  /** Milliseconds since 1 January 1970, UTC. */
  now: number;
  /** Minutes east of UTC. */
  offsetMinutes: number;
}

/** The user's local day, and minutes since its midnight. */
export function localTime({ now, offsetMinutes }: Clock): { day: Day; minute: number } {
  const minutes = Math.floor(now / 60_000) + offsetMinutes;
  const day = Math.floor(minutes / MINUTES_A_DAY);
  return { day, minute: minutes - day * MINUTES_A_DAY };
}
