import { NUMBER_BYTES, type TrainingKernel } from '../kernel.ts';
import { type ParameterSpace, stepOf } from '../parameters.ts';

/** The most rows per kernel call. */
const MOST_ROWS = 1024;

/**
 * Vectors of hashed features; their sum is a word's lexical part. Rows are initialised on first use, and only rows used
 * in a step are updated.
 */
export class LexicalTable {
  readonly #kernel: TrainingKernel;
  readonly #width: number;
  readonly #values: number;
  readonly #gradient: number;
  readonly #first: number;
  readonly #second: number;
  readonly #rows: number;
  readonly #begun = new Set<number>();
  readonly #touched = new Set<number>();

  /** @param width numbers per vector, a multiple of 4 */
  constructor(space: ParameterSpace, buckets: number, width: number) {
    this.#kernel = space.kernel;
    this.#width = width;
    this.#values = space.buffer(buckets * width);
    this.#gradient = space.buffer(buckets * width);
    this.#first = space.buffer(buckets * width);
    this.#second = space.buffer(buckets * width);
    this.#rows = space.buffer(MOST_ROWS);
  }

  /** Adds the vectors of a word's features to those at `out`. */
  addTo(features: readonly number[], out: number): void {
    for (const feature of features) if (!this.#begun.has(feature)) this.#begin(feature);
    const { run } = this.#kernel;
    this.#tell(features, (count) => run.addRows(this.#values, this.#rows, count, this.#width, out));
  }

  /** Adds the numbers at `gradient` to the gradients of a word's features. */
  addGradient(features: readonly number[], gradient: number): void {
    for (const feature of features) this.#touched.add(feature);
    const { run } = this.#kernel;
    this.#tell(features, (count) => run.addToRows(this.#gradient, this.#rows, count, this.#width, gradient));
  }

  /** Updates the rows that have a gradient, with Adam. */
  update(step: number, rate: number): void {
    const { run } = this.#kernel;
    const [corrected, correction] = stepOf({ step, rate, decay: 0 });
    this.#tell([...this.#touched], (count) =>
      run.descendRows(
        this.#values,
        this.#gradient,
        this.#first,
        this.#second,
        this.#rows,
        count,
        this.#width,
        corrected,
        correction,
      ),
    );
    this.#touched.clear();
  }

  /** The vectors of all features used, in order of the features. */
  learned(): [feature: number, vector: Float32Array][] {
    const vectorOf = (feature: number) =>
      this.#kernel.floats(this.#place(this.#values, feature), this.#width).slice();
    return [...this.#begun].sort((a, b) => a - b).map((feature) => [feature, vectorOf(feature)]);
  }

  /** Clears a row on first use. Clearing the whole table would take longer than a small training. */
  #begin(feature: number): void {
    this.#begun.add(feature);
    for (const table of [this.#values, this.#gradient, this.#first, this.#second]) {
      this.#kernel.floats(this.#place(table, feature), this.#width).fill(0);
    }
  }

  #place = (table: number, feature: number): number => table + feature * this.#width * NUMBER_BYTES;

  /** Writes row indices into the kernel's memory in batches. */
  #tell(features: readonly number[], run: (count: number) => void): void {
    for (let at = 0; at < features.length; at += MOST_ROWS) {
      const count = Math.min(MOST_ROWS, features.length - at);
      const rows = this.#kernel.words(this.#rows, count);
      for (let i = 0; i < count; i++) rows[i] = features[at + i] ?? 0;
      run(count);
    }
  }
}
