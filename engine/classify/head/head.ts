import { unpackArtifact } from '../../artifact.ts';
import { softmax } from '../ngrams/softmax.ts';
import { DenseKernel, type Layer } from './dense.ts';

/** An ensemble of trained networks that averages their probabilities. */
export class Head {
  readonly #members: Member[];

  /**
   * @param bytes the result of `packNetworks`
   * @param directory the directory of the compiled kernels
   */
  constructor(bytes: Uint8Array, directory: string) {
    const members = [...unpackArtifact(bytes).values()];
    const kernel = new DenseKernel(directory);
    this.#members = members.map((member) => new Member(member, kernel));
  }

  /** Probabilities of all classes, the last being "out of scope". */
  probabilities(features: Float32Array): Float32Array {
    const [first, ...more] = this.#members.map((member) => member.probabilities(features));
    if (!first) return new Float32Array();
    for (const probabilities of more)
      for (let c = 0; c < first.length; c++) first[c] = (first[c] ?? 0) + (probabilities[c] ?? 0);
    for (let c = 0; c < first.length; c++) first[c] = (first[c] ?? 0) / this.#members.length;
    return first;
  }
}

class Member {
  readonly #kernel: DenseKernel;
  readonly #first: Layer;
  readonly #second: Layer;
  readonly #input: number;

  constructor(bytes: Uint8Array, kernel: DenseKernel) {
    const sections = unpackArtifact(bytes);
    this.#kernel = kernel;
    this.#first = this.#kernel.load(sections, 'hidden');
    this.#second = this.#kernel.load(sections, 'output');
    this.#input = this.#kernel.input(this.#first.inputs);
  }

  probabilities(features: Float32Array): Float32Array {
    this.#kernel.floats(this.#input, this.#first.inputs).set(features);
    this.#kernel.apply(this.#first, this.#input);
    this.#kernel.activate(this.#first.out, this.#first.outputs);
    this.#kernel.apply(this.#second, this.#first.out);
    return softmax(this.#kernel.floats(this.#second.out, this.#second.outputs).slice());
  }
}
