import { expect, test } from 'vitest';
import { COMPILED_KERNELS } from '../../../../engine/train/encoder/kernels.ts';
import { TrainingKernel } from '../../../../engine/train/kernel.ts';
import { ParameterSpace } from '../../../../engine/train/parameters.ts';
import { LexicalTable } from '../../../../engine/train/tagger/lexical-table.ts';

const WIDTH = 4;
const BUCKETS = 5000;
const RATE = 0.1;
const GRADIENT = [1, -0.25, 0, 3];

/** Creates a table in memory that was used before. */
function scene() {
  const kernel = new TrainingKernel(COMPILED_KERNELS);
  const used = kernel.run.allocate(5 * BUCKETS * WIDTH * 4);
  kernel.floats(used, 5 * BUCKETS * WIDTH).fill(7);
  const space = new ParameterSpace(kernel);
  const table = new LexicalTable(space, BUCKETS, WIDTH);
  const [out, gradient] = [space.buffer(WIDTH), space.buffer(WIDTH)];
  return {
    table,
    sumOf(features: readonly number[]): number[] {
      kernel.floats(out, WIDTH).fill(0);
      table.addTo(features, out);
      return [...kernel.floats(out, WIDTH)];
    },
    descend(features: readonly number[], numbers: readonly number[], step: number): void {
      kernel.floats(gradient, WIDTH).set(numbers);
      table.addGradient(features, gradient);
      table.update(step, RATE);
    },
  };
}

/** Returns the number after these steps of Adam, computed in 64-bit and stored in 32-bit numbers. */
function adam(gradients: readonly number[]): number {
  let [value, first, second] = [0, 0, 0];
  for (const [i, g] of gradients.entries()) {
    const m = 0.9 * first + 0.1 * g;
    const v = 0.999 * second + 0.001 * g * g;
    const rate = RATE / (1 - 0.9 ** (i + 1));
    value = Math.fround(value - (rate * m) / (Math.sqrt(v * (1 / (1 - 0.999 ** (i + 1)))) + 1e-8));
    [first, second] = [Math.fround(m), Math.fround(v)];
  }
  return value;
}

test('features begin at zero in used memory', () => {
  expect(scene().sumOf([0, 17, BUCKETS - 1])).toEqual([0, 0, 0, 0]);
});

test('only rows with a gradient take steps of Adam, exact to the last bit', () => {
  const { sumOf, descend } = scene();
  sumOf([3, 8]);
  descend([3], GRADIENT, 1);
  descend([3], GRADIENT, 2);
  expect(sumOf([3])).toEqual(GRADIENT.map((g) => adam([g, g])));
  expect(sumOf([8])).toEqual([0, 0, 0, 0]);
});

test('a feature that occurs twice in a word counts twice', () => {
  const { sumOf, descend } = scene();
  sumOf([5]);
  descend([5, 5], GRADIENT, 1);
  const once = GRADIENT.map((g) => adam([2 * g]));
  expect(sumOf([5])).toEqual(once);
  expect(sumOf([5, 5])).toEqual(once.map((value) => Math.fround(2 * value)));
});

test('all features move, even more than fit in one call of the kernel', () => {
  const { sumOf, descend, table } = scene();
  const features = Array.from({ length: 3000 }, (_, i) => BUCKETS - 1 - i);
  sumOf(features);
  descend(features, GRADIENT, 1);
  const moved = GRADIENT.map((g) => adam([g]));
  expect(table.learned().map(([feature]) => feature)).toEqual(features.toReversed());
  for (const [, vector] of table.learned()) expect([...vector]).toEqual(moved);
});
