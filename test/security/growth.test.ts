import { describe, expect, test } from 'vitest';
import { AUTHORS } from './growth/authors.ts';
import { CALLERS } from './growth/callers.ts';
import { type Entrance, reading } from './growth/entrance.ts';
import { cpuTime, growing, growth, MOST_GROWTH } from './growth/measure.ts';
import { queries, readers } from './growth/queries.ts';

const QUERIES = [...(await queries()), ...readers()];

const isLinear = async (entrance: Entrance) =>
  expect(await growing(entrance.shapes, entrance.size, (shape) => reading(entrance, shape))).toEqual([]);

/** Creates simulated work that takes `ms(size)` milliseconds on its own clock. */
function working(ms: (size: number) => number) {
  let now = 0;
  const work = (size: number) => {
    now += ms(size);
  };
  return { work, clock: () => now };
}

test('tells quadratic work from work that is not', async () => {
  const square = working((size) => size ** 2 / 1000);
  const straight = working((size) => size * Math.log2(size));
  expect(await growth(square.work, 4096, square.clock)).toBeGreaterThan(MOST_GROWTH);
  expect(await growth(straight.work, 4096, straight.clock)).toBeLessThan(MOST_GROWTH);
});

test('the clock of CPU time advances while this process works', () => {
  const began = cpuTime();
  while (cpuTime() === began);
  expect(cpuTime()).toBeGreaterThan(began);
});

test('finds a shape with quadratic work among other shapes', async () => {
  let shape = '';
  const { work, clock } = working((size) => (shape === '0' ? size ** 2 / 1000 : size / 10));
  const workOf = (of: string) => (size: number) => {
    shape = of;
    work(size);
  };
  expect(await growing(['a', '1', '0', '1 '], 4096, workOf, clock)).toEqual(['"0" × 8.0']);
});

describe('work grows in proportion to what a caller sends:', () => {
  test.each(CALLERS)('$name', isLinear);
});

describe('work grows in proportion to a query:', () => {
  test.each(QUERIES)('$name', isLinear);
});

describe('work grows in proportion to what an author writes:', () => {
  test.each(AUTHORS)('$name', isLinear);
});
