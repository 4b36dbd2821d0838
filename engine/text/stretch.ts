/** A part of a text: the offsets of its first UTF-16 unit and after its last. */
export interface Stretch {
  start: number;
  end: number;
}

/** True if two stretches overlap. */
export const overlap = (stretch: Stretch, otherStretch: Stretch): boolean =>
  stretch.start < otherStretch.end && otherStretch.start < stretch.end;

/** The length of two stretches' overlap; zero or less if there is none. */
export const sharedLength = (stretch: Stretch, otherStretch: Stretch): number =>
  Math.min(stretch.end, otherStretch.end) - Math.max(stretch.start, otherStretch.start);

/** True if the outer stretch contains the whole inner one. */
export const contains = (outer: Stretch, inner: Stretch): boolean =>
  outer.start <= inner.start && inner.end <= outer.end;

/** True if a stretch lies within a longer one. */
export const isPartOf = (inner: Stretch, outer: Stretch): boolean =>
  contains(outer, inner) && outer.end - outer.start > inner.end - inner.start;

/** Drops every stretch that overlaps a longer one; returns the rest, longest first. */
export function longestApart<One extends Stretch>(all: readonly One[]): One[] {
  const longestFirst = all.toSorted((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  const kept: One[] = [];
  for (const stretch of longestFirst)
    if (!kept.some((otherStretch) => overlap(otherStretch, stretch))) kept.push(stretch);
  return kept;
}

/** The smallest stretch that covers all of them. */
export const union = (stretches: readonly Stretch[]): Stretch => ({
  start: Math.min(...stretches.map(({ start }) => start)),
  end: Math.max(...stretches.map(({ end }) => end)),
});
