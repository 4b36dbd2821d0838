const DAY_MS = 86_400_000;

/** The day in UTC of a time in epoch milliseconds, `YYYY-MM-DD`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** True for a day as `dayOf` gives it that the calendar has. */
export function isDay(text: string): boolean {
  const at = beginOf(text);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at) && dayOf(at) === text;
}

/** The days from one to another, both included, the latest first; none where the first is later. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = beginOf(to); at >= beginOf(from); at -= DAY_MS) days.push(dayOf(at));
  return days;
}

/** The day so many days before another. */
export const daysBefore = (day: string, count: number): string => dayOf(beginOf(day) - count * DAY_MS);

const beginOf = (day: string): number => Date.parse(`${day}T00:00:00.000Z`);
