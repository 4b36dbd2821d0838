import { NUMBER_BYTES, type TrainingKernel } from './kernel.ts';
import type { Random } from './random.ts';

/** Parameters in the kernel's memory and AdamW's two moving averages, by address. */
interface Averaged {
  at: number;
  first: number;
  second: number;
}

/** A bias and its gradient. */
export interface Vector extends Averaged {
  gradient: number;
  count: number;
}

/** A weight matrix in panels of 8 columns: [column / 8][row][8]. */
export interface Matrix extends Averaged {
  rows: number;
  /** A multiple of 8. */
  columns: number;
}

/** A training step's settings. */
export interface Descent {
  /** The step's number, from 1. */
  step: number;
  rate: number;
  /** Weight decay per step at a learning rate of 1. */
  decay: number;
}

const PANEL = 8;
/** AdamW's decay rates, as in the kernel. */
const [BETA_1, BETA_2] = [0.9, 0.999];

/** Allocates parameters and buffers, and updates parameters with AdamW. */
export class ParameterSpace {
  readonly kernel: TrainingKernel;
  readonly #vectors: Vector[] = [];

  constructor(kernel: TrainingKernel) {
    this.kernel = kernel;
    kernel.run.release();
  }

  /** Allocate everything before writing anything. */
  vector(count: number): Vector {
    const size = Math.ceil(count / 4) * 4;
    const vector = { ...this.#averaged(size), gradient: this.buffer(size), count: size };
    this.#vectors.push(vector);
    return vector;
  }

  /** @param columns a multiple of 8 */
  matrix(rows: number, columns: number): Matrix {
    return { ...this.#averaged(rows * columns), rows, columns };
  }

  /** Allocates a buffer for `count` floats. */
  buffer(count: number): number {
    return this.kernel.run.allocate(count * NUMBER_BYTES);
  }

  /** Initialises uniformly in ± `limit`, row by row; the averages start at 0. */
  fill(matrix: Matrix, limit: number, random: Random): void {
    const { rows, columns } = matrix;
    const values = this.#begin(matrix, rows * columns);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        values[placeOf(row, column, rows)] = uniform(limit, random);
      }
    }
  }

  /** Initialises uniformly in ± `limit`; averages and gradient start at 0. */
  fillVector(vector: Vector, limit: number, random: Random): void {
    const values = this.#begin(vector, vector.count);
    for (let i = 0; i < values.length; i++) values[i] = uniform(limit, random);
    this.kernel.floats(vector.gradient, vector.count).fill(0);
  }

  /** The first columns as [row][column]. */
  read({ at, rows, columns }: Matrix, kept = columns): Float32Array {
    const values = this.kernel.floats(at, rows * columns);
    const read = new Float32Array(rows * kept);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < kept; column++) {
        read[row * kept + column] = values[placeOf(row, column, rows)] ?? 0;
      }
    }
    return read;
  }

  /**
   * Updates a matrix. Its gradient is the product of the layer's inputs `left` [depth][rows] and output gradients
   * `right` [depth][columns].
   * @param scratch a buffer of the kernel's required size for `rows` and `depth`
   */
  descend(
    { at, first, second, rows, columns }: Matrix,
    [left, right, depth]: readonly [left: number, right: number, depth: number],
    descent: Descent,
    scratch: number,
  ): void {
    const { run } = this.kernel;
    run.descend(left, right, at, first, second, rows, columns, depth, ...stepOf(descent), scratch);
  }

  /** Updates all vectors with their gradients. */
  update(descent: Descent): void {
    for (const { at, gradient, first, second, count } of this.#vectors) {
      this.kernel.run.adam(at, gradient, first, second, count, ...stepOf(descent));
    }
  }

  #begin({ at, first, second }: Averaged, count: number): Float32Array {
    for (const place of [first, second]) this.kernel.floats(place, count).fill(0);
    return this.kernel.floats(at, count);
  }

  #averaged(count: number): Averaged {
    return { at: this.buffer(count), first: this.buffer(count), second: this.buffer(count) };
  }
}

const uniform = (limit: number, random: Random): number => (2 * random() - 1) * limit;

/** The index of a matrix element in its panels. */
const placeOf = (row: number, column: number, rows: number): number =>
  (Math.floor(column / PANEL) * rows + row) * PANEL + (column % PANEL);

/** The kernel's AdamW settings, with bias correction included in the first two. */
export const stepOf = ({ step, rate, decay }: Descent): [rate: number, correction: number, decay: number] => [
  rate / (1 - BETA_1 ** step),
  1 / (1 - BETA_2 ** step),
  decay * rate,
];
