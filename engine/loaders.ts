import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpackArtifact } from './artifact.ts';
import { type EncoderDescription, readDescription } from './classify/encoder/description.ts';
import { type Encoder, loadEncoder, sentenceVector } from './classify/encoder/encoder.ts';
import { type Glosses, glossed, loadGlosses } from './classify/encoder/glosses.ts';
import { loadModel } from './classify/model/model.ts';
import { loadNgrams } from './classify/ngrams/index.ts';
import { kernelComparer } from './faq/vectors.ts';
import type { Loaders } from './load.ts';
import { unchanged } from './text/typos/repair.ts';
import { type ActReader, actReaderFile, loadActReader, wordActReaderFile } from './understand/acts/reader.ts';
import { loadFreeText } from './values/free-text/model.ts';

const encoders = new Map<string, Encoder>();

/**
 * The encoder of a directory, loaded on first use and kept for the life of the process.
 * @throws {EncoderError} if it was not built or the machine cannot run it
 */
export function sharedEncoder(directory: string): Encoder {
  let encoder = encoders.get(directory);
  if (encoder === undefined) {
    encoder = loadEncoder(directory);
    encoders.set(directory, encoder);
  }
  return encoder;
}

const descriptions = new Map<string, EncoderDescription>();

/** A directory's encoder description, cached like the encoder. */
function sharedDescription(directory: string): EncoderDescription {
  const known = descriptions.get(directory) ?? readDescription(directory);
  descriptions.set(directory, known);
  return known;
}

const glosses = new Map<string, Glosses>();

/**
 * The glosses that translate a language for a directory's encoder, cached like the encoder; undefined if the language
 * needs none or is not supported.
 */
export function sharedGlosses(directory: string, language: string): Glosses | undefined {
  if (!sharedDescription(directory).glossed.includes(language)) return undefined;
  const key = join(directory, language);
  const known = glosses.get(key) ?? loadGlosses(directory, language);
  glosses.set(key, known);
  return known;
}

const actReaders = new Map<string, ActReader>();

/** A language's act reader, shared by all versions and cached like the encoder; undefined if there is none. */
export function sharedActReader(directory: string, language: string): ActReader | undefined {
  const path = join(directory, actReaderFile(language));
  let reader = actReaders.get(path);
  if (reader === undefined && existsSync(path)) {
    const load = (file: string) =>
      loadActReader(readFileSync(file), () => sharedEncoder(directory), directory);
    const byWords = join(directory, wordActReaderFile(language));
    reader = { ...load(path), ...(existsSync(byWords) && { byWords: load(byWords) }) };
    actReaders.set(path, reader);
  }
  return reader;
}

/** True for a tagger trained on encodings, recognised by its stored mean. */
const standsOnEncoder = (bytes: Uint8Array): boolean => unpackArtifact(bytes).has('mean');

/**
 * Loads either kind of classifier and of tagger, as their bytes require. Loads the encoder only if one needs it.
 * @param directory returns the directory that `npm run build:encoder` filled
 */
export const engineLoaders = (directory: () => string): Loaders => ({
  classifier: (bytes, language) =>
    unpackArtifact(bytes).has('head')
      ? loadModel(bytes, sharedEncoder(directory()), directory(), language, () =>
          sharedGlosses(directory(), language),
        )
      : loadNgrams(bytes),
  freeText: (bytes, classifier, language) => {
    const encoder = standsOnEncoder(bytes) ? sharedEncoder(directory()) : null;
    const glossesOf = () => sharedGlosses(directory(), language);
    return loadFreeText(Uint8Array.from(bytes), encoder, directory(), classifier, glossesOf);
  },
  encoder: () => sharedDescription(directory()),
  embed: (classifier, language) => {
    // Same normalisation as the classifier, so that the encoder runs only once.
    const read = classifier?.read ?? unchanged;
    const languageGlosses = sharedGlosses(directory(), language);
    return (text) =>
      sentenceVector(sharedEncoder(directory()).means(glossed(read(text).text, languageGlosses)));
  },
  acts: (language) => sharedActReader(directory(), language),
  comparer: kernelComparer(directory),
});
