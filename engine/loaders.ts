import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpackArtifact } from './artifact.ts';
import { readDescription } from './classify/encoder/description.ts';
import { type Encoder, loadEncoder, sentenceVector } from './classify/encoder/encoder.ts';
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
  classifier: (bytes) =>
    unpackArtifact(bytes).has('head')
      ? loadModel(bytes, sharedEncoder(directory()), directory())
      : loadNgrams(bytes),
  freeText: (bytes, { read = unchanged }) => {
    const encoder = standsOnEncoder(bytes) ? sharedEncoder(directory()) : null;
    return loadFreeText(bytes, encoder, directory(), read);
  },
  encoder: () => readDescription(directory()),
  embed: (classifier) => {
    // As the classifier reads it, so that the encoder need not run again.
    const read = classifier?.read ?? unchanged;
    return (text) => sentenceVector(sharedEncoder(directory()).means(read(text).text));
  },
  acts: (language) => sharedActReader(directory(), language),
  comparer: kernelComparer(directory),
});
