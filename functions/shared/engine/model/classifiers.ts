import { unpackArtifact } from '../artifact.ts';
import type { Classifier } from '../classifier.ts';
import { type Encoder, loadEncoder } from '../encoder/encoder.ts';
import { loadNgrams } from '../ngrams/index.ts';
import { loadModel } from './model.ts';

/** ISO 639-1 codes of what the encoder was trained to read; the n-gram classifier alone serves the rest. */
export const ENCODER_LANGUAGES: ReadonlySet<string> = new Set(['en']);

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

/**
 * Loads either kind of classifier by what its bytes hold. The encoder is loaded only where one needs it.
 * @param directory names what `npm run build:encoder` filled
 */
export const classifierLoader =
  (directory: () => string) =>
  (bytes: Uint8Array): Classifier =>
    unpackArtifact(bytes).has('head')
      ? loadModel(bytes, sharedEncoder(directory()), directory())
      : loadNgrams(bytes);
