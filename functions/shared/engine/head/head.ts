import { packArtifact, unpackArtifact } from '../artifact.ts';
import { softmax } from '../ngrams/softmax.ts';
import { DenseKernel, type Layer, packLayer } from './dense.ts';
import type { Network } from './mlp.ts';

/** A trained network that answers. */
export class Head {
  readonly #kernel: DenseKernel;
  readonly #first: Layer;
  readonly #second: Layer;
  readonly #input: number;

  /**
   * @param bytes what `packHead` returned
   * @param directory holds the compiled kernels
   */
  constructor(bytes: Uint8Array, directory: string) {
    const sections = unpackArtifact(bytes);
    this.#kernel = new DenseKernel(directory);
    this.#first = this.#kernel.load(sections, 'hidden');
    this.#second = this.#kernel.load(sections, 'output');
    this.#input = this.#kernel.input(this.#first.inputs);
  }

  /** Probabilities of all classes, the last being "out of scope". */
  probabilities(features: Float32Array): Float32Array {
    this.#kernel.floats(this.#input, this.#first.inputs).set(features);
    this.#kernel.apply(this.#first, this.#input);
    this.#kernel.activate(this.#first.out, this.#first.outputs);
    this.#kernel.apply(this.#second, this.#first.out);
    return softmax(this.#kernel.floats(this.#second.out, this.#second.outputs).slice());
  }
}

/** Brings a network down to 8 bits. */
export function packHead({ w1, b1, w2, b2 }: Network): Uint8Array {
  return packArtifact({ ...packLayer('hidden', w1, b1), ...packLayer('output', w2, b2) });
}
