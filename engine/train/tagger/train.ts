import { packArtifact } from '../../artifact.ts';
import type { Encoder } from '../../classify/encoder/encoder.ts';
import type { Glosses } from '../../classify/encoder/glosses.ts';
import { packLayer } from '../../classify/head/dense.ts';
import { writeJson, writeNumbers } from '../../sections.ts';
import {
  knownValues,
  NOTHING_RECOGNIZED,
  type RecognizedKinds,
} from '../../values/free-text/known-values.ts';
import { centreWord, ENCODING } from '../../values/free-text/tagger/encoding.ts';
import { Gazetteer } from '../../values/free-text/tagger/gazetteer.ts';
import { lexicalFeatures, listedIn } from '../../values/free-text/tagger/lexical.ts';
import { HIDDEN, type TaggerMeta } from '../../values/free-text/tagger/tagger.ts';
import { allowedTags, slotOf, tagCount, tagsOf } from '../../values/free-text/tagger/tags.ts';
import { MAX_WORDS, splitText } from '../../values/free-text/tagger/words.ts';
import type { ByteCache } from '../feature-cache.ts';
import { TrainingKernel } from '../kernel.ts';
import { oneCycle } from '../mlp.ts';
import { seededRandom, shuffle } from '../random.ts';
import { encodeCompactly, fromCompact, meanEncoding, toBytes } from './compact.ts';
import { swapValues, type TaggedExample } from './examples.ts';
import { type TaggerRow, TaggerTrainer, type TaggerWeights } from './trainer.ts';

export interface TaggerTrainingOptions {
  /** Null if no encoder reads the language: the tagger then uses lexical features alone. */
  encoder: Encoder | null;
  /** The directory of the compiled kernels, as for `loadEncoder`. */
  encoderDirectory: string;
  /** Caches encoded words. */
  cache?: ByteCache;
  /** Further values by slot that occur in no example. */
  values?: Readonly<Record<string, readonly string[]>>;
  /** Generated examples, used without swapping values. */
  more?: readonly TaggedExample[];
  /** The built-in entities whose recognised values are features, and the language to recognise them in. */
  recognized?: RecognizedKinds;
  /** The glosses of that language, through which the encoder reads it, if it needs them. Their words are its word list. */
  glosses?: Glosses | undefined;
  /** The labels whose texts are read without the encoder. */
  byWords?: ReadonlySet<string>;
  /** Called after each step; `done` grows from 0 to 1. */
  onProgress?: (progress: { stage: string; done: number }) => void;
}

const SEED = 3;
/** With fewer examples, each also gets copies with swapped slot values. */
const FEW_ROWS = 2000;
const SWAPPED_COPIES = 3;
/** The fewest training steps, for very few examples. */
const LEAST_STEPS = 300;
/** One text in this many is lower-cased, as a speech recogniser writes it; more often without an encoder of words. */
const CASELESS = 4;
const CASELESS_WITHOUT_ENCODER = 2;

/**
 * Trains the tagger of free-text slots: word encodings and lexical features, a window over neighbouring words, and a
 * linear chain over tags. Equal examples in equal order give equal bytes.
 * @returns the section for `loadTagger`
 */
export function trainTagger(examples: readonly TaggedExample[], options: TaggerTrainingOptions): Uint8Array {
  const random = seededRandom(SEED);
  const few = examples.length < FEW_ROWS;
  const given = [...examples, ...(options.more ?? [])];
  const slots = [...new Set(given.flatMap((example) => example.slots.map((span) => span.slot)))].sort();
  const all = few ? [...given, ...swapValues(examples, SWAPPED_COPIES, random, options.values)] : given;
  const { rows, mean, gazetteer } = prepare(all, examples.length, slots, options);
  const batchSize = few ? 16 : 32;
  const epochs = few ? Math.max(10, Math.ceil((LEAST_STEPS * batchSize) / Math.max(1, all.length))) : 6;
  const kernel = new TrainingKernel(options.encoderDirectory);
  kernel.run.seed(SEED);
  const trainer = new TaggerTrainer(kernel, tagCount(slots.length), batchSize * MAX_WORDS, random, {
    encodes: options.encoder !== null,
  });
  const order = Int32Array.from(rows, (_, row) => row);
  const steps = epochs * Math.ceil(order.length / batchSize);
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    for (let at = 0; at < order.length; at += batchSize) {
      const batch = Array.from(order.subarray(at, at + batchSize), (row) => rows[row]);
      step++;
      trainer.step(
        batch.filter((row) => row !== undefined),
        step,
        oneCycle(step / steps, 1e-3),
      );
      options.onProgress?.({ stage: 'learning slots', done: 0.4 + (0.6 * step) / steps });
    }
  }
  const { recognized = NOTHING_RECOGNIZED, glosses, byWords = new Set() } = options;
  const labels = slotsOfLabels(given, slots);
  const hasWordList = glosses !== undefined;
  const isGlossed = hasWordList && options.encoder !== null;
  return pack(
    trainer.weights(),
    { slots, labels, gazetteer, recognized, hasWordList, isGlossed, byWords },
    mean,
  );
}

