import type { DenseKernel, Layer, Table } from '../../classify/head/dense.ts';
import { readFloats, readJson } from '../../sections.ts';
import { ENCODING, SCALED } from '../../values/free-text/tagger/encoding.ts';
import type { Act, Awaited } from './acts.ts';
import { awaitedFeature, FEATURE_COUNT } from './features.ts';

export interface ActReaderMeta {
  acts: readonly Act[];
  hidden: number;
  /**
   * True for a network trained on replies before a deed: it also sees which numbers of the question are
   * echoed.
   */
  readsBeside?: boolean;
  /** Divides each act's score before it becomes a probability; fitted on held-out rows. */
  temperatures: readonly number[];
}

/** The words that a network multiplies at once. */
const AT_ONCE = 16;

/** The memory offset of the word encodings that all networks of a kernel share. */
export const encodingInput = (kernel: DenseKernel): number => kernel.input(AT_ONCE * ENCODING);

/** Scores of a text. */
export interface Scored {
  /** A score per act, as log odds. */
  scores: Float32Array;
  /** For each word, a weight per act, then a score per act. */
  pools: Float32Array;
}

/** A small network that reads acts from the words of a text. */
export class ActNetwork {
  /** The acts that the network reads, and the index of each among its scores. */
  readonly indexOf: ReadonlyMap<Act, number>;
  readonly readsBeside: boolean;
  readonly #kernel: DenseKernel;
  readonly #hidden: number;
  readonly #temperatures: readonly number[];
  readonly #encoding: { layer: Layer; input: number; mean: number } | null;
  readonly #pool: Layer;
  readonly #whole: Layer;
  readonly #output: Layer;
  readonly #bias: Float32Array;
  readonly #wholeFeatures: Float32Array;
  readonly #features: Table;
  /** The memory offsets of the words' hidden values and of the text's. */
  readonly #words: number;
  readonly #text: number;

  /** @param input the memory offset for word encodings, shared by all networks; unused without encodings */
  constructor(sections: ReadonlyMap<string, Uint8Array>, kernel: DenseKernel, input: number) {
    const { acts, readsBeside, hidden, temperatures } = readJson<ActReaderMeta>(sections, 'meta');
    this.indexOf = new Map(acts.map((act, index) => [act, index]));
    this.readsBeside = readsBeside ?? false;
    // Copies, because a view would keep the whole file in memory.
    this.#kernel = kernel;
    this.#hidden = hidden;
    this.#temperatures = temperatures;
    this.#encoding = sections.has('mean')
      ? {
          layer: this.#kernel.load(sections, 'encoding', AT_ONCE),
          input,
          mean: this.#kernel.hold(readFloats(sections, 'mean')),
        }
      : null;
    this.#pool = this.#kernel.load(sections, 'pool', AT_ONCE);
    this.#whole = this.#kernel.load(sections, 'whole');
    this.#output = this.#kernel.load(sections, 'output');
    this.#bias = readFloats(sections, 'bias').slice();
    this.#wholeFeatures = readFloats(sections, 'whole.features').slice();
    this.#features = this.#kernel.loadTable(sections, 'features', FEATURE_COUNT);
    this.#words = this.#kernel.input(AT_ONCE * hidden);
    this.#text = this.#kernel.input(hidden);
  }

