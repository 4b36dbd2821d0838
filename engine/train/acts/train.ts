import type { Encoder } from '../../classify/encoder/encoder.ts';
import type { Act, Awaited } from '../../understand/acts/acts.ts';
import {
  awaitedFeature,
  echoable,
  FEATURE_COUNT,
  isPlace,
  wordFeatures,
  wordHash,
} from '../../understand/acts/features.ts';
import { type ActReader, loadActReader } from '../../understand/acts/reader.ts';
import { joinEncodings, joinedWords } from '../../understand/acts/words.ts';
import { centreWord, ENCODING } from '../../values/free-text/tagger/encoding.ts';
import { splitText } from '../../values/free-text/tagger/words.ts';
import type { ByteCache } from '../feature-cache.ts';
import { TrainingKernel } from '../kernel.ts';
import { oneCycle } from '../mlp.ts';
import { type Random, seededRandom, shuffle } from '../random.ts';
import { encodeCompactly, fromCompact, meanEncoding, toBytes } from '../tagger/compact.ts';
import { joinActReaders, packActNetwork } from './pack.ts';
import type { ActExample, Questions } from './rows.ts';
import { type ActRow, ActTrainer } from './trainer.ts';
import { yesWordsOf } from './yes-words.ts';

export interface ActTrainingOptions {
  /** Null to learn from words alone. */
  encoder: Encoder | null;
  /** The folder of the compiled kernels. */
  encoderDirectory: string;
  /** The acts to learn. */
  acts: readonly Act[];
  /** The acts to read, each with the learned act behind it; other learned acts only help to learn these. */
  reads: Readonly<Partial<Record<Act, Act>>>;
  /** Our own examples, which show the words of a yes. Examples of data sets each answer a certain question. */
  ours: readonly ActExample[];
  /** The words of agreement for a network that learns what is said beside a yes; null for others. */
  agreeing: readonly string[] | null;
  cache?: ByteCache;
  hidden: number;
  /** The share of a word's features that each training step uses, so that words are not learned by heart. */
  kept: number;
  epochs: number;
  seed: number;
  onProgress?: (text: string) => void;
}

const BATCH = 64;
/** The peak learning rate of a network with the encoder, and of one that learns from words alone. */
const RATE = 1e-3;
const LEXICAL_RATE = 5e-3;
const MOST_WORDS = 60;
/** The share of training steps that use a text's hasty form, if it has one. */
const HASTY = 0.3;
/** Of this many groups of examples, one is held out to calibrate the scores. */
const HELD_OUT = 12;

/**
 * Trains a network of a language's act reader. The same examples in the same order give the same bytes.
 * @returns a member for `joinActReaders`, and the held-out examples
 */
export function trainActNetwork(
  examples: readonly ActExample[],
  questions: Questions,
  options: ActTrainingOptions,
): { bytes: Uint8Array; heldOut: ActExample[] } {
  const {
    encoder,
    encoderDirectory,
    acts,
    reads,
    hidden,
    kept,
    epochs,
    seed,
    onProgress = () => {},
  } = options;
  const random = seededRandom(seed);
  const useful = examples.filter(({ text }) => splitText(text).length > 0);
  const heldGroups = new Set(
    [...new Set(useful.map(({ group }) => group))].filter((_, index) => index % HELD_OUT === 7),
  );
  const heldOut = useful.filter(({ group }) => heldGroups.has(group));
  const train = useful.filter(({ group }) => !heldGroups.has(group));
  const agreeing = options.agreeing === null ? null : new Set(options.agreeing.map(wordHash));
  const encodings = new Encodings(useful, encoder, options.cache, onProgress);
  const kernel = new TrainingKernel(encoderDirectory);
  kernel.run.seed(Math.floor(random() * 2 ** 31));
  const trainer = new ActTrainer(
    kernel,
    { acts: acts.length, hidden, features: FEATURE_COUNT, inputs: encoder === null ? 0 : ENCODING },
    BATCH,
    BATCH * MOST_WORDS,
    random,
  );
  const order = Int32Array.from(train.flatMap(({ copies }, index) => Array<number>(copies).fill(index)));
  const steps = epochs * Math.ceil(order.length / BATCH);
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    let loss = 0;
    for (let at = 0; at < order.length; at += BATCH) {
      const rows = Array.from(order.subarray(at, at + BATCH), (index) => train[index])
        .filter((example) => example !== undefined)
        .map((example) => rowOf(example, { acts, questions, encodings, agreeing, kept, random }));
      step++;
      loss +=
        trainer.step(rows, step, oneCycle(step / steps, encoder === null ? LEXICAL_RATE : RATE)) *
        rows.length;
    }
    onProgress(`epoch ${epoch + 1} of ${epochs}: loss ${(loss / order.length).toFixed(4)}`);
  }
  const weights = trainer.weights();
  const words = {
    seen: wordsIn(train.filter(({ isCompound }) => !isCompound)),
    yes: yesWordsOf(options.ours),
    agreeing: options.agreeing ?? [],
  };
  // The seen words and the words of a yes are the same for all networks of a reader, so only the plain ones bring them.
  const brought = agreeing === null ? words : { ...words, seen: [], yes: [] };
  const names = Object.keys(reads) as Act[];
  const learned = Object.values(reads);
  const pack = (temperatures: number[], known: typeof words) =>
    packActNetwork(
      weights,
      encodings.mean,
      { acts: names, ...(agreeing !== null && { readsBeside: true }), hidden, temperatures },
      learned.map((act) => acts.indexOf(act)),
      known,
    );
  const plain = pack(
    names.map(() => 1),
    words,
  );
  const encoderOf = () => {
    if (encoder === null) throw new Error('a network of words alone must not load an encoder');
    return encoder;
  };
  const reader = loadActReader(joinActReaders([plain]), encoderOf, encoderDirectory);
  const temperatures = temperaturesOf(reader, reads, heldOut, questions, random);
  return { bytes: pack(temperatures, brought), heldOut };
}

