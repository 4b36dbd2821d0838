import { unpackArtifact } from '../../../artifact.ts';
import type { Encoder } from '../../../classify/encoder/encoder.ts';
import { DenseKernel, type Layer } from '../../../classify/head/dense.ts';
import { readBytes, readFloats, readJson, readWords } from '../../../sections.ts';
import { knownValues, type RecognizedKinds } from '../known-values.ts';
import { type Chain, viterbi } from './crf.ts';
import { centreWord, ENCODING, encodeWords } from './encoding.ts';
import { Gazetteer } from './gazetteer.ts';
import { lexicalFeatures } from './lexical.ts';
import { allowedTags, OUTSIDE, slotOf, spansOf } from './tags.ts';
import { type SlotSpan, splitText } from './words.ts';

export const HIDDEN = 128;
/** A word's own hidden numbers and those of its two neighbours. */
export const WINDOW = 3 * HIDDEN;

/** Finds the values of an utterance's slots. */
export interface Tagger {
  /**
   * @param label whose slots are looked for; one that was not trained has none
   * @returns in the order of the text, without overlaps, with offsets into it
   */
  tag(text: string, label: string): SlotSpan[];
  /** True if a label was trained. */
  hasLabel(label: string): boolean;
  /** True if a word, in lower case, stands outside of all slots in some example. */
  isOutside(word: string): boolean;
}

/** The part of a tagger's section beside the weights. */
export interface TaggerMeta {
  slots: string[];
  /** The slots of each label: others are never found in a text of it. */
  labels: Record<string, number[]>;
  /** Word → [slot, count] pairs, slot −1 standing for none. */
  gazetteer: [string, [number, number][]][];
  /** Whose values it was told of. */
  recognized: RecognizedKinds;
}

/**
 * Loads what `trainTagger` returned.
 * @param encoder null for one that was trained without
 * @param directory holds the compiled kernels: what `loadEncoder` was given
 * @throws {ArtifactError} where the bytes are no tagger
 */
export function loadTagger(bytes: Uint8Array, encoder: Encoder | null, directory: string): Tagger {
  const sections = unpackArtifact(bytes);
  const { slots, labels, gazetteer, recognized } = readJson<TaggerMeta>(sections, 'meta');
  const seen = new Gazetteer(new Map(gazetteer.map(([word, counts]) => [word, new Map(counts)])));
  const known = knownValues(recognized);
  const network = new TaggerNetwork(sections, directory);
  const start = readFloats(sections, 'start');
  const chain: Chain = {
    size: start.length,
    transitions: readFloats(sections, 'transitions'),
    start,
    end: readFloats(sections, 'end'),
  };
  let last: ReturnType<typeof reading> | null = null;
  /** Reads the facts of a text that do not depend on its label. */
  const reading = (text: string) => {
    const words = splitText(text);
    const encoding = encoder === null ? null : encodeWords(encoder, text, words);
    return {
      text,
      words,
      // Text without any capital letter may come from a speech recogniser.
      hasCase: /\p{Lu}/u.test(text),
      recognized: known(text),
      encoded: network.encoded(encoding, words.length),
    };
  };
  return {
    hasLabel: (label) => Object.hasOwn(labels, label),
    isOutside: (word) => (seen.counts.get(word)?.get(slotOf(OUTSIDE)) ?? 0) > 0,
    tag(text, label) {
      const labelWeights = labels[label] ?? [];
      if (labelWeights.length === 0) return [];
      // One text is asked about under several labels, one after the other.
      if (last?.text !== text) last = reading(text);
      const { words, hasCase, recognized: found, encoded } = last;
      if (words.length === 0) return [];
      const features = lexicalFeatures({ words, label, gazetteer: seen, hasCase, known: found });
      const values = network.emissions(encoded, features);
      const emissions = { values, offset: 0, stride: chain.size, words: words.length };
      return spansOf(words, viterbi(chain, emissions, allowedTags(labelWeights)), slots);
    },
  };
}

