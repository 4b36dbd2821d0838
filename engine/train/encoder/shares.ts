import { INNER, type ModelShape, WIDTH } from './model-folder.ts';
import type { Shares } from './pack.ts';
import { PlainEncoder } from './plain-encoder.ts';
import type { Tensors } from './safetensors.ts';

const STATE_SHARES = 16;
const INNER_SHARES = 8;

/** The shares of all-MiniLM-L6-v2, measured on a thousand sentences. */
export const SHIPPED_SHARES: Shares = {
  state: [99, 99, 99, 99, 99, 99, 223, 223, 223, 63, 127, 157, 267, 303, 319, 338],
  inner: [
    [856, 856, 856, 856, 329, 691, 829, 887],
    [607, 607, 607, 607, 116, 632, 1072, 1157],
    [1004, 1004, 1004, 218, 218, 304, 805, 1265],
    [358, 358, 358, 146, 318, 833, 975, 1004],
    [154, 242, 580, 637, 681, 769, 1097, 1357],
    [469, 480, 486, 499, 830, 885, 1203, 1302],
  ],
};

/**
 * Finds the channels of a model that are far larger than the rest. Sizes are relative to the largest of a row, averaged
 * over texts.
 * @param texts the ids of each text's word pieces
 */
export function findShares(
  tensors: Tensors,
  shape: ModelShape,
  texts: readonly (readonly number[])[],
): Shares {
  const state = new Float64Array(WIDTH);
  const inner = Array.from({ length: shape.layers }, () => new Float64Array(INNER));
  const encoder = new PlainEncoder(tensors, shape, (rows, of) =>
    addRows(rows, of === 'state' ? state : (inner[of.innerOfLayer] ?? new Float64Array(INNER))),
  );
  for (const ids of texts) encoder.means(ids);
  return {
    state: deal(state, STATE_SHARES),
    inner: inner.map((sizes) => deal(sizes, INNER_SHARES)),
  };
}

function addRows(rows: Float64Array, sums: Float64Array): void {
  for (let from = 0; from < rows.length; from += sums.length) {
    const row = rows.subarray(from, from + sums.length);
    const highest = row.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9);
    for (const [column, value] of row.entries())
      sums[column] = (sums[column] ?? 0) + Math.abs(value) / highest;
  }
}

/** Gives each share to the column with the largest size per share. */
function deal(sizes: Float64Array, count: number): number[] {
  const parts = new Int32Array(sizes.length).fill(1);
  const size = (column: number) => (sizes[column] ?? 0) / (parts[column] ?? 1);
  for (let share = 0; share < count; share++) {
    let largest = 0;
    for (let column = 1; column < sizes.length; column++) if (size(column) > size(largest)) largest = column;
    parts[largest] = (parts[largest] ?? 1) + 1;
  }
  // The shares of a column are adjacent, as the packed weights expect.
  return [...parts].flatMap((part, column) => Array<number>(part - 1).fill(column));
}
