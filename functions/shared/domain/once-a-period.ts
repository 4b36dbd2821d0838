/** The number of things that a process remembers to have noted. */
const REMEMBERED = 10_000;

/** Remembers for which period each thing was noted last, so that a process notes it once in each. */
export function oncePer(periodMs: number) {
  const noted = new Map<string, number>();
  /** The begin of the period that a time is in; both in epoch milliseconds. */
  const periodOf = (now: number): number => now - (now % periodMs);
  return {
    periodOf,
    /** True the first time in each period that a thing is named. */
    first(id: string, now: number): boolean {
      const period = periodOf(now);
      if ((noted.get(id) ?? 0) >= period) return false;
      if (noted.size >= REMEMBERED) noted.clear();
      noted.set(id, period);
      return true;
    },
    forget: (id: string) => noted.delete(id),
  };
}
