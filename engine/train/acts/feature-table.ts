import type { Random } from '../random.ts';

/** Feature vectors, which are summed for each word. Adam updates only the rows that were touched. */
export class FeatureTable {
  readonly values: Float32Array;
  readonly #width: number;
  readonly #gradient: Float32Array;
  readonly #first: Float32Array;
  readonly #second: Float32Array;
  readonly #touched = new Set<number>();
  readonly #learned = new Set<number>();

  constructor(count: number, width: number) {
    this.#width = width;
    this.values = new Float32Array(count * width);
    this.#gradient = new Float32Array(count * width);
    this.#first = new Float32Array(count * width);
    this.#second = new Float32Array(count * width);
  }

  /** Fills the first `rows` rows with uniform values in ± `limit`. */
  fill(limit: number, rows: number, random: Random): void {
    for (let i = 0; i < rows * this.#width; i++) this.values[i] = (2 * random() - 1) * limit;
  }

  addTo(features: readonly number[], out: Float32Array, at: number): void {
    for (const feature of features) {
      const from = feature * this.#width;
      for (let i = 0; i < this.#width; i++) out[at + i] = (out[at + i] ?? 0) + (this.values[from + i] ?? 0);
    }
  }

  addGradient(features: readonly number[], gradient: Float32Array, at: number): void {
    for (const feature of features) {
      this.#touched.add(feature);
      const from = feature * this.#width;
      for (let i = 0; i < this.#width; i++) {
        this.#gradient[from + i] = (this.#gradient[from + i] ?? 0) + (gradient[at + i] ?? 0);
      }
    }
  }

  /** The rows, with zeros for those that were never trained. */
  learned(): Float32Array {
    const values = new Float32Array(this.values.length);
    for (const feature of this.#learned) {
      const [from, to] = [feature * this.#width, (feature + 1) * this.#width];
      values.set(this.values.subarray(from, to), from);
    }
    return values;
  }

  update(step: number, rate: number): void {
    const corrected = rate / (1 - 0.9 ** step);
    const correction = 1 / (1 - 0.999 ** step);
    for (const feature of this.#touched) {
      this.#learned.add(feature);
      for (let i = feature * this.#width; i < (feature + 1) * this.#width; i++) {
        const g = this.#gradient[i] ?? 0;
        const m = 0.9 * (this.#first[i] ?? 0) + 0.1 * g;
        const v = 0.999 * (this.#second[i] ?? 0) + 0.001 * g * g;
        this.#first[i] = m;
        this.#second[i] = v;
        this.values[i] = (this.values[i] ?? 0) - (corrected * m) / (Math.sqrt(v * correction) + 1e-8);
        this.#gradient[i] = 0;
      }
    }
    this.#touched.clear();
  }
}
