import { HIDDEN } from '../../values/free-text/tagger/tagger.ts';

/** Vectors of hashed features, which sum up to a word's lexical part. Only touched rows move. */
export class LexicalTable {
  readonly values: Float32Array;
  readonly #gradient: Float32Array;
  readonly #first: Float32Array;
  readonly #second: Float32Array;
  readonly #touched = new Set<number>();

  constructor(buckets: number) {
    this.values = new Float32Array(buckets * HIDDEN);
    this.#gradient = new Float32Array(buckets * HIDDEN);
    this.#first = new Float32Array(buckets * HIDDEN);
    this.#second = new Float32Array(buckets * HIDDEN);
  }

  /** Adds the vectors of a word's features to `out`. */
  addTo(features: readonly number[], out: Float32Array): void {
    for (const feature of features) {
      const from = feature * HIDDEN;
      for (let i = 0; i < HIDDEN; i++) out[i] = (out[i] ?? 0) + (this.values[from + i] ?? 0);
    }
  }

  addGradient(features: readonly number[], gradient: Float32Array): void {
    for (const feature of features) {
      this.#touched.add(feature);
      const from = feature * HIDDEN;
      for (let i = 0; i < HIDDEN; i++) {
        this.#gradient[from + i] = (this.#gradient[from + i] ?? 0) + (gradient[i] ?? 0);
      }
    }
  }

  /** One step of Adam for the rows that got a gradient. */
  update(step: number, rate: number): void {
    const corrected = rate / (1 - 0.9 ** step);
    const correction = 1 / (1 - 0.999 ** step);
    for (const feature of this.#touched) {
      for (let i = feature * HIDDEN; i < (feature + 1) * HIDDEN; i++) {
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
