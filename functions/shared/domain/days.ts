const DAY_MS = 86_400_000;

/** The UTC day (`YYYY-MM-DD`) of a time in epoch milliseconds. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** True for a `YYYY-MM-DD` day that exists in the calendar. */
export function isDay(text: string): boolean {
  const at = beginOf(text);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at) && dayOf(at) === text;
}

/** The days of a range, both ends included, latest first; empty if the range is reversed. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = beginOf(to); at >= beginOf(from); at -= DAY_MS) days.push(dayOf(at));
  return days;
}

/** The month (`YYYY-MM`) before a month. */
export const monthBefore = (month: string): string => daysBefore(`${month}-01`, 1).slice(0, 7);

/** The day `count` days earlier. */
export const daysBefore = (day: string, count: number): string => dayOf(beginOf(day) - count * DAY_MS);

const beginOf = (day: string): number => Date.parse(`${day}T00:00:00.000Z`);
