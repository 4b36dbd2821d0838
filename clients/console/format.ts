/** Formats numbers and times in the reader's language; times are in the local time zone, days in UTC. */

export const number = (language: string, value: number): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value);

/** @param share 0…1 */
export const percent = (language: string, share: number): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share);

/** @param day `YYYY-MM-DD` */
export const shortDay = (language: string, day: string): string =>
  new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(day),
  );

/** @param iso a time as the API returns it */
export const moment = (language: string, iso: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));

export const time = (language: string, iso: string): string =>
  new Intl.DateTimeFormat(language, { timeStyle: 'medium' }).format(new Date(iso));

/** The start of a UUID, enough to tell a few apart. */
export const shortId = (id: string): string => id.slice(0, 8);

const DAY_MS = 86_400_000;

/** A day in UTC, as the log counts days. @param now milliseconds since the epoch */
export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** The first day of a range that ends today. */
export const firstOf = (days: number, now: number): string => dayOf(now - (days - 1) * DAY_MS);

/** A size in kilobytes, at least 1. */
export const bytes = (language: string, count: number): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }).format(
    Math.ceil(count / 1000),
  );