  /**
   * The hidden values of each word, before activation and without its place features.
   * @param encoding [word][1152] from the encoder, or null
   * @param features for each word, the features that depend on the text alone
   * @returns [word][hidden]
   */
  hiddenOf(encoding: Float32Array | null, features: readonly (readonly number[])[]): Float32Array {
    const hidden = this.#hidden;
    const all = new Float32Array(features.length * hidden);
    for (let from = 0; from < features.length; from += AT_ONCE) {
      const count = Math.min(AT_ONCE, features.length - from);
      const place = this.#encoded(encoding?.subarray(from * ENCODING, (from + count) * ENCODING), count);
      for (let w = 0; w < count; w++)
        this.#kernel.add(this.#features, features[from + w] ?? [], place + w * hidden * 4);
      all.set(this.#kernel.floats(place, count * hidden), from * hidden);
    }
    const bias = this.#bias;
    for (let at = 0; at < all.length; )
      for (let i = 0; i < hidden; i++, at++) all[at] = (all[at] ?? 0) + (bias[i] ?? 0);
    return all;
  }

  /**
   * @param words the result of `hiddenOf`
   * @param places for each word, the features of the text's place in the conversation
   */
  score(words: Float32Array, places: readonly (readonly number[])[], awaited: Awaited): Scored {
    const hidden = this.#hidden;
    const acts = this.indexOf.size;
    const width = 2 * acts;
    const count = places.length;
    const mid = new Float32Array(hidden);
    const pools = new Float32Array(count * width);
    for (let from = 0; from < count; from += AT_ONCE) {
      const rows = Math.min(AT_ONCE, count - from);
      const out = this.#kernel.floats(this.#words, rows * hidden);
      out.set(words.subarray(from * hidden, (from + rows) * hidden));
      for (let w = 0; w < rows; w++)
        this.#kernel.add(this.#features, places[from + w] ?? [], this.#words + w * hidden * 4);
      this.#kernel.activate(this.#words, rows * hidden);
      for (let at = 0; at < out.length; )
        for (let i = 0; i < hidden; i++, at++) mid[i] = (mid[i] ?? 0) + (out[at] ?? 0) / count;
      this.#kernel.apply(this.#pool, this.#words, rows);
      pools.set(this.#kernel.floats(this.#pool.out, rows * width), from * width);
    }
    this.#kernel.floats(this.#text, hidden).set(mid);
    this.#kernel.apply(this.#whole, this.#text);
    const whole = this.#kernel.floats(this.#whole.out, hidden);
    const from = awaitedFeature(awaited) * hidden;
    for (let i = 0; i < hidden; i++) whole[i] = (whole[i] ?? 0) + (this.#wholeFeatures[from + i] ?? 0);
    this.#kernel.activate(this.#whole.out, hidden);
    this.#kernel.apply(this.#output, this.#whole.out);
    const scores = this.#kernel.floats(this.#output.out, acts).slice();
    for (let act = 0; act < acts; act++) {
      let most = Number.NEGATIVE_INFINITY;
      for (let at = act; at < pools.length; at += width) most = Math.max(most, pools[at] ?? 0);
      let said = 0;
      let sum = 0;
      for (let at = act; at < pools.length; at += width) {
        const share = Math.exp((pools[at] ?? 0) - most);
        said += share * (pools[at + acts] ?? 0);
        sum += share;
      }
      const pooled = sum === 0 ? 0 : said / sum;
      scores[act] = ((scores[act] ?? 0) + pooled) / (this.#temperatures[act] ?? 1);
    }
    return { scores, pools };
  }

  /** The memory offset of the hidden values computed from encodings; zeros without encodings. */
  #encoded(encoding: Float32Array | undefined, count: number): number {
    if (this.#encoding === null || encoding === undefined) {
      this.#kernel.floats(this.#words, count * this.#hidden).fill(0);
      return this.#words;
    }
    const { layer, input, mean } = this.#encoding;
    this.#kernel.floats(input, encoding.length).set(encoding);
    this.#kernel.centre(input, count, mean, SCALED);
    this.#kernel.apply(layer, input, count);
    return layer.out;
  }
}

/**
 * How much each word bears on an act.
 * @param act the index of the act among the network's
 */
export function bearingOf({ scores: { length: acts }, pools }: Scored, act: number): number[] {
  const width = 2 * acts;
  const words = Array.from({ length: pools.length / width }, (_, w) => w * width + act);
  const most = Math.max(...words.map((at) => pools[at] ?? 0));
  const shares = words.map((at) => Math.exp((pools[at] ?? 0) - most));
  const sum = shares.reduce((total, share) => total + share, 0);
  return words.map((at, w) => ((shares[w] ?? 0) / sum) * Math.max(0, pools[at + acts] ?? 0));
}
