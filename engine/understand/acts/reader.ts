import { unpackArtifact } from '../../artifact.ts';
import type { Encoder } from '../../classify/encoder/encoder.ts';
import { DenseKernel, type Layer } from '../../classify/head/dense.ts';
import { readBytes, readFloats, readJson, readWords } from '../../sections.ts';
import type { Stretch } from '../../text/stretch.ts';
import { centreWord, ENCODING, encodeWords } from '../../values/free-text/tagger/encoding.ts';
import { splitText, type Word } from '../../values/free-text/tagger/words.ts';
import { ACTS, type Act, type Awaited } from './acts.ts';
import {
  awaitedFeature,
  echoable,
  isSpelled,
  ownFeatures,
  placeFeatures,
  spelledWords,
  stemsOf,
  wordHash,
  yesSentence,
} from './features.ts';
import { type JoinedWord, joinEncodings, joinedWords } from './words.ts';

/** The acts of a text, read in its place in the conversation. */
export interface ActReading {
  /** 0…1 for each act; they are independent of each other. */
  likelihood: Readonly<Record<Act, number>>;
  /** The stretch of the words that an act was read from, in UTF-16 units. */
  on(act: Act): Stretch;
}

/** Reads the acts of texts of one language. */
export interface ActReader {
  /**
   * @param prompt the question that the text may answer, as it was spoken; empty where there is none
   */
  read(text: string, awaited: Awaited, prompt: string): ActReading;
  /** True of a word that it has learned from; absent if the encoder knows the words. */
  knows?(word: string): boolean;
}

/** The file of a language's reader, beside the encoder. */
export const actReaderFile = (language: string): string => `acts.${language}.bin`;

export interface ActReaderMeta {
  /** The acts that the network reads. */
  acts: readonly Act[];
  hidden: number;
  /** True of a network that has learned what stands beside a yes: it sees which numbers of the question are said again. */
  readsBeside?: boolean;
  /** Divides the score of each act before it becomes a probability, by held-out rows. */
  temperatures: readonly number[];
}

/** What a reader makes of a text, wherever in a conversation it stands. */
interface ReadText {
  words: readonly JoinedWord[];
  stems: readonly string[];
  /** True if one of its words is known, or all are to the encoder. */
  isKnown: boolean;
  /** The hashes of its spelled words, where they are so few that they may agree to nothing; else none. */
  strays: readonly number[];
  /** True if a yes of the training is just this text. */
  isYes: boolean;
  /** For each network, the hidden numbers of the words without those of the place: [word][hidden]. */
  hidden: readonly Float32Array[];
}

/** A question, as far as a text that answers it is read by it. */
interface ReadPrompt {
  echoed: ReadonlySet<string>;
  words: ReadonlySet<number>;
}

/** Texts that a reader keeps what it made of them, and the most words of one: 2.7 KB a word. */
const MOST_KEPT = 32;
const MOST_KEPT_WORDS = 40;

/**
 * Loads a reader: networks, each of which reads some of the acts. Those that read the same act were trained from
 * different beginnings, and their scores are averaged: what one of them learned by chance the others did not (Hansen and
 * Salamon 1990).
 * @param bytes what `joinActReaders` returned
 * @param encoderOf gives the encoder; called only for a reader that was trained on its encodings
 * @param directory holds the compiled kernels: what `loadEncoder` was given
 * @throws {ArtifactError} where the bytes are no reader
 */
