import { expect, it } from 'vitest';
import { compactVectors, kernelComparer, plainComparer, unitVector } from '../../../engine/faq/vectors.ts';
import { ENCODER_DIRECTORY } from '../../../engine/train/encoder/build.ts';
import { seededRandom } from '../../../engine/train/random.ts';

const WIDTH = 384;
const random = seededRandom(1);
const vector = () => unitVector(Float32Array.from({ length: WIDTH }, () => random() - 0.5));
const vectors = Array.from({ length: 300 }, vector);
const query = vector();
const product = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

it.each([
  ['plain JavaScript', plainComparer],
  ['WebAssembly', kernelComparer(() => ENCODER_DIRECTORY)],
])('%s multiplies a query with 8-bit vectors to within 0.002', (_, comparer) => {
  const compare = comparer(compactVectors(vectors));
  for (const asked of [query, ...vectors.slice(0, 3)]) {
    const products = compare(asked);
    expect(products).toHaveLength(vectors.length);
    for (const [row, one] of vectors.entries()) {
      expect(Math.abs((products[row] ?? 0) - product(one, asked))).toBeLessThan(0.002);
    }
  }
});

it('a vector takes 8 bits a number and one scale for any length', () => {
  const { values, scales } = compactVectors([Float32Array.from([3, -4]), Float32Array.from([0, 0])]);
  expect([...values]).toEqual([95, -127, 0, 0]);
  expect(scales[0]).toBeCloseTo(0.8 / 127);
  expect(compactVectors([])).toEqual({ values: new Int8Array(), scales: new Float32Array() });
});
