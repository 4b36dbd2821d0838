import { expect, test } from 'vitest';
import { DenseKernel, packLayer } from '../../../../engine/classify/head/dense.ts';
import { writeNumbers } from '../../../../engine/sections.ts';
import { COMPILED_KERNELS } from '../../../../engine/train/encoder/kernels.ts';

const [INPUTS, OUTPUTS] = [24, 10];
/** Returns varied numbers without a short period. */
const numbers = (count: number, factor: number) =>
  Float32Array.from({ length: count }, (_, at) => Math.sin(factor * (at + 1)));

test.each([1, 2, 3, 4, 7, 16])('%i rows multiplied at once give the same as each row alone', (rows) => {
  const kernel = new DenseKernel(COMPILED_KERNELS);
  const sections = new Map(
    Object.entries(packLayer('layer', numbers(INPUTS * OUTPUTS, 1.3), numbers(OUTPUTS, 0.7))),
  );
  const layer = kernel.load(sections, 'layer', rows);
  const input = kernel.input(rows * INPUTS);
  const x = numbers(rows * INPUTS, 2.1);
  kernel.floats(input, x.length).set(x);
  kernel.apply(layer, input, rows);
  const together = [...kernel.floats(layer.out, rows * OUTPUTS)];
  const alone = Array.from({ length: rows }, (_, row) => {
    kernel.floats(input, INPUTS).set(x.subarray(row * INPUTS, (row + 1) * INPUTS));
    kernel.apply(layer, input);
    return [...kernel.floats(layer.out, OUTPUTS)];
  });
  expect(together).toEqual(alone.flat());
});

test.each([1152, 2048])('a row of %i numbers gives the exact product to one part in a thousand', (inputs) => {
  const kernel = new DenseKernel(COMPILED_KERNELS);
  const weights = Float32Array.from({ length: inputs * OUTPUTS }, (_, at) => Math.sign(Math.sin(at * 1.3)));
  const layer = kernel.load(
    new Map(Object.entries(packLayer('layer', weights, numbers(OUTPUTS, 0.7)))),
    'layer',
  );
  const input = kernel.input(inputs);
  // Every input is at its maximum, with its weight's sign, so the sums are as large as possible.
  const x = Float32Array.from({ length: inputs }, (_, at) => 3 * (weights[at * OUTPUTS] ?? 0));
  kernel.floats(input, inputs).set(x);
  kernel.apply(layer, input);
  for (const [output, value] of kernel.floats(layer.out, OUTPUTS).entries()) {
    const exact = x.reduce(
      (sum, number, at) => sum + number * (weights[at * OUTPUTS + output] ?? 0),
      Math.sin(0.7 * (output + 1)),
    );
    expect(Math.abs(value - exact)).toBeLessThan(3 * inputs * 1e-3);
  }
});

test.each([0, 1, 300])('adds %i rows of a table with their scales', (count) => {
  const kernel = new DenseKernel(COMPILED_KERNELS);
  const width = 16;
  const weights = Int8Array.from({ length: 3 * width }, (_, at) => ((at * 37) % 255) - 127);
  const scales = Float32Array.of(0.5, 0.25, 2);
  const table = kernel.loadTable(
    new Map([
      ['table.weights', writeNumbers(weights)],
      ['table.scales', writeNumbers(scales)],
      ['table.buckets', writeNumbers(Uint32Array.of(4, 5, 6))],
    ]),
    'table',
    8,
  );
  const to = kernel.input(width);
  kernel.floats(to, width).fill(1);
  const rows = Array.from({ length: count }, (_, at) => (at * 2) % 3);
  // The table has no row for feature 7.
  kernel.add(table, [7, ...rows.map((row) => row + 4)], to);
  const sums = Array.from({ length: width }, (_, at) =>
    rows.reduce((sum, row) => sum + (scales[row] ?? 0) * (weights[row * width + at] ?? 0), 1),
  );
  expect([...kernel.floats(to, width)]).toEqual(sums);
});
