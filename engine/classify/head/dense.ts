import { join } from 'node:path';
import { readBytes, readFloats, writeNumbers } from '../../sections.ts';
import { instantiate } from '../encoder/kernel.ts';

interface HeadExports {
  memory: WebAssembly.Memory;
  allocate(bytes: number): number;
  dense(
    x: number,
    weights: number,
    scales: number,
    bias: number,
    out: number,
    outputs: number,
    depth: number,
  ): void;
  activate(x: number, count: number): void;
}

/** A matrix with a bias, in the kernel's memory. */
export interface Layer {
  weights: number;
  scales: number;
  bias: number;
  outputs: number;
  inputs: number;
  /** The place of its outputs. */
  out: number;
}

/** The arithmetic of small trained networks, compiled from engine/classify/encoder/kernel/head.ts. */
export class DenseKernel {
  readonly #run: HeadExports;

  /** @param directory holds the compiled kernels */
  constructor(directory: string) {
    this.#run = instantiate<HeadExports>(join(directory, 'head'));
  }

  /** Loads what `packLayer` made of a matrix. */
  load(sections: ReadonlyMap<string, Uint8Array>, name: string): Layer {
    const weights = readBytes(sections, `${name}.weights`);
    const scales = readFloats(sections, `${name}.scales`);
    const bias = readFloats(sections, `${name}.bias`);
    const layer = {
      weights: this.#run.allocate(weights.byteLength),
      scales: this.#run.allocate(scales.byteLength),
      bias: this.#run.allocate(bias.byteLength),
      outputs: bias.length,
      inputs: weights.length / bias.length,
      out: this.#run.allocate((bias.length + 3) * 4),
    };
    const { buffer } = this.#run.memory;
    new Int8Array(buffer, layer.weights, weights.length).set(weights);
    new Float32Array(buffer, layer.scales, scales.length).set(scales);
    new Float32Array(buffer, layer.bias, bias.length).set(bias);
    return layer;
  }

  /** Room for the inputs of a layer. */
  input(count: number): number {
    return this.#run.allocate(count * 4);
  }

  /** Numbers in the kernel's memory. A view: call again after anything was loaded. */
  floats(at: number, count: number): Float32Array {
    return new Float32Array(this.#run.memory.buffer, at, count);
  }

  /** Applies a layer to the numbers at `from`; the result is at `layer.out`. */
  apply(layer: Layer, from: number): void {
    this.#run.dense(from, layer.weights, layer.scales, layer.bias, layer.out, layer.outputs, layer.inputs);
  }

  /** GELU, in place, of a multiple of 4 numbers. */
  activate(at: number, count: number): void {
    this.#run.activate(at, count);
  }
}

/**
 * Brings a matrix down to 8 bits with one scale for each output.
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
