import { unpackArtifact } from '../../artifact.ts';
import type { Encoder } from '../../classify/encoder/encoder.ts';
import { DenseKernel, type Layer, type Table } from '../../classify/head/dense.ts';
import { readFloats, readJson, readWords } from '../../sections.ts';
import type { Stretch } from '../../text/stretch.ts';
import { ENCODING, encodeWords, SCALED } from '../../values/free-text/tagger/encoding.ts';
import { splitText, type Word } from '../../values/free-text/tagger/words.ts';
import { CERTAINTY, WORDS } from '../certainty.ts';
import { ACTS, type Act, type Awaited } from './acts.ts';
import {
  awaitedFeature,
  echoable,
  FEATURE_COUNT,
  isSpelled,
  ownFeatures,
  placeFeatures,
  spelledWords,
  stemsOf,
  wordHash,
  yesSentence,
} from './features.ts';
import { type JoinedWord, joinEncodings, joinedWords } from './words.ts';

/** The acts of a text in its place in the conversation. */
export interface ActReading {
  /** A probability 0…1 for each act; they need not add up to 1. */
  likelihood: Readonly<Record<Act, number>>;
  /** The words that an act was read from, in UTF-16 units. */
  on(act: Act): Stretch;
}

export type ActParts = 'general' | 'reply' | 'all';

/** Reads the acts of texts in one language. */
export interface ActReader {
  /**
   * @param prompt the spoken question that the text may answer; empty if there is none
   * @param parts the acts to read, the others are 0: `general` leaves out `REPLY_ACTS`, `reply` reads only these; default
   * `all`
   * @param whole the text that contains this text; the encoder then runs once for both
   */
  read(text: string, awaited: Awaited, prompt: string, parts?: ActParts, whole?: string): ActReading;
  /** The reader of the same language that uses words alone; absent if this reader does. */
  byWords?: ActReader;
  /** True for a word of the training rows; absent if the reader uses the encoder. */
  knows?(word: string): boolean;
}

/** The file of a language's reader, beside the encoder. */
export const actReaderFile = (language: string): string => `acts.${language}.bin`;
/** The file of a language's word-only reader, where the language has both kinds. */
export const wordActReaderFile = (language: string): string => `acts.${language}.words.bin`;

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

/** A text as read without its place in the conversation. */
interface ReadText {
  words: readonly JoinedWord[];
  stems: readonly string[];
  /** True if a word is known, or if the reader uses the encoder. */
  isKnown: boolean;
  /** The hashes of the words that have letters; empty if there are more than `WORDS.couple`. */
  strays: readonly number[];
  /** True if this exact text is a yes in the training rows. */
  isYes: boolean;
}

/** Per network, the hidden values of a text's words without their place features: [word][hidden]. */
type HiddenWords = readonly Float32Array[];

/** A question, as needed to read its answer. */
interface ReadPrompt {
  echoed: ReadonlySet<string>;
  words: ReadonlySet<number>;
}

/** The cache's size in words. A word takes 1.3 KB per network. */
const MOST_KEPT_WORDS = 1280;

/** The words that a network multiplies at once. */
const AT_ONCE = 16;

/**
 * Loads a reader: networks that each read some of the acts. Networks for the same act were trained from
 * different starting weights, and their scores are averaged, which cancels chance errors (Hansen and Salamon
 * 1990).
 * @param bytes the result of `joinActReaders`
 * @param encoderOf returns the encoder; called only if the reader was trained on encodings
 * @param directory the directory of the compiled kernels, as for `loadEncoder`
 * @throws {ArtifactError} if the bytes are not a reader
 */
