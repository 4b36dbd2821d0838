/** A part of a text: offsets of its first UTF-16 unit and after its last. */
export interface Stretch {
  start: number;
  end: number;
}

/** True where two stretches share a part. */
export const overlap = (one: Stretch, other: Stretch): boolean =>
  one.start < other.end && other.start < one.end;
