/** A part of a text: offsets of its first UTF-16 unit and after its last. */
export interface Stretch {
  start: number;
  end: number;
}

/** True if two stretches share a part. */
export const overlap = (stretch: Stretch, otherStretch: Stretch): boolean =>
  stretch.start < otherStretch.end && otherStretch.start < stretch.end;

/** Those of some stretches that stand apart, the longest of what overlaps, the longest first. */
export function longestApart<One extends Stretch>(all: readonly One[]): One[] {
  const longestFirst = all.toSorted((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  const kept: One[] = [];
  for (const stretch of longestFirst)
    if (!kept.some((otherStretch) => overlap(otherStretch, stretch))) kept.push(stretch);
  return kept;
}

/** From the first of some stretches to the last. */
export const union = (stretches: readonly Stretch[]): Stretch => ({
  start: Math.min(...stretches.map(({ start }) => start)),
  end: Math.max(...stretches.map(({ end }) => end)),
});
