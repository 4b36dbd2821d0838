/** Counts for F1: correct results, all results, and all expected ones. */
export interface Counts {
  right: number;
  found: number;
  meant: number;
}

const noCounts = (): Counts => ({ right: 0, found: 0, meant: 0 });

/** The harmonic mean of precision and recall in percent; null if no result was expected and none was found. */
export const f1 = ({ right, found, meant }: Counts): number | null =>
  meant === 0 ? null : (200 * right) / (found + meant);

/** Counts by name, created on first use. */
export class CountsByName {
  readonly #counts = new Map<string, Counts>();

  of(name: string): Counts {
    const counts = this.#counts.get(name) ?? noCounts();
    this.#counts.set(name, counts);
    return counts;
  }

  /** The F1 for each name. */
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

/** A part of a number in percent; null if the number is zero. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : (100 * part) / whole;