export function loadActReader(bytes: Uint8Array, encoderOf: () => Encoder, directory: string): ActReader {
  const members = [...unpackArtifact(bytes).values()].map(unpackArtifact);
  // Only networks trained on encodings store a mean.
  const encoder = members.some((sections) => sections.has('mean')) ? encoderOf() : null;
  const kernel = new DenseKernel(directory);
  const input = encoder === null ? 0 : kernel.input(AT_ONCE * ENCODING);
  const networks = members
    .map((sections) => new ActNetwork(sections, kernel, input))
    .sort((one, other) => Number(one.readsBeside) - Number(other.readsBeside));
  const plain = networks.filter(({ readsBeside }) => !readsBeside);
  const reply = networks.filter(({ readsBeside }) => readsBeside);
  /** For each act, the networks that read it, plain networks first, with the act's index in each. */
  const readers = ACTS.map((act) => ({
    act,
    by: networks.flatMap(({ acts }, network) => {
      const at = acts.indexOf(act);
      return at === -1 ? [] : [{ network, at }];
    }),
  }));
  const wordsIn = (name: string) => new Set(members.flatMap((sections) => [...readWords(sections, name)]));
  const yes = wordsIn('yes');
  const agreeing = wordsIn('agreeing');
  const seen = encoder === null ? wordsIn('words') : null;
  const readText = (text: string): ReadText => {
    const words = joinedWords(text);
    const spelled = spelledWords(text, words);
    return {
      words,
      stems: stemsOf(words),
      isKnown: seen === null || words.some((word) => !isSpelled(word.text) || seen.has(wordHash(word.text))),
      strays: spelled.length <= WORDS.couple ? spelled.map(wordHash) : [],
      isYes: spelled.length <= WORDS.couple && yes.has(wordHash(yesSentence(spelled))),
    };
  };
  const sizeOf = ({ words }: ReadText) => words.length + 1;
  const texts = new Latest(MOST_KEPT_WORDS, readText, sizeOf);
  /**
   * The networks' input for the latest text. One entry suffices, because the plain and the reply networks read a text
   * one after the other.
   */
  const inputs = new Latest(1, (text, whole) => {
    const { words } = texts.of(text);
    const encoding =
      encoder === null || words.length === 0
        ? null
        : joinEncodings(encodeWords(encoder, text, splitText(text), whole), words, ENCODING);
    return { encoding, features: ownFeatures(words, agreeing) };
  });
  const hiddenBy = (networks: readonly ActNetwork[]) =>
    new Latest(
      MOST_KEPT_WORDS,
      (text, whole): HiddenWords => {
        const { encoding, features } = inputs.of(text, whole);
        return networks.map((network) => network.hiddenOf(encoding, features));
      },
      (_, text) => sizeOf(texts.of(text)),
    );
  const [hiddenPlain, hiddenReply] = [hiddenBy(plain), hiddenBy(reply)];
  const prompts = new Latest(2, (prompt): ReadPrompt => {
    const asked = joinedWords(prompt);
    return { echoed: echoable(asked), words: new Set(spelledWords(prompt, asked).map(wordHash)) };
  });
  return {
    ...(seen && { knows: (word) => seen.has(wordHash(word)) }),
    read(text, awaited, prompt, parts = 'all', query) {
      const whole = encoder === null ? undefined : query;
      const { words, stems, isKnown, strays, isYes } = texts.of(text);
      const asked = prompts.of(prompt);
      const scoresOf = (networks: readonly ActNetwork[], hidden: HiddenWords, echoesNumbers: boolean) => {
        const places = placeFeatures(stems, awaited, asked.echoed, echoesNumbers);
        return networks.map((network, n) => network.score(hidden[n] ?? new Float32Array(), places, awaited));
      };
      /** The scores of each network, in the order of `networks`; undefined for those that were not asked. */
      const scored = [
        ...(parts === 'reply'
          ? plain.map(() => undefined)
          : scoresOf(plain, hiddenPlain.of(text, whole), false)),
        ...(parts === 'general' || reply.length === 0
          ? []
          : scoresOf(reply, hiddenReply.of(text, whole), true)),
      ];
      const likelihood = { ...NOTHING_READ };
      if (words.length > 0)
        for (const { act, by } of readers) {
          let sum = 0;
          let count = 0;
          for (const { network, at } of by) {
            const read = scored[network];
            if (read === undefined) continue;
            sum += read.scores[at] ?? 0;
            count += 1;
          }
          if (count > 0) likelihood[act] = 1 / (1 + Math.exp(-sum / count));
        }
      // Letters alone say little.
      if (!isKnown) for (const act of ACTS) likelihood[act] *= CERTAINTY.doubt;
      // A reply of one or two words that appears neither in a training yes nor in the question cannot mean yes. Longer
      // replies are sentences, which may say yes in new words.
      const isStray =
        strays.length > 0 &&
        !isYes &&
        !strays.some((word) => (strays.length > 1 && yes.has(word)) || asked.words.has(word));
      if (isStray)
        for (const yes of ['affirm', 'assent'] as const)
          likelihood[yes] = Math.min(likelihood[yes], CERTAINTY.doubt);
      const bearing = (act: Act) => {
        const by = readers.find((reader) => reader.act === act)?.by ?? [];
        const members = by.flatMap(({ network, at }) => {
          const read = scored[network];
          return read === undefined ? [] : [bearingOf(read.pools, networks[network]?.acts.length ?? 0, at)];
        });
        return words.map((_, w) => meanOf(members.map((shares) => shares[w] ?? 0)));
      };
      return { likelihood, on: (act) => stretchOf(words, bearing(act)) };
    },
  };
}

