import { ArtifactError, unpackArtifact } from '../../artifact.ts';
import { DEFAULT_LANGUAGE, languageOf } from '../../language/languages.ts';
import { readFloats, readJson } from '../../sections.ts';
import { isCommon, Speller } from '../../text/typos/repair.ts';
import type { Classification, Classifier } from '../classifier.ts';
import { type Calibration, decide } from '../decision.ts';
import { readsOneLanguage } from '../encoder/description.ts';
import type { Encoder } from '../encoder/encoder.ts';
import type { Glosses } from '../encoder/glosses.ts';
import { centre, selectFeatures } from '../head/features.ts';
import { Head } from '../head/head.ts';
import { NgramModel } from '../ngrams/model.ts';
import { MAX_TEXT_LENGTH } from '../ngrams/tokens.ts';
import { blend } from './blend.ts';

/** A model's metadata. */
export interface ModelMeta {
  labels: string[];
  calibration: Calibration;
  /** The network's share in the blend. */
  share: number;
  /** True if the network reads the language through glosses. */
  isGlossed?: true;
  /** The examples' words and their counts. */
  words: [string, number][];
}

/** Corrects words to those of the examples, else to the encoder's vocabulary if it covers one language. */
export const spellerBeside = (
  { tokenizer, description }: Pick<Encoder, 'tokenizer' | 'description'>,
  words: ReadonlyMap<string, number>,
  language: string,
): Speller =>
  new Speller(words, (word) => tokenizer.commonness(word), {
    borrows: readsOneLanguage(description),
    right: languageOf(language).spoken,
  });

/**
 * Loads what `trainModel` returned.
 * @param directory the directory of the compiled kernels, as for `loadEncoder`
 * @param language the language of the examples (ISO 639-1)
 * @param glossesOf returns the glosses of the language; called only for models trained on them
 * @throws {ArtifactError} if the bytes are not a model
 */
export function loadModel(
  bytes: Uint8Array,
  encoder: Encoder,
  directory: string,
  language: string = DEFAULT_LANGUAGE.code,
  glossesOf?: () => Glosses | undefined,
): Classifier {
  const sections = unpackArtifact(bytes);
  const { labels, calibration, share, words, isGlossed } = readJson<ModelMeta>(sections, 'meta');
  // The network is copied into the kernel's memory; a copied mean keeps the artifact from being retained.
  const mean = readFloats(sections, 'mean').slice();
  const head = new Head(sections.get('head') ?? new Uint8Array(), directory);
  const ngrams = NgramModel.fromBytes(Uint8Array.from(sections.get('ngrams') ?? []));
  const answer = (read: string, means: Float32Array): Classification => {
    const network = head.probabilities(centre(selectFeatures(means), mean));
    return decide(labels, blend(network, ngrams.probabilities(read), share), calibration);
  };
  /** Classifiers of texts as typed, by how the network and the n-grams read them. */
  const reading = (
    readOf: (text: string) => string,
    encodedOf: (read: string) => string,
  ): Required<Pick<Classifier, 'classify' | 'classifyWithin'>> => ({
    classify(text) {
      const read = readOf(text.slice(0, MAX_TEXT_LENGTH));
      return answer(read, encoder.means(encodedOf(read)));
    },
    classifyWithin(part, whole) {
      const read = readOf(part.slice(0, MAX_TEXT_LENGTH));
      const means = encoder.meansWithin(encodedOf(read), encodedOf(readOf(whole.slice(0, MAX_TEXT_LENGTH))));
      return means && answer(read, means);
    },
  });
  if (isGlossed === true) {
    const glosses = glossesOf?.();
    if (glosses === undefined)
      throw new ArtifactError('the model was trained on glosses, which are not here');
    return {
      ...reading(
        (text) => text,
        (read) => glosses.read(read),
      ),
      knows: (word) => glosses.knows(word),
    };
  }
  const speller = spellerBeside(encoder, new Map(words), language);
  return {
    ...(readsOneLanguage(encoder.description) && {
      knows: (word) => isCommon(encoder.tokenizer.commonness(word.toLowerCase())),
    }),
    read: (text, options) => speller.read(text.slice(0, MAX_TEXT_LENGTH), options),
    ...reading(
      (text) => speller.repair(text),
      (read) => read,
    ),
  };
}
