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

const descriptions = new Map<string, EncoderDescription>();

/** The description of a directory's encoder, loaded as that is. */
function sharedDescription(directory: string): EncoderDescription {
  const known = descriptions.get(directory) ?? readDescription(directory);
  descriptions.set(directory, known);
  return known;
}

const glosses = new Map<string, Glosses>();

/**
 * The glosses by which a language comes to the encoder of a directory, loaded as that is; undefined of one that it
 * reads by itself, or not at all.
 */
export function sharedGlosses(directory: string, language: string): Glosses | undefined {
  if (!sharedDescription(directory).glossed.includes(language)) return undefined;
  const key = join(directory, language);
  const known = glosses.get(key) ?? loadGlosses(directory, language);
  glosses.set(key, known);
  return known;
}

const actReaders = new Map<string, ActReader>();

/** The act reader of a language, which every version shares, loaded as the encoder is; undefined where there is none. */
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
      ? loadModel(bytes, sharedEncoder(directory()), directory(), language, () =>
          sharedGlosses(directory(), language),
        )
      : loadNgrams(bytes),
  freeText: (bytes, { read = unchanged }) => {
    const encoder = standsOnEncoder(bytes) ? sharedEncoder(directory()) : null;
    return loadFreeText(Uint8Array.from(bytes), encoder, directory(), read);
  },
  encoder: () => sharedDescription(directory()),
  embed: (classifier, language) => {
    // As the classifier reads it, so that the encoder need not run again.
    const read = classifier?.read ?? unchanged;
    const languageGlosses = sharedGlosses(directory(), language);
    return (text) =>
      sentenceVector(sharedEncoder(directory()).means(glossed(read(text).text, languageGlosses)));
  },
  acts: (language) => sharedActReader(directory(), language),
  comparer: kernelComparer(directory),
});
