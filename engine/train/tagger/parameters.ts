import { HIDDEN } from '../../values/free-text/tagger/tagger.ts';
import type { TrainingKernel } from '../kernel.ts';
import type { Random } from '../random.ts';

/** A matrix in the kernel's memory with its gradient and AdamW's two averages. */
export interface Parameter {
  at: number;
  gradient: number;
  first: number;
  second: number;
  count: number;
}

/** Hands out parameters and buffers, and moves parameters by AdamW. */
export class ParameterSpace {
  readonly kernel: TrainingKernel;
  readonly #all: Parameter[] = [];

  constructor(kernel: TrainingKernel) {
    this.kernel = kernel;
    kernel.run.release();
  }

  /** Uniform in ± `limit`; all of memory is handed out before any is written. */
  parameter(count: number): Parameter {
    const size = Math.ceil(count / 4) * 4;
    const parameter = {
      at: this.buffer(size),
      gradient: this.buffer(size),
      first: this.buffer(size),
      second: this.buffer(size),
      count: size,
    };
    this.#all.push(parameter);
    return parameter;
  }

  /** Room for so many floats. */
  buffer(count: number): number {
    return this.kernel.run.allocate(count * 4);
  }

  fill(parameter: Parameter, limit: number, random: Random): void {
    const values = this.kernel.floats(parameter.at, parameter.count);
    for (let i = 0; i < values.length; i++) values[i] = (2 * random() - 1) * limit;
    for (const at of [parameter.gradient, parameter.first, parameter.second]) {
      this.kernel.floats(at, parameter.count).fill(0);
    }
  }

  /** One step of AdamW for all parameters, with their gradients as they are. */
  update(step: number, rate: number, decay: number): void {
    for (const { at, gradient, first, second, count } of this.#all) {
      const corrected = rate / (1 - 0.9 ** step);
      this.kernel.run.adam(
        at,
        gradient,
        first,
        second,
        count,
        corrected,
        1 / (1 - 0.999 ** step),
        decay * rate,
      );
    }
  }
}

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