export function loadActReader(bytes: Uint8Array, encoderOf: () => Encoder, directory: string): ActReader {
  const members = [...unpackArtifact(bytes).values()].map(unpackArtifact);
  // What was trained on encodings has their mean.
  const encoder = members.some((sections) => sections.has('mean')) ? encoderOf() : null;
  const kernel = new DenseKernel(directory);
  const networks = members.map((sections) => new ActNetwork(sections, kernel));
  /** The networks that read an act, and its place in each. */
  const readBy = (act: Act) => networksOf.get(act) ?? [];
  const networksOf = new Map(
    ACTS.map((act) => [
      act,
      networks.flatMap(({ acts }, network) => {
        const at = acts.indexOf(act);
        return at === -1 ? [] : [{ network, at }];
      }),
    ]),
  );
  const wordsIn = (name: string) => new Set(members.flatMap((sections) => [...readWords(sections, name)]));
  const yes = wordsIn('yes');
  const agreeing = wordsIn('agreeing');
  const seen = encoder === null ? wordsIn('words') : null;
  const readText = (text: string): ReadText => {
    const words = joinedWords(text);
    const spelled = spelledWords(text, words);
    const features = ownFeatures(words, agreeing);
    const encoding =
      encoder === null || words.length === 0
        ? null
        : joinEncodings(encodeWords(encoder, text, splitText(text)), words, ENCODING);
    return {
      words,
      stems: stemsOf(words),
      isKnown: seen === null || words.some((word) => !isSpelled(word.text) || seen.has(wordHash(word.text))),
      strays: spelled.length <= MOST_STRAYS ? spelled.map(wordHash) : [],
      isYes: spelled.length <= MOST_STRAYS && yes.has(wordHash(yesSentence(spelled))),
      hidden: networks.map((network) => network.hiddenOf(encoding, features)),
    };
  };
  const texts = new Latest(MOST_KEPT, readText, ({ words }) => words.length <= MOST_KEPT_WORDS);
  const prompts = new Latest(2, (prompt): ReadPrompt => {
    const asked = joinedWords(prompt);
    return { echoed: echoable(asked), words: new Set(spelledWords(prompt, asked).map(wordHash)) };
  });
  return {
    ...(seen && { knows: (word) => seen.has(wordHash(word)) }),
    read(text, awaited, prompt) {
      const { words, stems, isKnown, strays, isYes, hidden } = texts.of(text);
      const asked = prompts.of(prompt);
      const places = [false, true].map((numbers) => placeFeatures(stems, awaited, asked.echoed, numbers));
      const scored = networks.map((network, n) =>
        network.score(hidden[n] ?? new Float32Array(), places[network.readsBeside ? 1 : 0] ?? [], awaited),
      );
      const likelihood = Object.fromEntries(
        ACTS.map((act) => {
          const scores = readBy(act).map(({ network, at }) => scored[network]?.scores[at] ?? 0);
          return [act, words.length * scores.length === 0 ? 0 : 1 / (1 + Math.exp(-meanOf(scores)))];
        }),
      ) as Record<Act, number>;
      if (!isKnown) ofUnknownWords(likelihood, awaited);
      const isStray =
        strays.length > 0 &&
        !isYes &&
        !strays.some((word) => (strays.length > 1 && yes.has(word)) || asked.words.has(word));
      if (isStray)
        for (const yes of ['affirm', 'assent'] as const)
          likelihood[yes] = Math.min(likelihood[yes], OF_STRAYS);
      const bearing = (act: Act) => {
        const members = readBy(act).map(({ network, at }) => bearingOf(scored[network]?.pools ?? [], at));
        return words.map((_, w) => meanOf(members.map((shares) => shares[w] ?? 0)));
      };
      return { likelihood, on: (act) => stretchOf(words, bearing(act)) };
    },
  };
}

/** The results of a function for the latest texts. */
class Latest<T> {
  readonly #most: number;
  readonly #make: (text: string) => T;
  readonly #keeps: (made: T) => boolean;
  /** The latest last. */
  readonly #made = new Map<string, T>();

  /** @param keeps false of what is too large to be kept */
  constructor(most: number, make: (text: string) => T, keeps: (made: T) => boolean = () => true) {
    this.#most = most;
    this.#make = make;
    this.#keeps = keeps;
  }

