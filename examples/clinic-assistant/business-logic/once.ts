const DAY_MS = 86_400_000;

/**
 * Answers under an `Idempotency-Key` once: who asks again under a key gets what was answered before, for 24 hours.
 * @param now epoch milliseconds
 */
export function createOnce(now: () => number) {
  const kept = new Map<string, { text: string; until: number }>();
  return (key: string | undefined, answer: () => string): string => {
    const before = key === undefined ? undefined : kept.get(key);
    if (before !== undefined && now() < before.until) return before.text;
    const text = answer();
    if (key === undefined) return text;
    // A map keeps its keys in the order in which they came, so that the oldest are over first.
    for (const [old, { until }] of kept) {
      if (now() < until) break;
      kept.delete(old);
    }
    kept.delete(key);
    kept.set(key, { text, until: now() + DAY_MS });
    return text;
  };
}
