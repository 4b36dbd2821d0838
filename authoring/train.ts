import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { encodesLanguage, readDescription } from '../engine/classify/encoder/description.ts';
import { sentenceVector, WIDTH } from '../engine/classify/encoder/encoder.ts';
import { glossed, glossesFile } from '../engine/classify/encoder/glosses.ts';
import { FEATURE_COUNT } from '../engine/classify/head/features.ts';
import type { EmbedAll } from '../engine/faq/document.ts';
import { type LoadedAssistant, loadAssistant } from '../engine/load.ts';
import { engineLoaders, sharedActReader, sharedEncoder, sharedGlosses } from '../engine/loaders.ts';
import { ENCODER_DIRECTORY as BUILT_ENCODER, encoderStamp } from '../engine/train/encoder/build.ts';
import { cacheFile } from '../engine/train/encoder/choice.ts';
import { FileCache, FileFeatureCache } from '../engine/train/feature-cache.ts';
import { trainFreeText } from '../engine/train/free-text.ts';
import { trainModel } from '../engine/train/model.ts';
import { trainNgrams } from '../engine/train/ngrams.ts';
import { actReaderFile } from '../engine/understand/acts/reader.ts';
import { packUtterances } from '../engine/understand/utterances.ts';
import type {
  BuildOptions,
  IndexCollection,
  PackUtterances,
  TrainClassifier,
  TrainFreeText,
} from './build.ts';
import { bytesDigest, shippedSection } from './shipped-sections.ts';
import { type Sections, sectionKey, TrainedSections } from './trained-sections.ts';
import { sourcesDigest } from './training-sources.ts';

/** The encoder's folder. In Lambda an environment variable names it, since it is beside the bundle. */
const ENCODER_DIRECTORY = process.env.ENCODER_DIRECTORY || BUILT_ENCODER;

/**
 * The path of a cache for later trainings: beside the encoder, or in the folder `TRAINING_CACHE` if that is
 * not writable.
 */
const keptIn = (name: string): string => {
  const file = cacheFile(name);
  const { TRAINING_CACHE: folder } = process.env;
  return folder === undefined ? file : join(folder, basename(file));
};

/** Cached encodings of utterances, so that only changed competencies need encoding. */
const CACHE_FILE = keptIn('encodings');

/** Cached encodings of words in utterances with free text: 2 KB each. */
const WORDS_CACHE_FILE = keptIn('words');
/** Cached encodings of FAQ passages: 1.5 KB each. */
const SENTENCES_CACHE_FILE = keptIn('sentences');
/** Maximum bytes of word encodings for one training. */
const MOST_WORDS_BYTES = 64 * 1024 * 1024;

/** Maximum bytes of cached sections, enough for a few dozen assistants. */
const MOST_TRAINED_BYTES = 128 * 1024 * 1024;

/** Load what was trained here or published, with the installed encoder. */
export const loaders = engineLoaders(() => ENCODER_DIRECTORY);

/** Loads a published or trained artifact to answer queries in this process. */
export const loadTrained = (artifact: Uint8Array): LoadedAssistant => loadAssistant(artifact, loaders);

const encoder = () => readDescription(ENCODER_DIRECTORY);
/** True if the encoder covers the language, directly or through its glosses. */
const isEncoded = (language: string): boolean => encodesLanguage(encoder(), language);

/** The sources that train each kind of section. These and all their imports determine its bytes. */
export const TRAINING_SOURCES = {
  intents: ['engine/train/model.ts', 'engine/train/ngrams.ts'],
  'free text': ['engine/train/free-text.ts'],
  utterances: ['engine/understand/utterances.ts', 'engine/understand/acts/reader.ts'],
  faq: ['engine/train/faq.ts', 'engine/classify/encoder/encoder.ts'],
} as const;
export type SectionKind = keyof typeof TRAINING_SOURCES;

/** The language's file beside the encoder that a kind of section depends on. */
const FILE_OF_LANGUAGE: Partial<Record<SectionKind, (language: string) => string>> = {
  intents: glossesFile,
  'free text': glossesFile,
  utterances: actReaderFile,
};

const digests = new Map<SectionKind, string>();

/**
 * Identifies the training of a kind of section in a language: the sources with their imports, the encoder,
 * and the language's own file beside it.
 */
export function trainingStamp(kind: SectionKind, language: string): string {
  const digest = digests.get(kind) ?? sourcesDigest(TRAINING_SOURCES[kind]);
  digests.set(kind, digest);
  const file = FILE_OF_LANGUAGE[kind]?.(language);
  return [digest, encoderStamp(), file === undefined ? '' : fileDigest(join(ENCODER_DIRECTORY, file))].join(
    ' ',
  );
}

/** The digest of a file; empty if it does not exist. */
function fileDigest(path: string): string {
  try {
    return bytesDigest(readFileSync(path));
  } catch {
    return '';
  }
}

