const DAY_MS = 86_400_000;

/** Answers a key once: keeps the first call's answer and returns it for every later call with the key. */
export type Once = (key: string, answer: () => Promise<string>) => Promise<string>;

/**
 * Keeps answers in this process's memory for 24 hours. A call whose key is still being answered waits for that answer;
 * a key whose answer failed is forgotten. Servers that restart or run several processes need a database instead.
 * @param now epoch milliseconds
 */
export function createOnce(now: () => number = Date.now): Once {
  const kept = new Map<string, { answer: Promise<string>; until: number }>();
  return (key, answer) => {
    const before = kept.get(key);
    if (before !== undefined && now() < before.until) return before.answer;
    // A map iterates in the order of insertion, so the oldest entries come first.
    for (const [old, { until }] of kept) {
      if (now() < until) break;
      kept.delete(old);
    }
    kept.delete(key);
    const entry = { answer: answer(), until: now() + DAY_MS };
    kept.set(key, entry);
    entry.answer.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    return entry.answer;
  };
}
