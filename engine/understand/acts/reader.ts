import { unpackArtifact } from '../../artifact.ts';
import type { Encoder } from '../../classify/encoder/encoder.ts';
import { DenseKernel, type Layer, type Table } from '../../classify/head/dense.ts';
import { readFloats, readJson, readWords } from '../../sections.ts';
import type { Stretch } from '../../text/stretch.ts';
import { ENCODING, encodeWords, SCALED } from '../../values/free-text/tagger/encoding.ts';
import { splitText, type Word } from '../../values/free-text/tagger/words.ts';
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
   * @param beforeDeed false leaves out what is read of replies before a deed alone: `REPLY_ACTS` are 0
   * @param whole the text that this one is a part of, if the encoder’s run of it is to serve this one too
   */
  read(text: string, awaited: Awaited, prompt: string, beforeDeed?: boolean, whole?: string): ActReading;
  /** The reader of the same language that stands on words alone, where this one does not. */
  byWords?: ActReader;
  /** True of a word that it has learned from; absent if the encoder knows the words. */
  knows?(word: string): boolean;
}

/** The file of a language's reader, beside the encoder. */
export const actReaderFile = (language: string): string => `acts.${language}.bin`;
/** The file of the one that stands on words alone, where a language has both. */
export const wordActReaderFile = (language: string): string => `acts.${language}.words.bin`;

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
}

/** For each network, the hidden numbers of a text's words without those of the place: [word][hidden]. */
type HiddenWords = readonly Float32Array[];

/** A question, as far as a text that answers it is read by it. */
interface ReadPrompt {
  echoed: ReadonlySet<string>;
  words: ReadonlySet<number>;
}

/** Words of the latest texts that a reader keeps what it made of them, and the most of one text: 1.3 KB a word and part. */
const MOST_KEPT_WORDS = 1280;
const MOST_KEPT_WORDS_OF_ONE = 40;

/** Words of a text that a network multiplies at once. */
const AT_ONCE = 16;

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
  const input = encoder === null ? 0 : kernel.input(AT_ONCE * ENCODING);
  const networks = members
    .map((sections) => new ActNetwork(sections, kernel, input))
    .sort((one, other) => Number(one.readsBeside) - Number(other.readsBeside));
  const plain = networks.filter(({ readsBeside }) => !readsBeside);
  const reply = networks.filter(({ readsBeside }) => readsBeside);
  /** By act, the networks that read it, plain ones first, and the act's place in each. */
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
      strays: spelled.length <= MOST_STRAYS ? spelled.map(wordHash) : [],
      isYes: spelled.length <= MOST_STRAYS && yes.has(wordHash(yesSentence(spelled))),
    };
  };
  const sizeOf = ({ words: { length } }: ReadText) =>
    length <= MOST_KEPT_WORDS_OF_ONE ? length + 1 : Number.POSITIVE_INFINITY;
  const texts = new Latest(MOST_KEPT_WORDS, readText, sizeOf);
  /** What networks take of a text. Those of both parts take that of the same text, one after the other. */
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
    read(text, awaited, prompt, beforeDeed = true, query) {
      const whole = encoder === null ? undefined : query;
      const { words, stems, isKnown, strays, isYes } = texts.of(text);
      const asked = prompts.of(prompt);
      const scoresOf = (networks: readonly ActNetwork[], hidden: HiddenWords, echoesNumbers: boolean) => {
        const places = placeFeatures(stems, awaited, asked.echoed, echoesNumbers);
        return networks.map((network, n) => network.score(hidden[n] ?? new Float32Array(), places, awaited));
      };
      /** In the order of `readers`. */
      const scored = [
        ...scoresOf(plain, hiddenPlain.of(text, whole), false),
        ...(beforeDeed && reply.length > 0 ? scoresOf(reply, hiddenReply.of(text, whole), true) : []),
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
      if (!isKnown) ofUnknownWords(likelihood, awaited);
      const isStray =
        strays.length > 0 &&
        !isYes &&
        !strays.some((word) => (strays.length > 1 && yes.has(word)) || asked.words.has(word));
      if (isStray)
        for (const yes of ['affirm', 'assent'] as const)
          likelihood[yes] = Math.min(likelihood[yes], OF_STRAYS);
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

/** The results of a function for the latest texts. */
class Latest<T> {
  readonly #most: number;
  readonly #make: (text: string, whole?: string) => T;
  readonly #sizeOf: (made: T, text: string) => number;
  /** The latest last. */
  readonly #made = new Map<string, { made: T; size: number }>();
  #size = 0;

  /** @param most sum of the sizes of what is kept: what is larger by itself is not kept */
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

/**
 * How much each word bears on an act.
 * @param pools of each word a weight for each of `acts` acts, and what it says of each
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
  /** The acts that it reads, in the order of its scores. */
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
  /** The places of the hidden numbers of words, and of those of the whole text. */
  readonly #words: number;
  readonly #text: number;

  /** @param input room for the encodings of words, which networks share; none where none stands on encodings */
  constructor(sections: ReadonlyMap<string, Uint8Array>, kernel: DenseKernel, input: number) {
    const { acts, readsBeside, hidden, temperatures } = readJson<ActReaderMeta>(sections, 'meta');
    this.acts = acts;
    this.readsBeside = readsBeside ?? false;
    // Copies: a view would keep the reader's whole file.
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
   * The hidden numbers of each word, before activation and without what its place adds.
   * @param encoding [word][1152], as the encoder gives it, or null
   * @param features of each word, those of the text alone
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
    for (let at = 0, i = 0; at < all.length; at++, i = i + 1 === hidden ? 0 : i + 1)
      all[at] = (all[at] ?? 0) + (this.#bias[i] ?? 0);
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
      for (let at = 0, i = 0; at < out.length; at++, i = i + 1 === hidden ? 0 : i + 1)
        mid[i] = (mid[i] ?? 0) + (out[at] ?? 0) / count;
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

  /** The place of what the network makes of the encodings of words: zeros where it stands on none. */
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
