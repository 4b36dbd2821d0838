/** A part of a text: offsets of its first UTF-16 unit and after its last. */
export interface Stretch {
  start: number;
  end: number;
}

/** True where two stretches share a part. */
export const overlap = (one: Stretch, other: Stretch): boolean =>
  one.start < other.end && other.start < one.end;

/** Those of some stretches that stand apart, the longest of what overlaps, the longest first. */
export function longestApart<One extends Stretch>(all: readonly One[]): One[] {
  const longestFirst = all.toSorted((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  const kept: One[] = [];
  for (const one of longestFirst) if (!kept.some((other) => overlap(other, one))) kept.push(one);
  return kept;
}

/** From the first of some stretches to the last. */
export const union = (stretches: readonly Stretch[]): Stretch => ({
  start: Math.min(...stretches.map(({ start }) => start)),
  end: Math.max(...stretches.map(({ end }) => end)),
});
