/** Counts of a search: the things found that are right, all that were found, and all that were meant. */
export interface Counts {
  right: number;
  found: number;
  meant: number;
}

const noCounts = (): Counts => ({ right: 0, found: 0, meant: 0 });

/** The harmonic mean of precision and recall in percent; null where there was nothing to find. */
export const f1 = ({ right, found, meant }: Counts): number | null =>
  meant === 0 ? null : (200 * right) / (found + meant);

/** Counts by name, with those of a name that has none yet. */
export class CountsByName {
  readonly #counts = new Map<string, Counts>();

  of(name: string): Counts {
    const counts = this.#counts.get(name) ?? noCounts();
    this.#counts.set(name, counts);
    return counts;
  }

  /** The F1 of each name. */
  f1(): Record<string, number | null> {
    return Object.fromEntries([...this.#counts].map(([name, counts]) => [name, f1(counts)]));
  }

  total(): Counts {
    const total = noCounts();
    for (const { right, found, meant } of this.#counts.values()) {
      total.right += right;
      total.found += found;
      total.meant += meant;
    }
    return total;
  }
}

/** A part of a number in percent; null of nothing. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : (100 * part) / whole;
