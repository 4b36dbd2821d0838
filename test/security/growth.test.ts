import { describe, expect, test } from 'vitest';
import { AUTHORS } from './growth/authors.ts';
import { CALLERS } from './growth/callers.ts';
import { type Entrance, reading } from './growth/entrance.ts';
import { growing, growth, MOST_GROWTH } from './growth/measure.ts';
import { queries, readers } from './growth/queries.ts';
import { fill } from './growth/shapes.ts';

const QUERIES = [...(await queries()), ...readers()];

/**
 * UTF-16 units of which the square takes half a second: compiling the work, collecting garbage and the steps of the clock
 * of CPU time are small beside it, and beside an eighth of it.
 */
const SQUARED = 20_480;

const isLinear = async (entrance: Entrance) =>
  expect(await growing(entrance.shapes, entrance.size, (shape) => reading(entrance, shape))).toEqual([]);

test('work that takes the square of a text is told from work that does not', async () => {
  // Made once, so that no collection of garbage falls into a measurement.
  const made = new Map<number, string>();
  const zeros = (size: number) => {
    const text = made.get(size) ?? `1.${fill('0', size)}1`;
    made.set(size, text);
    return text;
  };
  expect(await growth((size) => zeros(size).replace(/0+$/, ''), SQUARED)).toBeGreaterThan(MOST_GROWTH);
  expect(await growth((size) => zeros(size).replaceAll('0', ''), SQUARED)).toBeLessThan(MOST_GROWTH);
});

test('a shape that takes the square of a text is found among those that do not', async () => {
  const found = await growing(['a', '1', '0', '1 '], SQUARED, (shape) => (size) => {
    fill(shape, size).concat('1').replace(/0+$/, '');
  });
  expect(found).toEqual([expect.stringContaining('"0" × ')]);
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
