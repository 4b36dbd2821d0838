import { describe, expect, test } from 'vitest';
import { COMPILED_KERNELS } from '../../../engine/train/encoder/kernels.ts';
import { TrainingKernel } from '../../../engine/train/kernel.ts';
import { type Matrix, ParameterSpace } from '../../../engine/train/parameters.ts';
import { seededRandom } from '../../../engine/train/random.ts';

/** A matrix, row by row. */
type Rows = number[][];

const LIMIT = 0.5;
const DESCENT = { step: 1, rate: 0.01, decay: 0.1 };
/** Row counts above, at and below the six multiplied at once; columns that fill one panel or several. */
const SIZES = [
  { rows: 10, columns: 24, depth: 16 },
  { rows: 6, columns: 8, depth: 8 },
  { rows: 1, columns: 16, depth: 8 },
  { rows: 13, columns: 8, depth: 2 },
];

const random = seededRandom(5);
const some = (rows: number, columns: number): Rows =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => Math.fround(random() - 0.5)));
const turn = (rows: Rows): Rows => (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? 0));
const multiply = (left: Rows, right: Rows): Rows =>
  left.map((row) => turn(right).map((column) => row.reduce((sum, x, k) => sum + x * (column[k] ?? 0), 0)));
const near = (numbers: readonly number[], expected: Rows) => {
  expect(numbers).toHaveLength(expected.flat().length);
  for (const [i, value] of expected.flat().entries()) expect(numbers[i]).toBeCloseTo(value, 5);
};

function scene({ rows, columns, depth }: (typeof SIZES)[number]) {
  const kernel = new TrainingKernel(COMPILED_KERNELS);
  const space = new ParameterSpace(kernel);
  const most = Math.max(rows, columns, depth);
  const scratch = kernel.run.allocate(kernel.run.productScratch(most, most));
  const put = (numbers: Rows): number => {
    const flat = numbers.flat();
    const at = space.buffer(flat.length);
    kernel.floats(at, flat.length).set(flat);
    return at;
  };
  const matrix = (of: number, by: number): { matrix: Matrix; values: Rows } => {
    const made = space.matrix(of, by);
    space.fill(made, LIMIT, random);
    const read = space.read(made);
    return {
      matrix: made,
      values: Array.from({ length: of }, (_, r) => [...read.slice(r * by, (r + 1) * by)]),
    };
  };
  return { kernel, space, scratch, put, matrix };
}

describe.each(SIZES)(
  'weights in panels, $rows rows, $columns columns, $depth deep,',
  ({ rows, columns, depth }) => {
    const sizes = { rows, columns, depth };

    test('are filled and read row by row', () => {
      const { space } = scene(sizes);
      const matrix = space.matrix(rows, columns);
      space.fill(matrix, LIMIT, seededRandom(9));
      const again = seededRandom(9);
      const expected = Array.from({ length: rows * columns }, () => Math.fround((2 * again() - 1) * LIMIT));
      expect([...space.read(matrix)]).toEqual(expected);
      expect([...space.read(matrix, 3)]).toEqual(expected.filter((_, i) => i % columns < 3));
    });

    test('are multiplied like plain arithmetic', () => {
      const { kernel, space, scratch, put, matrix } = scene(sizes);
      const left = some(rows, depth);
      const { matrix: weights, values } = matrix(depth, columns);
      const [at, out] = [put(left), space.buffer(rows * columns)];
      kernel.run.product(at, weights.at, out, rows, columns, depth, scratch);
      near([...kernel.floats(out, rows * columns)], multiply(left, values));
    });

    test('are multiplied transposed', () => {
      const { kernel, space, scratch, put, matrix } = scene(sizes);
      const left = some(rows, columns);
      const { matrix: weights, values } = matrix(8, columns);
      const [at, out] = [put(left), space.buffer(rows * 8)];
      kernel.run.productTurned(at, weights.at, out, rows, 8, columns, scratch);
      near([...kernel.floats(out, rows * 8)], multiply(left, turn(values)));
    });

    test('take a first step of AdamW against the sign of their gradient, and decay', () => {
      const { space, scratch, put, matrix } = scene(sizes);
      const [left, right] = [some(depth, rows), some(depth, columns)];
      const { matrix: weights, values } = matrix(rows, columns);
      const [from, back] = [put(left), put(right)];
      space.descend(weights, [from, back, depth], DESCENT, scratch);
      const gradient = multiply(turn(left), right);
      const { rate, decay } = DESCENT;
      near(
        [...space.read(weights)],
        values.map((row, r) =>
          row.map((weight, c) => weight * (1 - decay * rate) - rate * Math.sign(gradient[r]?.[c] ?? 0)),
        ),
      );
    });
  },
);
