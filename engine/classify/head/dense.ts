import { join } from 'node:path';
import { readBytes, readFloats, readWords, writeNumbers } from '../../sections.ts';
import { instantiate } from '../encoder/kernel.ts';

interface HeadExports {
  memory: WebAssembly.Memory;
  allocate(bytes: number): number;
  dense(
    x: number,
    rows: number,
    weights: number,
    scales: number,
    bias: number,
    out: number,
    outputs: number,
    depth: number,
  ): void;
  addRows(places: number, count: number, weights: number, scales: number, out: number, width: number): void;
  centre(x: number, rows: number, mean: number, parts: number, width: number, length: number): void;
  activate(x: number, count: number): void;
}

/** A matrix with a bias, in the kernel's memory. */
export interface Layer {
  weights: number;
  scales: number;
  bias: number;
  outputs: number;
  inputs: number;
  /** The address of its outputs, [row][output]. */
  out: number;
}

/** Rows of numbers in the kernel's memory, one for each feature of a network. */
export interface Table {
  weights: number;
  scales: number;
  width: number;
  /** Each feature's row; −1 if it has none. */
  places: Int32Array;
}

/** The most rows added in one call. */
const MOST_ADDED = 256;

/** The arithmetic of small trained networks, compiled from engine/classify/encoder/kernel/head.ts. */
export class DenseKernel {
  readonly #run: HeadExports;
  /** The address of the row indices to add. */
  readonly #added: number;
  #addedRows = new Int32Array();

  /** @param directory the directory of the compiled kernels */
  constructor(directory: string) {
    this.#run = instantiate<HeadExports>(join(directory, 'head'));
    this.#added = this.#run.allocate(MOST_ADDED * 4);
  }

  /**
   * Loads a matrix packed by `packLayer`.
   * @param rows the most input rows per call
   */
  load(sections: ReadonlyMap<string, Uint8Array>, name: string, rows = 1): Layer {
    const { weights, scales } = this.#loadMatrix(sections, name);
    const bias = readFloats(sections, `${name}.bias`);
    return {
      weights,
      scales,
      bias: this.hold(bias),
      outputs: bias.length,
      inputs: readBytes(sections, `${name}.weights`).length / bias.length,
      out: this.#run.allocate((rows * bias.length + 3) * 4),
    };
  }

  /**
   * Loads 8-bit rows, each with a scale and the feature it belongs to. The row length must be a multiple of 8.
   * @param features the number of features
   */
  loadTable(sections: ReadonlyMap<string, Uint8Array>, name: string, features: number): Table {
    const width =
      readBytes(sections, `${name}.weights`).length / readFloats(sections, `${name}.scales`).length;
    const places = new Int32Array(features).fill(-1);
    for (const [place, feature] of readWords(sections, `${name}.buckets`).entries()) places[feature] = place;
    return { ...this.#loadMatrix(sections, name), width, places };
  }

  /** Allocates a layer's inputs for all rows of one call. */
  input(count: number): number {
    return this.#run.allocate(count * 4);
  }

  /** Copies numbers into the kernel's memory permanently. @returns their address */
  hold(numbers: Float32Array): number {
    const at = this.#run.allocate(numbers.byteLength);
    this.floats(at, numbers.length).set(numbers);
    return at;
  }

  /** A view of numbers in the kernel's memory. Loading anything invalidates it. */
  floats(at: number, count: number): Float32Array {
    return new Float32Array(this.#run.memory.buffer, at, count);
  }

  /** Applies a layer to each of the rows at `from`; the results are at `layer.out`. */
  apply(layer: Layer, from: number, rows = 1): void {
    const { weights, scales, bias, out, outputs, inputs } = layer;
    this.#run.dense(from, rows, weights, scales, bias, out, outputs, inputs);
  }

  /** Adds the rows of features to the numbers at `to`. */
  add({ weights, scales, width, places }: Table, features: readonly number[], to: number): void {
    if (this.#addedRows.length === 0)
      this.#addedRows = new Int32Array(this.#run.memory.buffer, this.#added, MOST_ADDED);
    const rows = this.#addedRows;
    let count = 0;
    for (const feature of features) {
      const row = places[feature] ?? -1;
      if (row === -1) continue;
      rows[count++] = row;
      if (count < MOST_ADDED) continue;
      this.#run.addRows(this.#added, count, weights, scales, to, width);
      count = 0;
    }
    if (count > 0) this.#run.addRows(this.#added, count, weights, scales, to, width);
  }

  /**
   * Subtracts a mean from each row at `at`, and scales each part of the row to a length, in place.
   * @param mean the address of a row of means
   */
  centre(
    at: number,
    rows: number,
    mean: number,
    { parts, width, length }: { parts: number; width: number; length: number },
  ): void {
    this.#run.centre(at, rows, mean, parts, width, length);
  }

  /** Applies GELU in place to a multiple of 4 numbers. */
  activate(at: number, count: number): void {
    this.#run.activate(at, count);
  }

  #loadMatrix(sections: ReadonlyMap<string, Uint8Array>, name: string): { weights: number; scales: number } {
    const weights = readBytes(sections, `${name}.weights`);
    const at = this.#run.allocate(weights.byteLength);
    new Int8Array(this.#run.memory.buffer, at, weights.length).set(weights);
    return { weights: at, scales: this.hold(readFloats(sections, `${name}.scales`)) };
  }
}

/**
 * Quantises a matrix to 8 bits with one scale per output.
 * @param values [input][output]
 * @returns the sections that `DenseKernel.load` reads
 */
export function packLayer(
  name: string,
  values: Float32Array,
  bias: Float32Array,
): Record<string, Uint8Array> {
  const outputs = bias.length;
  const inputs = values.length / outputs;
  const weights = new Int8Array(values.length);
  const scales = new Float32Array(outputs);
  for (let o = 0; o < outputs; o++) {
    let highest = 1e-9;
    for (let i = 0; i < inputs; i++) highest = Math.max(highest, Math.abs(values[i * outputs + o] ?? 0));
    scales[o] = highest / 127;
    for (let i = 0; i < inputs; i++) {
      weights[o * inputs + i] = Math.round(((values[i * outputs + o] ?? 0) * 127) / highest);
    }
  }
  return {
    [`${name}.weights`]: writeNumbers(weights),
    [`${name}.scales`]: writeNumbers(scales),
    [`${name}.bias`]: writeNumbers(bias),
  };
}
