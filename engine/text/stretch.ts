/** A part of a text: offsets of its first UTF-16 unit and after its last. */
export interface Stretch {
  start: number;
  end: number;
}

/** True where two stretches share a part. */
export const overlap = (one: Stretch, other: Stretch): boolean =>
  one.start < other.end && other.start < one.end;

/** From the first of some stretches to the last. */
export const union = (stretches: readonly Stretch[]): Stretch => ({
  start: Math.min(...stretches.map(({ start }) => start)),
  end: Math.max(...stretches.map(({ end }) => end)),
});