class TaggerNetwork {
  readonly #kernel: DenseKernel;
  readonly #encoding: { layer: Layer; mean: Float32Array; input: number } | null;
  readonly #bias: Float32Array;
  /** The place of a word's hidden numbers. */
  readonly #hidden: number;
  readonly #window: Layer;
  readonly #output: Layer;
  readonly #windowInput: number;
  /** Bucket → place of its row. */
  readonly #places: Map<number, number>;
  readonly #lexical: Int8Array;
  readonly #scales: Float32Array;

  constructor(sections: ReadonlyMap<string, Uint8Array>, directory: string) {
    this.#kernel = new DenseKernel(directory);
    this.#encoding = sections.has('mean')
      ? {
          layer: this.#kernel.load(sections, 'encoding'),
          mean: readFloats(sections, 'mean'),
          input: this.#kernel.input(ENCODING),
        }
      : null;
    this.#bias = readFloats(sections, 'bias');
    this.#hidden = this.#kernel.input(HIDDEN);
    this.#window = this.#kernel.load(sections, 'window');
    this.#output = this.#kernel.load(sections, 'output');
    this.#windowInput = this.#kernel.input(WINDOW);
    this.#places = new Map(
      [...readWords(sections, 'lexical.buckets')].map((bucket, place) => [bucket, place]),
    );
    this.#lexical = readBytes(sections, 'lexical.weights');
    this.#scales = readFloats(sections, 'lexical.scales');
  }

  /**
   * @param encoding [word][1152], as the encoder gives it, or null
   * @returns what it comes to in hidden numbers, before those of the features: [word][128]
   */
  encoded(encoding: Float32Array | null, words: number): Float32Array {
    const hidden = new Float32Array(words * HIDDEN);
    for (let w = 0; w < words; w++) {
      const out = hidden.subarray(w * HIDDEN, (w + 1) * HIDDEN);
      out.set(this.#bias);
      if (encoding !== null) this.#addEncoding(encoding.subarray(w * ENCODING, (w + 1) * ENCODING), out);
    }
    return hidden;
  }

  /** @returns scores, [word][tag] */
  emissions(encoded: Float32Array, features: readonly number[][]): Float32Array {
    const words = features.length;
    const hidden = new Float32Array((words + 2) * HIDDEN);
    const out = this.#kernel.floats(this.#hidden, HIDDEN);
    for (let w = 0; w < words; w++) {
      out.set(encoded.subarray(w * HIDDEN, (w + 1) * HIDDEN));
      this.#addLexical(features[w] ?? [], out);
      this.#kernel.activate(this.#hidden, HIDDEN);
      hidden.set(out, (w + 1) * HIDDEN);
    }
    const tags = this.#output.outputs;
    const scores = new Float32Array(words * tags);
    for (let w = 0; w < words; w++) {
      this.#kernel.floats(this.#windowInput, WINDOW).set(hidden.subarray(w * HIDDEN, w * HIDDEN + WINDOW));
      this.#kernel.apply(this.#window, this.#windowInput);
      this.#kernel.activate(this.#window.out, HIDDEN);
      this.#kernel.apply(this.#output, this.#window.out);
      scores.set(this.#kernel.floats(this.#output.out, tags), w * tags);
    }
    return scores;
  }

  #addEncoding(word: Float32Array, out: Float32Array): void {
    if (this.#encoding === null) return;
    const { layer, mean, input } = this.#encoding;
    centreWord(word, mean);
    this.#kernel.floats(input, ENCODING).set(word);
    this.#kernel.apply(layer, input);
    const values = this.#kernel.floats(layer.out, HIDDEN);
    for (let i = 0; i < HIDDEN; i++) out[i] = (out[i] ?? 0) + (values[i] ?? 0);
  }

  #addLexical(features: readonly number[], out: Float32Array): void {
    for (const feature of features) {
      const place = this.#places.get(feature);
      if (place === undefined) continue;
      const scale = this.#scales[place] ?? 0;
      const from = place * HIDDEN;
      for (let i = 0; i < HIDDEN; i++) out[i] = (out[i] ?? 0) + scale * (this.#lexical[from + i] ?? 0);
    }
  }
}
