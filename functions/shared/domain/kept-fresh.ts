/** The number of values that a process keeps. */
const REMEMBERED = 10_000;

/** A value as it was read: `isFresh` while it may be gone by, and stale once it has to be read again. */
export interface Kept<Value> {
  value: Value;
  isFresh: boolean;
}

/**
 * A cache of what a process has read lately, by id.
 * @param freshMs how long a value is fresh
 */
export function keptFresh<Value>(freshMs: number) {
  const kept = new Map<string, { value: Value; readAt: number }>();
  return {
    /** @param now epoch milliseconds, as in `keep` */
    of(id: string, now: number): Kept<Value> | undefined {
      const entry = kept.get(id);
      return entry && { value: entry.value, isFresh: now - entry.readAt < freshMs };
    },
    keep(id: string, value: Value, now: number): void {
      if (kept.size >= REMEMBERED) kept.clear();
      kept.set(id, { value, readAt: now });
    },
  };
}
