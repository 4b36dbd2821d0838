import { describe, expect, test } from 'vitest';
import { gridOf, largestOf, runsOf, sumUpTo } from '../../../clients/console/plot-scale.ts';

describe('the grid of a plot', () => {
  test.each([
    [0, [0, 1]],
    [Number.NaN, [0, 1]],
    [1, [0, 0.5, 1]],
    [4, [0, 1, 2, 3, 4]],
    [4.1, [0, 2, 4, 6]],
    [7, [0, 2, 4, 6, 8]],
    [10, [0, 5, 10]],
    [0.3, [0, 0.1, 0.2, 0.3]],
    [1234, [0, 500, 1000, 1500]],
  ])('has the right steps up to %d', (largest, grid) => {
    expect(gridOf(largest)).toEqual(grid);
  });

  test('reaches the largest value in at most five steps', () => {
    for (let largest = 0.01; largest < 1e6; largest *= 1.37) {
      const grid = gridOf(largest);
      expect(grid.at(-1)).toBeGreaterThanOrEqual(largest * (1 - 1e-9));
      expect(grid.at(-2) ?? 0).toBeLessThan(largest);
      expect(grid.length).toBeLessThanOrEqual(5);
    }
  });
});

const SERIES = [
  { name: 'a', values: [1, null, 3] },
  { name: 'b', values: [4, 2, null] },
];

test('bars are stacked, and lines are not', () => {
  expect(largestOf('bars', SERIES)).toBe(5);
  expect(largestOf('lines', SERIES)).toBe(4);
  expect(largestOf('bars', [])).toBe(0);
  expect(sumUpTo(SERIES, 1, 0)).toBe(1);
  expect(sumUpTo(SERIES, 2, 1)).toBe(2);
});

test('a line has a gap on a day without a value', () => {
  expect(runsOf([null, 1, 2, null, null, 0, null])).toEqual([
    [
      [1, 1],
      [2, 2],
    ],
    [[5, 0]],
  ]);
  expect(runsOf([null, null])).toEqual([]);
});
