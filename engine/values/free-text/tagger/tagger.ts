import { ArtifactError, unpackArtifact } from '../../../artifact.ts';
import type { Encoder } from '../../../classify/encoder/encoder.ts';
import type { Glosses } from '../../../classify/encoder/glosses.ts';
import { DenseKernel, type Layer, type Table } from '../../../classify/head/dense.ts';
import { readFloats, readJson } from '../../../sections.ts';
import { remembered } from '../../../text/remembered.ts';
import type { Stretch } from '../../../text/stretch.ts';
import { knownValues, type RecognizedKinds } from '../known-values.ts';
import { type Chain, type Emissions, probabilityOfAll, viterbi } from './crf.ts';
import { ENCODING, encodedWords, SCALED } from './encoding.ts';
import { Gazetteer } from './gazetteer.ts';
import { BUCKETS, lexicalFeatures, listedIn } from './lexical.ts';
import { allowedTags, OUTSIDE, slotOf, spansOf } from './tags.ts';
import { type SlotSpan, splitText, type Word } from './words.ts';

export const HIDDEN = 128;
/** The hidden units of a word and its two neighbours. */
export const WINDOW = 3 * HIDDEN;

/** Finds the values of an utterance's slots. */
export interface Tagger {
  /**
   * @param label the label whose slots are looked for; an untrained label has none
   * @returns the slots' values in order, without overlaps
   */
  tag(text: string, label: string, isTaken?: (word: Stretch) => boolean): SlotSpan[];
  /** The probability that a text has no value of a label's slots, 0…1; 1 for a text without words. */
  emptiness(text: string, label: string): number;
  /** True if unknown words are probably names, so that none is to be repaired. */
  hasWordList: boolean;
  /** True if a label was trained. */
  hasLabel(label: string): boolean;
  /** True if a lower-case word is outside of all slots in some example. */
  isOutside(word: string): boolean;
}

/** A tagger's section without the weights. */
export interface TaggerMeta {
  slots: string[];
  /** The slots of each label: no other slot is found in its texts. */
  labels: Record<string, number[]>;
  /** Word → [slot, count] pairs, with −1 for no slot. */
  gazetteer: [string, [number, number][]][];
  /** The built-in entities whose values were features in training. */
  recognized: RecognizedKinds;
  /** True if the language's word list gave features in training. */
  hasWordList?: boolean;
  /** True if the encoder read the language through its glosses. */
  isGlossed?: boolean;
  /** The labels whose texts are read without the encoder. */
  byWords?: string[];
}

/**
 * Loads a tagger that `trainTagger` returned.
 * @param encoder null for a tagger that was trained without one
 * @param directory the directory of the compiled kernels, as given to `loadEncoder`
 * @param isListed true for a word of the language; needed by a tagger that was trained with it
 * @param glossesOf loads the language's glosses; needed by a tagger that was trained with them
 * @throws {ArtifactError} if the bytes are no tagger
 */
export function loadTagger(
  bytes: Uint8Array,
  encoder: Encoder | null,
  directory: string,
  isListed?: (word: string) => boolean,
  glossesOf?: () => Glosses | undefined,
): Tagger {
  const sections = unpackArtifact(bytes);
  const meta = readJson<TaggerMeta>(sections, 'meta');
  const { slots, labels, gazetteer, recognized, hasWordList = false } = meta;
  const byWords = new Set(meta.byWords);
  const glosses = meta.isGlossed === true ? glossesOf?.() : undefined;
  if (meta.isGlossed === true && glosses === undefined)
    throw new ArtifactError('the tagger was trained on glosses, which are not here');
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
    const encoded = remembered((isByWords: boolean) => {
      const encoding = isByWords || encoder === null ? null : encodedWords(encoder, text, words, glosses);
      return network.encoded(encoding, words.length);
    });
    return {
      text,
      words,
      // A text without capital letters may come from a speech recogniser.
      hasCase: /\p{Lu}/u.test(text),
      recognized: known(text),
      listed: hasWordList ? listedIn(words, isListed) : undefined,
      encoded,
    };
  };
  /** A text's words and the scores of their tags; null if it has no words, or the label no slots. */
  const scored = (
    text: string,
    label: string,
  ): { emissions: Emissions; allowed: number[]; words: Word[] } | null => {
    const labelWeights = labels[label] ?? [];
    if (labelWeights.length === 0) return null;
    // The same text is usually tagged under several labels in a row.
    if (last?.text !== text) last = reading(text);
    const { words, hasCase, recognized: found, listed, encoded } = last;
    if (words.length === 0) return null;
    const features = lexicalFeatures({ words, label, gazetteer: seen, hasCase, known: found, listed });
    const values = network.emissions(encoded(byWords.has(label)), features);
    const emissions = { values, offset: 0, stride: chain.size, words: words.length };
    return { emissions, allowed: allowedTags(labelWeights), words };
  };
  return {
    hasWordList,
    hasLabel: (label) => Object.hasOwn(labels, label),
    isOutside: (word) => (seen.counts.get(word)?.get(slotOf(OUTSIDE)) ?? 0) > 0,
    emptiness(text, label) {
      const read = scored(text, label);
      return read === null ? 1 : probabilityOfAll(OUTSIDE, chain, read.emissions, read.allowed);
    },
    tag(text, label, isTaken = () => false) {
      const read = scored(text, label);
      if (read === null) return [];
      const { emissions, allowed, words } = read;
      for (const [index, word] of words.entries())
        if (isTaken(word))
          emissions.values.fill(
            Number.NEGATIVE_INFINITY,
            index * chain.size + OUTSIDE + 1,
            (index + 1) * chain.size,
          );
      return spansOf(words, viterbi(chain, emissions, allowed), slots);
    },
  };
}

