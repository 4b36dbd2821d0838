/** Returns pseudo-random numbers, 0 ≤ x < 1. */
export type Random = () => number;

/**
 * The Mulberry32 generator: small, fast and the same on every machine, so that artifacts are reproducible. Not for
 * secrets.
 */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Draws one of the items; undefined if there are none. */
export const drawn = <T>(items: readonly T[], random: Random): T | undefined =>
  items[Math.floor(random() * items.length)];

/** Shuffles in place (Fisher–Yates). */
export function shuffle(items: Int32Array, random: Random): void {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const item = items[i] ?? 0;
    items[i] = items[j] ?? 0;
    items[j] = item;
  }
}