const NOTHING_READ = Object.fromEntries(ACTS.map((act) => [act, 0])) as Record<Act, number>;

/** Caches a function's results for the latest texts. */
class Latest<T> {
  readonly #most: number;
  readonly #make: (text: string, whole?: string) => T;
  readonly #sizeOf: (made: T, text: string) => number;
  /** Ordered from oldest to latest. */
  readonly #made = new Map<string, { made: T; size: number }>();
  #size = 0;

  /** @param most the limit for the sum of sizes; a larger single result is not kept */
  constructor(
    most: number,
    make: (text: string, whole?: string) => T,
    sizeOf: (made: T, text: string) => number = () => 1,
  ) {
    this.#most = most;
    this.#make = make;
    this.#sizeOf = sizeOf;
  }

  of(text: string, whole?: string): T {
    const key = whole === undefined || whole === text ? text : `${text}\n${whole}`;
    const known = this.#made.get(key);
    if (known !== undefined) {
      this.#made.delete(key);
      this.#made.set(key, known);
      return known.made;
    }
    const made = this.#make(text, whole);
    const size = this.#sizeOf(made, text);
    if (size <= this.#most) {
      this.#made.set(key, { made, size });
      this.#size += size;
    }
    for (const [oldest, dropped] of this.#made) {
      if (this.#size <= this.#most) break;
      this.#made.delete(oldest);
      this.#size -= dropped.size;
    }
    return made;
  }
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The words between punctuation marks around the word that bears most on an act. */
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

/**
 * How much each word bears on an act.
 * @param pools for each word, `acts` weights, then `acts` scores
 */
function bearingOf(pools: Float32Array, acts: number, act: number): number[] {
  const width = 2 * acts;
  const words = Array.from({ length: pools.length / width }, (_, w) => w * width + act);
  const most = Math.max(...words.map((at) => pools[at] ?? 0));
  const shares = words.map((at) => Math.exp((pools[at] ?? 0) - most));
  const sum = shares.reduce((total, share) => total + share, 0);
  return words.map((at, w) => ((shares[w] ?? 0) / sum) * Math.max(0, pools[at + acts] ?? 0));
}

class ActNetwork {
  /** The acts that the network reads, in the order of its scores. */
  readonly acts: readonly Act[];
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
    this.acts = acts;
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
   * @returns a score per act, as log odds; and for each word a weight and a score per act
   */
  score(
    words: Float32Array,
    places: readonly (readonly number[])[],
    awaited: Awaited,
  ): { scores: Float32Array; pools: Float32Array } {
    const hidden = this.#hidden;
    const acts = this.acts.length;
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
