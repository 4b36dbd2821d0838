import { join } from 'node:path';
import { packArtifact, unpackArtifact } from '../artifact.ts';
import { instantiate } from '../encoder/kernel.ts';
import { softmax } from '../ngrams/softmax.ts';
import { readBytes, readFloats, writeNumbers } from '../sections.ts';
import type { Network } from './mlp.ts';

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

/** One layer in the kernel's memory. */
interface Layer {
  weights: number;
  scales: number;
  bias: number;
  outputs: number;
  inputs: number;
}

/** A trained network that answers: 8-bit weights with one scale for each output. */
export class Head {
  readonly #kernel: HeadExports;
  readonly #first: Layer;
  readonly #second: Layer;
  readonly #x: number;
  readonly #h: number;
  readonly #scores: number;

  /**
   * @param bytes what `packHead` returned
   * @param directory holds the compiled kernels
   */
  constructor(bytes: Uint8Array, directory: string) {
    const sections = unpackArtifact(bytes);
    this.#kernel = instantiate<HeadExports>(join(directory, 'head'));
    this.#first = this.#load(sections, '1');
    this.#second = this.#load(sections, '2');
    this.#x = this.#kernel.allocate(this.#first.inputs * 4);
    this.#h = this.#kernel.allocate(this.#first.outputs * 4);
    this.#scores = this.#kernel.allocate(this.#second.outputs * 4);
  }

  /** Probabilities of all classes, the last being "out of scope". */
  probabilities(features: Float32Array): Float32Array {
    const { memory } = this.#kernel;
    new Float32Array(memory.buffer, this.#x, this.#first.inputs).set(features);
    this.#dense(this.#first, this.#x, this.#h);
    this.#kernel.activate(this.#h, this.#first.outputs);
    this.#dense(this.#second, this.#h, this.#scores);
    return softmax(new Float32Array(memory.buffer, this.#scores, this.#second.outputs).slice());
  }

  #dense(layer: Layer, from: number, to: number): void {
    this.#kernel.dense(from, layer.weights, layer.scales, layer.bias, to, layer.outputs, layer.inputs);
  }

  #load(sections: ReadonlyMap<string, Uint8Array>, name: string): Layer {
    const weights = readBytes(sections, `weights${name}`);
    const scales = readFloats(sections, `scales${name}`);
    const bias = readFloats(sections, `bias${name}`);
    const layer = {
      weights: this.#kernel.allocate(weights.byteLength),
      scales: this.#kernel.allocate(scales.byteLength),
      bias: this.#kernel.allocate(bias.byteLength),
      outputs: bias.length,
      inputs: weights.length / bias.length,
    };
    const { buffer } = this.#kernel.memory;
    new Int8Array(buffer, layer.weights, weights.length).set(weights);
    new Float32Array(buffer, layer.scales, scales.length).set(scales);
    new Float32Array(buffer, layer.bias, bias.length).set(bias);
    return layer;
  }
}

/** Brings a network down to 8 bits. */
export function packHead(network: Network): Uint8Array {
  const { inputs, hidden, outputs, w1, b1, w2, b2 } = network;
  const first = quantizeColumns(w1, inputs, hidden);
  const second = quantizeColumns(w2, hidden, outputs);
  return packArtifact({
    weights1: writeNumbers(first.weights),
    scales1: writeNumbers(first.scales),
    bias1: writeNumbers(b1),
    weights2: writeNumbers(second.weights),
    scales2: writeNumbers(second.scales),
    bias2: writeNumbers(b2),
  });
}

/** [input][output] floats → [output][input] integers. */
function quantizeColumns(
  values: Float32Array,
  inputs: number,
  outputs: number,
): { weights: Int8Array; scales: Float32Array } {
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
  return { weights, scales };
}
