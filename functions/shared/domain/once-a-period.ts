/** How many ids a process remembers. */
const MAX_ENTRIES = 10_000;

/** Remembers the last period in which each id was recorded, so that a process records it once per period. */
export function oncePer(periodMs: number) {
  const noted = new Map<string, number>();
  /** The start of the period that contains a time; both in epoch milliseconds. */
  const periodOf = (now: number): number => now - (now % periodMs);
  return {
    periodOf,
    /** True at the first call for an id in each period. */
    first(id: string, now: number): boolean {
      const period = periodOf(now);
      if ((noted.get(id) ?? 0) >= period) return false;
      if (noted.size >= MAX_ENTRIES) noted.clear();
      noted.set(id, period);
      return true;
    },
    forget: (id: string) => noted.delete(id),
  };
}