/** Returns the cache for a kind of section in a language. */
export type SectionsOf = (kind: SectionKind, language: string) => Sections;

/** The shipped sections, and the sections trained by this Node version on this kind of processor. */
const knownSections: SectionsOf = (kind, language) => {
  const stamp = trainingStamp(kind, language);
  const trainer = [stamp, process.version, process.arch].join(' ');
  const kept = new TrainedSections(join(ENCODER_DIRECTORY, '../trained'), trainer, MOST_TRAINED_BYTES);
  return {
    section: (inputs, train) => shippedSection(sectionKey(stamp, inputs)) ?? kept.section(inputs, train),
  };
};

/**
 * Trains the classifier for publishing: the whole model if the encoder covers the language, otherwise
 * n-grams. Reuses an earlier training on the same examples.
 */
const classifierTraining =
  (kept: SectionsOf): TrainClassifier =>
  (examples, { onProgress, ...decisive }) =>
    kept('intents', decisive.language).section(['intents', examples, decisive], () => {
      const options = { ...decisive, ...(onProgress && { onProgress }) };
      if (!isEncoded(decisive.language)) return trainNgrams(examples, options);
      const cache = new FileFeatureCache(CACHE_FILE, encoderStamp(), FEATURE_COUNT);
      const glosses = sharedGlosses(ENCODER_DIRECTORY, decisive.language);
      const model = trainModel(examples, {
        ...options,
        encoder: sharedEncoder(ENCODER_DIRECTORY),
        encoderDirectory: ENCODER_DIRECTORY,
        ...(glosses && { glosses }),
        cache,
      });
      cache.save();
      return model;
    });

/**
 * Trains the free-text tagger, with the encoder if it covers the language; reuses earlier results like the classifier.
 */
const taggerTraining =
  (kept: SectionsOf): TrainFreeText =>
  (examples, { onProgress, ...decisive }) =>
    kept('free text', decisive.language).section(['free text', examples, decisive], () => {
      const glosses = sharedGlosses(ENCODER_DIRECTORY, decisive.language);
      const directory = { encoderDirectory: ENCODER_DIRECTORY };
      const options = { ...decisive, ...directory, glosses, ...(onProgress && { onProgress }) };
      if (!isEncoded(decisive.language)) return trainFreeText(examples, { ...options, encoder: null });
      const cache = new FileCache(WORDS_CACHE_FILE, encoderStamp(), { mostUsedBytes: MOST_WORDS_BYTES });
      const section = trainFreeText(examples, {
        ...options,
        encoder: sharedEncoder(ENCODER_DIRECTORY),
        cache,
      });
      cache.save();
      return section;
    });

/**
 * Packs the author's utterances with the act reader's opinion on their labels; reuses earlier results too.
 */
const utterancePacking =
  (kept: SectionsOf): PackUtterances =>
  (utterances, language) =>
    kept('utterances', language).section(['utterances', utterances, language], () =>
      packUtterances(utterances, sharedActReader(ENCODER_DIRECTORY, language)),
    );

let sentences: FileFeatureCache | undefined;

/** Encodes the sentences of FAQ collections and caches them. */
const embedSentences =
  (language: string): EmbedAll =>
  (given, onProgress) => {
    const glosses = sharedGlosses(ENCODER_DIRECTORY, language);
    const texts = given.map((text) => glossed(text, glosses));
    sentences ??= new FileFeatureCache(SENTENCES_CACHE_FILE, encoderStamp(), WIDTH);
    const cache = sentences;
    const missing = [...new Set(texts)].filter((text) => cache.get(text) === undefined);
    let done = 0;
    for (const means of sharedEncoder(ENCODER_DIRECTORY).meansOfAll(missing)) {
      cache.set(missing[done++] ?? '', sentenceVector(means));
      if (done % 64 === 0) onProgress?.(done / missing.length);
    }
    cache.save();
    return texts.map((text) => cache.get(text) ?? new Float32Array(WIDTH));
  };

/** Builds the index of an FAQ collection, which also depends on its languages' glosses; reuses earlier results too. */
const collectionIndexing =
  (kept: SectionsOf): IndexCollection =>
  (inputs, build) => {
    const glosses = inputs.languages.map((language) =>
      fileDigest(join(ENCODER_DIRECTORY, glossesFile(language))),
    );
    return kept('faq', inputs.defaultLanguage).section(['faq', inputs, glosses], build);
  };

type Training = Required<
  Pick<BuildOptions, 'train' | 'trainFreeText' | 'embed' | 'index' | 'pack' | 'encoder'>
>;

/** The training for publishing, which reuses sections from `kept`. */
export const trainingWith = (kept: SectionsOf): Training => ({
  train: classifierTraining(kept),
  trainFreeText: taggerTraining(kept),
  embed: (language) => (isEncoded(language) ? embedSentences(language) : undefined),
  index: collectionIndexing(kept),
  pack: utterancePacking(kept),
  encoder,
});

export const TRAINING: Training = trainingWith(knownSections);