/** All words of examples and of their hasty forms. */
const wordsIn = (examples: readonly ActExample[]): string[] =>
  examples.flatMap(({ text, hasty }) =>
    [text, hasty ?? ''].flatMap((typed) => joinedWords(typed).map((word) => word.text)),
  );

/** Draws what is awaited when an example is said, and a question that awaits it. */
function placeOf(
  { awaited, prompt }: Pick<ActExample, 'awaited' | 'prompt'>,
  questions: Questions,
  random: Random,
): { awaited: Awaited; prompt: string } {
  const place = awaited[Math.floor(random() * awaited.length)] ?? 'nothing';
  const asked = questions[place];
  return { awaited: place, prompt: prompt ?? asked[Math.floor(random() * asked.length)] ?? '' };
}

interface RowOptions {
  acts: readonly Act[];
  questions: Questions;
  encodings: Encodings;
  agreeing: ReadonlySet<number> | null;
  kept: number;
  random: Random;
}

function rowOf(
  example: ActExample,
  { acts, questions, encodings, agreeing, kept, random }: RowOptions,
): ActRow {
  const { awaited, prompt } = placeOf(example, questions, random);
  const text = example.hasty !== null && random() < HASTY ? example.hasty : example.text;
  const words = joinedWords(text);
  return {
    encoding: encodings.of(text),
    words: words.length,
    features: wordFeatures(words, awaited, echoable(joinedWords(prompt)), agreeing).map((active) =>
      kept === 1 ? active : active.filter((feature) => isPlace(feature) || random() < kept),
    ),
    awaited: awaitedFeature(awaited),
    acts: Float32Array.from(acts, (act) => (example.acts.includes(act) ? 1 : 0)),
    weights: Float32Array.from(acts, (act) => example.weights?.[act] ?? example.weights?.others ?? 1),
  };
}

/** The encoded words of texts. Each text is encoded once. */
class Encodings {
  readonly mean: Float32Array | null;
  readonly #bytes = new Map<string, Int8Array>();

  constructor(
    examples: readonly ActExample[],
    encoder: Encoder | null,
    cache: ByteCache | undefined,
    onProgress: (text: string) => void,
  ) {
    if (encoder === null) {
      this.mean = null;
      return;
    }
    const texts = [
      ...new Set(examples.flatMap(({ text, hasty }) => [text, ...(hasty === null ? [] : [hasty])])),
    ];
    const compact = texts.map((text, index) => {
      if (index % 5000 === 0) onProgress(`encoding ${index} of ${texts.length}`);
      return encodeCompactly(encoder, text, splitText(text), { ...(cache && { cache }) });
    });
    const mean = meanEncoding(compact);
    this.mean = mean;
    for (const [index, text] of texts.entries()) {
      const values = fromCompact(compact[index] ?? new Int16Array());
      for (let at = 0; at < values.length; at += ENCODING)
        centreWord(values.subarray(at, at + ENCODING), mean);
      this.#bytes.set(text, toBytes(joinEncodings(values, joinedWords(text), ENCODING)));
    }
  }

  of(text: string): Int8Array {
    return this.#bytes.get(text) ?? new Int8Array();
  }
}

/** The temperature of each act, fitted to the held-out examples (Guo et al. 2017). */
function temperaturesOf(
  reader: ActReader,
  reads: ActTrainingOptions['reads'],
  heldOut: readonly ActExample[],
  questions: Questions,
  random: Random,
): number[] {
  const readings = heldOut.map((example) => {
    const { awaited, prompt } = placeOf(example, questions, random);
    return { example, of: reader.read(example.text, awaited, prompt).likelihood };
  });
  return Object.entries(reads).map(([name, act]) => {
    const rows = readings.map(({ example, of }) => {
      const probability = Math.min(1 - 1e-6, Math.max(1e-6, of[name as Act]));
      return {
        score: Math.log(probability / (1 - probability)),
        is: example.acts.includes(act),
        weight: example.weights?.[act] ?? example.weights?.others ?? 1,
      };
    });
    let best = { temperature: 1, loss: Number.POSITIVE_INFINITY };
    for (let temperature = 0.5; temperature <= 3; temperature += 0.05) {
      const loss = rows.reduce((sum, { score, is, weight }) => {
        const probability = 1 / (1 + Math.exp(-score / temperature));
        return sum - weight * Math.log(Math.max(1e-9, is ? probability : 1 - probability));
      }, 0);
      if (loss < best.loss) best = { temperature, loss };
    }
    return Number(best.temperature.toFixed(2));
  });
}
