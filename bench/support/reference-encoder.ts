import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODEL_DIRECTORY } from '../../engine/train/encoder/build.ts';
import { readSafetensors } from '../../engine/train/encoder/safetensors.ts';

const WIDTH = 384;
const HEADS = 12;
const HEAD = WIDTH / HEADS;

/** Token states, [token][width], in 64-bit floats. */
type States = Float64Array;

/**
 * The forward pass of BERT (Devlin et al. 2019) in plain 64-bit arithmetic on the weights as published: what the
 * kernel has to come near to. No care is taken for speed but where it costs no clarity.
 */
export class ReferenceEncoder {
  readonly #tensor: (name: string) => Float64Array;

  constructor() {
    const read = readSafetensors(readFileSync(join(MODEL_DIRECTORY, 'model.fp16.safetensors')));
    const cache = new Map<string, Float64Array>();
    this.#tensor = (name) => {
      const values = cache.get(name) ?? Float64Array.from(read(name).values);
      cache.set(name, values);
      return values;
    };
  }

  /** The mean state of a text's tokens after the embedding and each layer. */
  means(ids: readonly number[]): Float64Array[] {
    let states = this.#embed(ids);
    const means = [meanOf(states)];
    for (let layer = 0; layer < 6; layer++) {
      states = this.#layer(states, `encoder.layer.${layer}`);
      means.push(meanOf(states));
    }
    return means;
  }

  #embed(ids: readonly number[]): States {
    const words = this.#tensor('embeddings.word_embeddings.weight');
    const places = this.#tensor('embeddings.position_embeddings.weight');
    const types = this.#tensor('embeddings.token_type_embeddings.weight');
    const states = new Float64Array(ids.length * WIDTH);
    for (const [token, id] of ids.entries()) {
      for (let i = 0; i < WIDTH; i++) {
        states[token * WIDTH + i] = at(words, id * WIDTH + i) + at(places, token * WIDTH + i) + at(types, i);
      }
    }
    return this.#normalize(states, 'embeddings.LayerNorm');
  }

  #layer(states: States, name: string): States {
    const attention = this.#linear(
      this.#attend(states, `${name}.attention.self`),
      `${name}.attention.output.dense`,
    );
    const middle = this.#normalize(add(states, attention), `${name}.attention.output.LayerNorm`);
    const hidden = this.#linear(middle, `${name}.intermediate.dense`).map(gelu);
    return this.#normalize(
      add(middle, this.#linear(hidden, `${name}.output.dense`)),
      `${name}.output.LayerNorm`,
    );
  }

  #attend(states: States, name: string): States {
    const query = this.#linear(states, `${name}.query`);
    const key = this.#linear(states, `${name}.key`);
    const value = this.#linear(states, `${name}.value`);
    const count = states.length / WIDTH;
    const mixed = new Float64Array(states.length);
    for (let head = 0; head < HEADS; head++) {
      for (let i = 0; i < count; i++) {
        const from = i * WIDTH + head * HEAD;
        const scores = Array.from({ length: count }, (_, j) => {
          let sum = 0;
          for (let d = 0; d < HEAD; d++) sum += at(query, from + d) * at(key, j * WIDTH + head * HEAD + d);
          return sum / Math.sqrt(HEAD);
        });
        for (const [j, share] of softmax(scores).entries()) {
          for (let d = 0; d < HEAD; d++) {
            mixed[from + d] = at(mixed, from + d) + share * at(value, j * WIDTH + head * HEAD + d);
          }
        }
      }
    }
    return mixed;
  }

  /** x·Wᵀ + b, four outputs at a time. */
  #linear(states: States, name: string): States {
    const weight = this.#tensor(`${name}.weight`);
    const bias = this.#tensor(`${name}.bias`);
    const outputs = bias.length;
    const inputs = weight.length / outputs;
    const rows = states.length / inputs;
    const out = new Float64Array(rows * outputs);
    for (let o = 0; o < outputs; o += 4) {
      for (let row = 0; row < rows; row++) {
        let [a, b, c, d] = [0, 0, 0, 0];
        let w = o * inputs;
        for (let i = row * inputs; i < (row + 1) * inputs; i++, w++) {
          const x = at(states, i);
          a += x * at(weight, w);
          b += x * at(weight, w + inputs);
          c += x * at(weight, w + 2 * inputs);
          d += x * at(weight, w + 3 * inputs);
        }
        out.set(
          [a + at(bias, o), b + at(bias, o + 1), c + at(bias, o + 2), d + at(bias, o + 3)],
          row * outputs + o,
        );
      }
    }
    return out;
  }

  #normalize(states: States, name: string): States {
    const gain = this.#tensor(`${name}.weight`);
    const bias = this.#tensor(`${name}.bias`);
    const out = new Float64Array(states.length);
    for (let from = 0; from < states.length; from += WIDTH) {
      const row = states.subarray(from, from + WIDTH);
      const mean = row.reduce((sum, x) => sum + x, 0) / WIDTH;
      const variance = row.reduce((sum, x) => sum + (x - mean) ** 2, 0) / WIDTH;
      const inverse = 1 / Math.sqrt(variance + 1e-12);
      for (let i = 0; i < WIDTH; i++)
        out[from + i] = (at(row, i) - mean) * inverse * at(gain, i) + at(bias, i);
    }
    return out;
  }
}

export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [product, squaresA, squaresB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    product += at(a, i) * at(b, i);
    squaresA += at(a, i) ** 2;
    squaresB += at(b, i) ** 2;
  }
  return product / Math.sqrt(squaresA * squaresB);
}

const at = (values: ArrayLike<number>, i: number): number => values[i] ?? 0;

const add = (a: States, b: States): States => a.map((x, i) => x + at(b, i));

function meanOf(states: States): Float64Array {
  const mean = new Float64Array(WIDTH);
  const count = states.length / WIDTH;
  for (let i = 0; i < states.length; i++) mean[i % WIDTH] = at(mean, i % WIDTH) + at(states, i) / count;
  return mean;
}

function softmax(scores: readonly number[]): number[] {
  const highest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

const gelu = (x: number): number => 0.5 * x * (1 + erf(x / Math.SQRT2));

/** By its Maclaurin series where that converges fast, and 1 beyond what 64-bit floats tell from it. */
function erf(x: number): number {
  if (Math.abs(x) > 5.5) return Math.sign(x);
  let term = x;
  let sum = x;
  for (let n = 1; Math.abs(term) > 1e-17 * Math.abs(sum) && n < 200; n++) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}
