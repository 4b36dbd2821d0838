import { STATE_COUNT, WIDTH } from '../../classify/encoder/encoder.ts';
import type { ModelShape } from './model-folder.ts';
import { bertTensors } from './pack.ts';
import type { Tensors } from './safetensors.ts';

/** Token states, [token][width], in 64-bit floats. */
type States = Float64Array;

/** Receives the rows that a matrix is multiplied by: hidden states, or the inner columns of a layer after GELU. */
export type Observe = (rows: Float64Array, of: 'state' | { innerOfLayer: number }) => void;

/**
 * The forward pass of BERT (Devlin et al. 2019) in plain 64-bit arithmetic on the published weights: the reference for
 * the kernel. Clarity comes before speed.
 */
export class PlainEncoder {
  readonly #tensor: (name: string) => Float32Array;
  readonly #shape: ModelShape;
  readonly #observe: Observe;

  /** @param observe receives the inputs of the matrices that the kernel cuts into shares */
  constructor(tensors: Tensors, shape: ModelShape, observe: Observe = () => undefined) {
    this.#shape = shape;
    this.#observe = observe;
    const tensor = bertTensors(tensors);
    const cache = new Map<string, Float32Array>();
    this.#tensor = (name) => {
      const values = cache.get(name) ?? tensor(name).values;
      cache.set(name, values);
      return values;
    };
  }

  /** The mean state of a text's tokens after the embedding and at each depth, like `Encoder.means`. */
  means(ids: readonly number[]): Float64Array[] {
    const step = this.#shape.layers / (STATE_COUNT - 1);
    let states = this.#embed(ids);
    const means = [meanOf(states)];
    for (let layer = 1; layer <= this.#shape.layers; layer++) {
      states = this.#layer(states, layer - 1);
      if (layer % step === 0) means.push(meanOf(states));
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
        const place = (this.#shape.firstPosition + token) * WIDTH + i;
        states[token * WIDTH + i] = at(words, id * WIDTH + i) + at(places, place) + at(types, i);
      }
    }
    return this.#normalize(states, 'embeddings.LayerNorm');
  }

  #layer(states: States, layer: number): States {
    const name = `encoder.layer.${layer}`;
    this.#observe(states, 'state');
    const attention = this.#linear(
      this.#attend(states, `${name}.attention.self`),
      `${name}.attention.output.dense`,
    );
    const middle = this.#normalize(add(states, attention), `${name}.attention.output.LayerNorm`);
    this.#observe(middle, 'state');
    const hidden = this.#linear(middle, `${name}.intermediate.dense`).map(gelu);
    this.#observe(hidden, { innerOfLayer: layer });
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
    const size = WIDTH / this.#shape.heads;
    const mixed = new Float64Array(states.length);
    for (let head = 0; head < this.#shape.heads; head++) {
      for (let i = 0; i < count; i++) {
        const from = i * WIDTH + head * size;
        const scores = Array.from({ length: count }, (_, j) => {
          let sum = 0;
          for (let d = 0; d < size; d++) sum += at(query, from + d) * at(key, j * WIDTH + head * size + d);
          return sum / Math.sqrt(size);
        });
        for (const [j, share] of softmax(scores).entries()) {
          for (let d = 0; d < size; d++) {
            mixed[from + d] = at(mixed, from + d) + share * at(value, j * WIDTH + head * size + d);
          }
        }
      }
    }
    return mixed;
  }

  /** x·Wᵀ + b, two rows and four outputs at a time; the last of an odd number of rows is computed twice. */
  #linear(states: States, name: string): States {
    const weight = this.#tensor(`${name}.weight`);
    const bias = this.#tensor(`${name}.bias`);
    const outputs = bias.length;
    const inputs = weight.length / outputs;
    const rows = states.length / inputs;
    const out = new Float64Array(rows * outputs);
    for (let o = 0; o < outputs; o += 4) {
      const [b0, b1, b2, b3] = [at(bias, o), at(bias, o + 1), at(bias, o + 2), at(bias, o + 3)];
      for (let row = 0; row < rows; row += 2) {
        const second = Math.min(row + 1, rows - 1);
        const apart = (second - row) * inputs;
        let [p0, p1, p2, p3, q0, q1, q2, q3] = [0, 0, 0, 0, 0, 0, 0, 0];
        let w = o * inputs;
        for (let i = row * inputs; i < (row + 1) * inputs; i++, w++) {
          // Indexed directly: `at` takes several times as long, since all kinds of arrays go through it.
          const p = states[i] ?? 0;
          const q = states[i + apart] ?? 0;
          const w0 = weight[w] ?? 0;
          const w1 = weight[w + inputs] ?? 0;
          const w2 = weight[w + 2 * inputs] ?? 0;
          const w3 = weight[w + 3 * inputs] ?? 0;
          p0 += p * w0;
          p1 += p * w1;
          p2 += p * w2;
          p3 += p * w3;
          q0 += q * w0;
          q1 += q * w1;
          q2 += q * w2;
          q3 += q * w3;
        }
        out.set([p0 + b0, p1 + b1, p2 + b2, p3 + b3], row * outputs + o);
        out.set([q0 + b0, q1 + b1, q2 + b2, q3 + b3], second * outputs + o);
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
      const inverse = 1 / Math.sqrt(variance + this.#shape.normEpsilon);
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

/** The error function by its Maclaurin series; ±1 where 64-bit floats cannot tell it from that. */
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
