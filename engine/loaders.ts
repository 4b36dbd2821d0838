import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpackArtifact } from './artifact.ts';
import { type EncoderDescription, readDescription } from './classify/encoder/description.ts';
import { type Encoder, loadEncoder, sentenceVector } from './classify/encoder/encoder.ts';
import { type Glosses, loadGlosses } from './classify/encoder/glosses.ts';
import { loadModel } from './classify/model/model.ts';
import { loadNgrams } from './classify/ngrams/index.ts';
import { kernelComparer } from './faq/vectors.ts';
import type { Loaders } from './load.ts';
import { unchanged } from './text/typos/repair.ts';
import { type ActReader, actReaderFile, loadActReader } from './understand/acts/reader.ts';
import { loadFreeText } from './values/free-text/model.ts';

const encoders = new Map<string, Encoder>();

/**
 * The encoder of a directory, loaded on first use and kept for the life of the process.
 * @throws {EncoderError} where it was not built or the machine cannot run it
 */
export function sharedEncoder(directory: string): Encoder {
  let encoder = encoders.get(directory);
  if (encoder === undefined) {
    encoder = loadEncoder(directory);
    encoders.set(directory, encoder);
  }
  return encoder;
}

const glosses = new Map<string, Glosses>();

/** The glosses of a language, loaded as the encoder is. */
export function sharedGlosses(directory: string, language: string): Glosses {
  const key = join(directory, language);
  let own = glosses.get(key);
  if (own === undefined) {
    own = loadGlosses(directory, language);
    glosses.set(key, own);
  }
  return own;
}

const descriptions = new Map<string, EncoderDescription>();

/** What is known of the encoder of a directory, loaded as that is. */
function sharedDescription(directory: string): EncoderDescription {
  const known = descriptions.get(directory) ?? readDescription(directory);
  descriptions.set(directory, known);
  return known;
}

/** A text of a language as the encoder of a directory is to see it. */
export const asEncoded = (directory: string, language: string): ((text: string) => string) =>
  sharedDescription(directory).glossed.includes(language)
    ? (text) => sharedGlosses(directory, language).read(text)
    : (text) => text;

const actReaders = new Map<string, ActReader>();

/** The act reader of a language, which every version shares, loaded as the encoder is; undefined where there is none. */
export function sharedActReader(directory: string, language: string): ActReader | undefined {
  const path = join(directory, actReaderFile(language));
  let reader = actReaders.get(path);
  if (reader === undefined && existsSync(path)) {
    reader = loadActReader(readFileSync(path), () => sharedEncoder(directory), directory);
    actReaders.set(path, reader);
  }
  return reader;
}

/** True of a tagger that was trained on encodings, which it has the mean of. */
const standsOnEncoder = (bytes: Uint8Array): boolean => unpackArtifact(bytes).has('mean');

/**
 * Loads either kind of classifier, and either kind of tagger, by what its bytes hold. The encoder is loaded only
 * where one needs it.
 * @param directory names what `npm run build:encoder` filled
 */
export const engineLoaders = (directory: () => string): Loaders => ({
  classifier: (bytes, language) =>
    unpackArtifact(bytes).has('head')
      ? loadModel(bytes, sharedEncoder(directory()), directory(), () => sharedGlosses(directory(), language))
      : loadNgrams(bytes),
  freeText: (bytes, { read = unchanged }) => {
    const encoder = standsOnEncoder(bytes) ? sharedEncoder(directory()) : null;
    return loadFreeText(bytes, encoder, directory(), read);
  },
  encoder: () => sharedDescription(directory()),
  embed: (classifier, language) => {
    // As the classifier reads it, so that the encoder need not run again.
    const read = classifier?.read ?? unchanged;
    const encoded = asEncoded(directory(), language);
    return (text) => sentenceVector(sharedEncoder(directory()).means(encoded(read(text).text)));
  },
  acts: (language) => sharedActReader(directory(), language),
  comparer: kernelComparer(directory),
});
