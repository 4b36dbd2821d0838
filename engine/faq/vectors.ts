import { DenseKernel } from '../classify/head/dense.ts';
import { writeNumbers } from '../sections.ts';
import type { CompactVectors, Comparer } from './document.ts';

/** Unit vectors in 8 bits: at 384 dimensions, a product is accurate to about 0.001. */
export function compactVectors(vectors: readonly Float32Array[]): CompactVectors {
  const width = vectors[0]?.length ?? 0;
  const values = new Int8Array(vectors.length * width);
  const scales = new Float32Array(vectors.length);
  for (const [row, vector] of vectors.entries()) {
    const unit = unitVector(vector);
    const highest = unit.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9);
    scales[row] = highest / 127;
    for (const [at, value] of unit.entries()) values[row * width + at] = Math.round((127 * value) / highest);
  }
  return { values, scales };
}

export function unitVector(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1;
  return vector.map((value) => value / length);
}

/** Compares in plain JavaScript; works for any length. */
export const plainComparer: Comparer = (vectors) => (query) =>
  vectors.scales.map((_, row) => productOf(vectors, row, query));

/** The product of a row with a query of the same length. */
export function productOf({ values, scales }: CompactVectors, row: number, query: Float32Array): number {
  let product = 0;
  for (let at = 0; at < query.length; at += 1)
    product += (values[row * query.length + at] ?? 0) * (query[at] ?? 0);
  return product * (scales[row] ?? 0);
}

/**
 * Compares in WebAssembly; lengths must be multiples of 8.
 * @param directory returns the directory of the compiled kernels
 */
export const kernelComparer =
  (directory: () => string): Comparer =>
  ({ values, scales }) => {
    const kernel = new DenseKernel(directory());
    const layer = kernel.load(
      new Map([
        ['vectors.weights', writeNumbers(values)],
        ['vectors.scales', writeNumbers(scales)],
        ['vectors.bias', writeNumbers(new Float32Array(scales.length))],
      ]),
      'vectors',
    );
    const input = kernel.input(layer.inputs);
    return (query) => {
      kernel.floats(input, layer.inputs).set(query);
      kernel.apply(layer, input);
      return kernel.floats(layer.out, layer.outputs);
    };
  };