  of(text: string): T {
    const known = this.#made.get(text);
    if (known !== undefined) {
      this.#made.delete(text);
      this.#made.set(text, known);
      return known;
    }
    const made = this.#make(text);
    if (this.#keeps(made)) this.#made.set(text, made);
    const [oldest] = this.#made.keys();
    if (this.#made.size > this.#most && oldest !== undefined) this.#made.delete(oldest);
    return made;
  }
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * A reply of a word or two that no yes of the training has, and the question neither, agrees to nothing, whatever it
 * sounds like. Longer replies are sentences, which can say yes in new words.
 */
const MOST_STRAYS = 2;
const OF_STRAYS = 0.45;

/** The weight of an act that was read from words never seen. */
const OF_UNKNOWN = 0.4;
const A_NAME = 0.8;

/**
 * Lowers the acts of a text of which no word was ever seen: letters alone say next to nothing, neither yes nor no. If a
 * value is awaited, such words are most likely that: a name.
 */
function ofUnknownWords(likelihood: Record<Act, number>, awaited: Awaited): void {
  for (const act of ACTS) likelihood[act] *= OF_UNKNOWN;
  if (awaited === 'value') likelihood.inform = Math.max(likelihood.inform, A_NAME);
}

/** The words that bear most on an act, up to the marks around them. */
function stretchOf(words: readonly Word[], bearing: readonly number[]): Stretch {
  let best = 0;
  for (const [index, share] of bearing.entries()) if (share > (bearing[best] ?? 0)) best = index;
  const isMark = (index: number) => /^[.,;:!?、。，；：！？،؛؟]$/.test(words[index]?.text ?? '.');
  let from = best;
  while (from > 0 && !isMark(from - 1)) from--;
  let to = best + 1;
  while (to < words.length && !isMark(to)) to++;
  return { start: words[from]?.start ?? 0, end: words[to - 1]?.end ?? 0 };
}

/** The share of each word in what a text scores for an act, by the words' pools. */
function sharesOf(pools: readonly Float32Array[], act: number): number[] {
  let most = Number.NEGATIVE_INFINITY;
  for (const word of pools) most = Math.max(most, word[act] ?? 0);
  const shares = pools.map((word) => Math.exp((word[act] ?? 0) - most));
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}

/** How much each word bears on an act. */
const bearingOf = (pools: readonly Float32Array[], act: number): number[] =>
  sharesOf(pools, act).map((share, w) => share * Math.max(0, saidBy(pools[w], act)));

/** What a word says of an act: the second half of its numbers, behind its weights. */
const saidBy = (pool: Float32Array | undefined, act: number): number =>
  pool === undefined ? 0 : (pool[pool.length / 2 + act] ?? 0);

class ActNetwork {
  /** The acts that it reads, in the order of its scores. */
  readonly acts: readonly Act[];
  readonly readsBeside: boolean;
  readonly #kernel: DenseKernel;
  readonly #hidden: number;
  readonly #temperatures: readonly number[];
  readonly #encoding: { layer: Layer; input: number; mean: Float32Array } | null;
  readonly #pool: Layer;
  readonly #whole: Layer;
  readonly #output: Layer;
  readonly #bias: Float32Array;
  readonly #wholeFeatures: Float32Array;
  readonly #places: Map<number, number>;
  readonly #rows: Int8Array;
  readonly #scales: Float32Array;
  /** The places of a word's hidden numbers, and of those of the whole text. */
  readonly #word: number;
  readonly #text: number;

  constructor(sections: ReadonlyMap<string, Uint8Array>, kernel: DenseKernel) {
    const { acts, readsBeside, hidden, temperatures } = readJson<ActReaderMeta>(sections, 'meta');
    this.acts = acts;
    this.readsBeside = readsBeside ?? false;
    this.#kernel = kernel;
    this.#hidden = hidden;
    this.#temperatures = temperatures;
    this.#encoding = sections.has('mean')
      ? {
          layer: this.#kernel.load(sections, 'encoding'),
          input: this.#kernel.input(ENCODING),
          mean: readFloats(sections, 'mean'),
        }
      : null;
    this.#pool = this.#kernel.load(sections, 'pool');
    this.#whole = this.#kernel.load(sections, 'whole');
    this.#output = this.#kernel.load(sections, 'output');
    this.#bias = readFloats(sections, 'bias');
    this.#wholeFeatures = readFloats(sections, 'whole.features');
    this.#places = new Map(
      [...readWords(sections, 'features.buckets')].map((bucket, place) => [bucket, place]),
    );
    this.#rows = readBytes(sections, 'features.weights');
    this.#scales = readFloats(sections, 'features.scales');
    this.#word = this.#kernel.input(hidden);
    this.#text = this.#kernel.input(hidden);
  }

  /**
   * The hidden numbers of each word, before activation and without what its place adds.
   * @param encoding [word][1152], as the encoder gives it, or null
   * @param features of each word, those of the text alone
   * @returns [word][hidden]
   */
  hiddenOf(encoding: Float32Array | null, features: readonly (readonly number[])[]): Float32Array {
    const hidden = this.#hidden;
    const all = new Float32Array(features.length * hidden);
    for (const [w, wordFeatures] of features.entries()) {
      const out = all.subarray(w * hidden, (w + 1) * hidden);
      out.set(this.#bias);
      if (this.#encoding !== null && encoding !== null) {
        const { layer, input, mean } = this.#encoding;
        const word = this.#kernel.floats(input, ENCODING);
        word.set(encoding.subarray(w * ENCODING, (w + 1) * ENCODING));
        centreWord(word, mean);
        this.#kernel.apply(layer, input);
        const values = this.#kernel.floats(layer.out, hidden);
        for (let i = 0; i < hidden; i++) out[i] = (out[i] ?? 0) + (values[i] ?? 0);
      }
      for (const feature of wordFeatures) this.#addFeature(feature, out);
    }
    return all;
  }

  /**
   * @param words what `hiddenOf` returned
   * @param places of each word, the features of the text's place in the conversation
   * @returns a score for each of its acts, as log odds, and of each word a weight and a score for each
   */
  score(
    words: Float32Array,
    places: readonly (readonly number[])[],
    awaited: Awaited,
  ): { scores: Float32Array; pools: Float32Array[] } {
    const hidden = this.#hidden;
    const mid = new Float32Array(hidden);
    const pools: Float32Array[] = [];
    for (const [w, features] of places.entries()) {
      const out = this.#kernel.floats(this.#word, hidden);
      out.set(words.subarray(w * hidden, (w + 1) * hidden));
      for (const feature of features) this.#addFeature(feature, out);
      this.#kernel.activate(this.#word, hidden);
      for (let i = 0; i < hidden; i++) mid[i] = (mid[i] ?? 0) + (out[i] ?? 0) / places.length;
      this.#kernel.apply(this.#pool, this.#word);
      pools.push(this.#kernel.floats(this.#pool.out, 2 * this.acts.length).slice());
    }
    this.#kernel.floats(this.#text, hidden).set(mid);
    this.#kernel.apply(this.#whole, this.#text);
    const whole = this.#kernel.floats(this.#whole.out, hidden);
    const from = awaitedFeature(awaited) * hidden;
    for (let i = 0; i < hidden; i++) whole[i] = (whole[i] ?? 0) + (this.#wholeFeatures[from + i] ?? 0);
    this.#kernel.activate(this.#whole.out, hidden);
    this.#kernel.apply(this.#output, this.#whole.out);
    const scores = this.#kernel.floats(this.#output.out, this.acts.length).slice();
    for (const [act, score] of scores.entries()) {
      let pooled = 0;
      for (const [w, share] of sharesOf(pools, act).entries()) pooled += share * saidBy(pools[w], act);
      scores[act] = (score + pooled) / (this.#temperatures[act] ?? 1);
    }
    return { scores, pools };
  }

  #addFeature(feature: number, out: Float32Array): void {
    const place = this.#places.get(feature);
    if (place === undefined) return;
    const scale = this.#scales[place] ?? 0;
    const from = place * this.#hidden;
    for (let i = 0; i < this.#hidden; i++) out[i] = (out[i] ?? 0) + scale * (this.#rows[from + i] ?? 0);
  }
}