function prepare(
  examples: readonly TaggedExample[],
  authoredCount: number,
  slots: readonly string[],
  { encoder, cache, recognized = NOTHING_RECOGNIZED, glosses, byWords, onProgress }: TaggerTrainingOptions,
) {
  const allowed = slotsOfLabels(examples, slots);
  const gazetteer = new Gazetteer();
  const texts = examples.map(({ text, slots: spans }, i) => {
    const words = splitText(text);
    const tags = tagsOf(words, spans, slots);
    if (i < authoredCount) {
      for (const [w, word] of words.entries()) gazetteer.add(word.text.toLowerCase(), slotOf(tags[w] ?? 0));
    }
    return { words, tags };
  });
  const encodings = texts.map(({ words }, i) => {
    if (i % 64 === 0) onProgress?.({ stage: 'encoding words', done: (0.4 * i) / texts.length });
    return encoder === null || byWords?.has(examples[i]?.label ?? '')
      ? new Int16Array()
      : encodeCompactly(encoder, examples[i]?.text ?? '', words, { cache, glosses });
  });
  const mean = meanEncoding(encodings);
  const known = knownValues(recognized);
  const rows = texts.map(({ words, tags }, i): TaggerRow => {
    const encoding = fromCompact(encodings[i] ?? new Int16Array());
    for (let at = 0; at < encoding.length; at += ENCODING)
      centreWord(encoding.subarray(at, at + ENCODING), mean);
    const label = examples[i]?.label ?? '';
    const context = {
      words,
      label,
      gazetteer,
      hasCase: i % (encoder === null || glosses !== undefined ? CASELESS_WITHOUT_ENCODER : CASELESS) !== 0,
      known: known(examples[i]?.text ?? ''),
      listed: listedIn(words, glosses && ((word) => glosses.knows(word))),
    };
    // A swapped copy's words are already counted under its own slots.
    const features = lexicalFeatures({ ...context, ownSlots: tags.map(slotOf) });
    return { encoding: toBytes(encoding), features, tags, allowed: allowedTags(allowed[label] ?? []) };
  });
  return { rows, mean, gazetteer };
}

function slotsOfLabels(
  examples: readonly TaggedExample[],
  slots: readonly string[],
): Record<string, number[]> {
  const labels = new Map<string, Set<number>>();
  for (const example of examples) {
    const used = labels.get(example.label) ?? new Set<number>();
    for (const span of example.slots) used.add(slots.indexOf(span.slot));
    labels.set(example.label, used);
  }
  return Object.fromEntries([...labels].map(([label, used]) => [label, [...used].sort((a, b) => a - b)]));
}

function pack(
  weights: TaggerWeights,
  {
    slots,
    labels,
    gazetteer,
    recognized,
    hasWordList,
    isGlossed,
    byWords,
  }: {
    slots: string[];
    labels: Record<string, number[]>;
    gazetteer: Gazetteer;
    recognized: RecognizedKinds;
    hasWordList: boolean;
    isGlossed: boolean;
    byWords: ReadonlySet<string>;
  },
  mean: Float32Array,
): Uint8Array {
  const meta: TaggerMeta = {
    slots,
    labels,
    gazetteer: [...gazetteer.counts].map(([word, counts]) => [word, [...counts]]),
    recognized,
    hasWordList,
    isGlossed,
    byWords: [...byWords],
  };
  const { chain } = weights;
  return packArtifact({
    meta: writeJson(meta),
    bias: writeNumbers(weights.bias),
    transitions: writeNumbers(chain.transitions),
    start: writeNumbers(chain.start),
    end: writeNumbers(chain.end),
    ...(weights.encoding !== null && {
      mean: writeNumbers(mean),
      ...packLayer('encoding', weights.encoding, new Float32Array(HIDDEN)),
    }),
    ...packLayer('window', weights.window, weights.windowBias),
    ...packLayer('output', weights.output, weights.outputBias),
    ...packLexical(weights.lexical),
  });
}

/** Vectors that training changed, in 8 bits with one scale each. */
function packLexical(vectors: TaggerWeights['lexical']): Record<string, Uint8Array> {
  const buckets: number[] = [];
  const scales: number[] = [];
  const rows: Int8Array[] = [];
  for (const [bucket, vector] of vectors) {
    const highest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    if (highest === 0) continue;
    buckets.push(bucket);
    scales.push(highest / 127);
    rows.push(Int8Array.from(vector, (value) => Math.round((value * 127) / highest)));
  }
  return {
    'lexical.buckets': writeNumbers(Uint32Array.from(buckets)),
    'lexical.scales': writeNumbers(Float32Array.from(scales)),
    'lexical.weights': new Uint8Array(Buffer.concat(rows.map((row) => new Uint8Array(row.buffer)))),
  };
}
