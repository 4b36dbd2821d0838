import { unpackArtifact } from '../../artifact.ts';
import type { Encoder } from '../../classify/encoder/encoder.ts';
import { DenseKernel } from '../../classify/head/dense.ts';
import { readWords } from '../../sections.ts';
import { Latest } from '../../text/remembered.ts';
import type { Stretch } from '../../text/stretch.ts';
import { ENCODING, encodeWords } from '../../values/free-text/tagger/encoding.ts';
import { splitText, type Word } from '../../values/free-text/tagger/words.ts';
import { CERTAINTY, WORDS } from '../certainty.ts';
import { ACTS, type Act, type Awaited } from './acts.ts';
import {
  echoable,
  isSpelled,
  ownFeatures,
  placeFeatures,
  spelledWords,
  stemsOf,
  wordHash,
  yesSentence,
} from './features.ts';
import { ActNetwork, bearingOf, encodingInput, type Scored } from './network.ts';
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

/** A question, as needed to read its answer. */
interface ReadPrompt {
  echoed: ReadonlySet<string>;
  words: ReadonlySet<number>;
}

/** The cache's size in words. A word takes 1.3 KB per network. */
const MOST_KEPT_WORDS = 1280;

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
  const input = encoder === null ? 0 : encodingInput(kernel);
  const networks = members.map((sections) => ({
    network: new ActNetwork(sections, kernel, input),
    /** The hidden values of the latest texts' words, without their place features. */
    hidden: new Latest<Float32Array>(MOST_KEPT_WORDS),
  }));
  const wordsIn = (name: string) => new Set(members.flatMap((sections) => [...readWords(sections, name)]));
  const yes = wordsIn('yes');
  const agreeing = wordsIn('agreeing');
  const seen = encoder === null ? wordsIn('words') : null;

  const texts = new Latest<ReadText>(MOST_KEPT_WORDS);
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

  const prompts = new Latest<ReadPrompt>(2);
  const readPrompt = (prompt: string): ReadPrompt => {
    const words = joinedWords(prompt);
    return { echoed: echoable(words), words: new Set(spelledWords(prompt, words).map(wordHash)) };
  };

  /** The networks' input for a text. One is kept, because they read a text one after the other. */
  const inputs = new Latest<{ encoding: Float32Array | null; features: number[][] }>(1);
  const inputOf = (text: string, words: readonly JoinedWord[], whole: string | undefined) => ({
    encoding:
      encoder === null || words.length === 0
        ? null
        : joinEncodings(encodeWords(encoder, text, splitText(text), whole), words, ENCODING),
    features: ownFeatures(words, agreeing),
  });

  /** True for a reply of one or two words that appears neither in a training yes nor in the question. */
  const isStray = ({ strays, isYes }: ReadText, asked: ReadPrompt) =>
    strays.length > 0 &&
    !isYes &&
    !strays.some((word) => (strays.length > 1 && yes.has(word)) || asked.words.has(word));

  return {
    ...(seen && { knows: (word) => seen.has(wordHash(word)) }),
    read(text, awaited, prompt, parts = 'all', query) {
      const said = texts.of(text, () => readText(text), sizeOf);
      const asked = prompts.of(prompt, () => readPrompt(prompt));
      const { words, stems } = said;
      const whole = encoder === null ? undefined : query;
      const key = whole === undefined || whole === text ? text : `${text}\n${whole}`;
      const places = placeFeatures(stems, awaited, asked.echoed, false);
      const besidePlaces = parts === 'general' ? [] : placeFeatures(stems, awaited, asked.echoed, true);
      const scored = networks.map(({ network, hidden }): Scored | null => {
        const { readsBeside } = network;
        if (parts !== 'all' && (parts === 'reply') !== readsBeside) return null;
        const values = () => {
          const { encoding, features } = inputs.of(key, () => inputOf(text, words, whole));
          return network.hiddenOf(encoding, features);
        };
        const kept = hidden.of(key, values, () => sizeOf(said));
        return network.score(kept, readsBeside ? besidePlaces : places, awaited);
      });
      /** A number of each network that read an act. */
      const ofReaders = <T>(act: Act, numberOf: (read: Scored, at: number) => T): T[] =>
        scored.flatMap((read, n) => {
          const at = networks[n]?.network.indexOf.get(act);
          return read === null || at === undefined ? [] : [numberOf(read, at)];
        });
      const likelihood: Record<Act, number> = { ...NOTHING_READ.likelihood };
      if (words.length > 0)
        for (const act of ACTS) {
          const scores = ofReaders(act, (read, at) => read.scores[at] ?? 0);
          if (scores.length > 0) likelihood[act] = 1 / (1 + Math.exp(-meanOf(scores)));
        }
      // Letters alone say little.
      if (!said.isKnown) for (const act of ACTS) likelihood[act] *= CERTAINTY.doubt;
      // Longer replies are sentences, which may say yes in new words.
      if (isStray(said, asked))
        for (const act of ['affirm', 'assent'] as const)
          likelihood[act] = Math.min(likelihood[act], CERTAINTY.doubt);
      const bearing = (act: Act) => {
        const shares = ofReaders(act, bearingOf);
        return words.map((_, w) => meanOf(shares.map((share) => share[w] ?? 0)));
      };
      return { likelihood, on: (act) => stretchOf(words, bearing(act)) };
    },
  };
}

/** The acts of a text without letters. */
export const NOTHING_READ: ActReading = {
  likelihood: Object.fromEntries(ACTS.map((act) => [act, 0])) as ActReading['likelihood'],
  on: () => ({ start: 0, end: 0 }),
};

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
