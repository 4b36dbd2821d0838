/** How many values a process caches. */
const REMEMBERED = 10_000;

/** A cached value; if not `isFresh`, it should be read again. */
export interface Kept<Value> {
  value: Value;
  isFresh: boolean;
}

/**
 * A cache of recently read values by id.
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