/** The number of words per matrix product. */
const AT_ONCE = 16;

class TaggerNetwork {
  readonly #kernel: DenseKernel;
  readonly #encoding: { layer: Layer; mean: number; input: number } | null;
  readonly #bias: Float32Array;
  readonly #lexical: Table;
  /** Index of the words' hidden units. */
  readonly #hidden: number;
  readonly #window: Layer;
  readonly #output: Layer;
  readonly #windowInput: number;

  constructor(sections: ReadonlyMap<string, Uint8Array>, directory: string) {
    this.#kernel = new DenseKernel(directory);
    this.#encoding = sections.has('mean')
      ? {
          layer: this.#kernel.load(sections, 'encoding', AT_ONCE),
          mean: this.#kernel.hold(readFloats(sections, 'mean')),
          input: this.#kernel.input(AT_ONCE * ENCODING),
        }
      : null;
    this.#bias = readFloats(sections, 'bias');
    this.#lexical = this.#kernel.loadTable(sections, 'lexical', BUCKETS);
    this.#hidden = this.#kernel.input(AT_ONCE * HIDDEN);
    this.#window = this.#kernel.load(sections, 'window', AT_ONCE);
    this.#output = this.#kernel.load(sections, 'output', AT_ONCE);
    this.#windowInput = this.#kernel.input(AT_ONCE * WINDOW);
  }

  /**
   * @param encoding [word][1152] from the encoder, or null
   * @returns the encoding's part of the hidden units, without the features' part: [word][128]
   */
  encoded(encoding: Float32Array | null, words: number): Float32Array {
    const hidden = new Float32Array(words * HIDDEN);
    if (this.#encoding !== null && encoding !== null) {
      const { layer, mean, input } = this.#encoding;
      for (let from = 0; from < words; from += AT_ONCE) {
        const count = Math.min(AT_ONCE, words - from);
        const rows = encoding.subarray(from * ENCODING, (from + count) * ENCODING);
        this.#kernel.floats(input, rows.length).set(rows);
        this.#kernel.centre(input, count, mean, SCALED);
        this.#kernel.apply(layer, input, count);
        hidden.set(this.#kernel.floats(layer.out, count * HIDDEN), from * HIDDEN);
      }
    }
    for (let at = 0; at < hidden.length; at++)
      hidden[at] = (hidden[at] ?? 0) + (this.#bias[at % HIDDEN] ?? 0);
    return hidden;
  }

  /** @returns scores, [word][tag] */
  emissions(encoded: Float32Array, features: readonly number[][]): Float32Array {
    const words = features.length;
    const kernel = this.#kernel;
    /** The first and last rows stay zero, as neighbours of the first and last word. */
    const hidden = new Float32Array((words + 2) * HIDDEN);
    for (let from = 0; from < words; from += AT_ONCE) {
      const count = Math.min(AT_ONCE, words - from);
      const out = kernel.floats(this.#hidden, count * HIDDEN);
      out.set(encoded.subarray(from * HIDDEN, (from + count) * HIDDEN));
      for (let w = 0; w < count; w++)
        kernel.add(this.#lexical, features[from + w] ?? [], this.#hidden + w * HIDDEN * 4);
      kernel.activate(this.#hidden, count * HIDDEN);
      hidden.set(out, (from + 1) * HIDDEN);
    }
    const tags = this.#output.outputs;
    const scores = new Float32Array(words * tags);
    for (let from = 0; from < words; from += AT_ONCE) {
      const count = Math.min(AT_ONCE, words - from);
      const input = kernel.floats(this.#windowInput, count * WINDOW);
      for (let w = 0; w < count; w++)
        input.set(hidden.subarray((from + w) * HIDDEN, (from + w) * HIDDEN + WINDOW), w * WINDOW);
      kernel.apply(this.#window, this.#windowInput, count);
      kernel.activate(this.#window.out, count * HIDDEN);
      kernel.apply(this.#output, this.#window.out, count);
      scores.set(kernel.floats(this.#output.out, count * tags), from * tags);
    }
    return scores;
  }
}
