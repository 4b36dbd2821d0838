import { packArtifact } from '../engine/artifact.ts';
import type { TrainingExample, TrainingOptions } from '../engine/classify/classifier.ts';
import {
  type EncoderDescription,
  encodesLanguage,
  type TrainedWith,
} from '../engine/classify/encoder/description.ts';
import { LANGUAGES_SECTION } from '../engine/classify/language-detector.ts';
import { collectionSection, FAQ_SECTION } from '../engine/faq/ask.ts';
import type { EmbedAll } from '../engine/faq/document.ts';
import { outOfScopeRows } from '../engine/language/training.ts';
import {
  ASSISTANT_SECTION,
  ENCODER_SECTION,
  freeTextSection,
  intentsSection,
  utterancesSection,
} from '../engine/load.ts';
import { buildCollection } from '../engine/train/faq.ts';
import type { FreeTextExamples } from '../engine/train/free-text.ts';
import { trainLanguageDetector } from '../engine/train/language-detector.ts';
import { trainNgrams } from '../engine/train/ngrams.ts';
import { packUtterances } from '../engine/understand/utterances.ts';
import type { Compilation } from './compile.ts';
import { packSources, SOURCES_SECTION } from './sources.ts';

/** Trains the classifier of one language (ISO 639-1); deterministic. */
export type TrainClassifier = (
  examples: readonly TrainingExample[],
  options: TrainingOptions & { language: string },
) => Uint8Array;

/** Trains the free-text tagger of one language; null without examples of values. */
export type TrainFreeText = (
  examples: FreeTextExamples,
  options: { language: string; onProgress?: (progress: { stage: string; done: number }) => void },
) => Uint8Array | null;

/** Packs the utterances of one language like `packUtterances`; deterministic. */
export type PackUtterances = (
  utterances: readonly { text: string; label: string }[],
  language: string,
) => Uint8Array;

/**
 * Builds the index of an FAQ collection; deterministic.
 * @param inputs everything that determines the index except the encoder, as JSON values
 */
export type IndexCollection = (
  inputs: { documents: unknown; defaultLanguage: string; unrelated: unknown; languages: readonly string[] },
  build: () => Uint8Array,
) => Uint8Array;

export interface BuildOptions {
  /** Default: the n-gram classifier; `train.ts` has the classifier for publishing. */
  train?: TrainClassifier;
  /**
   * Trains the free-text taggers. Without it, a free-text slot is filled only by the answer to its question.
   */
  trainFreeText?: TrainFreeText;
  /**
   * The sentence encoder of a language for FAQ collections; without it, documents are found by words only.
   */
  embed?: (language: string) => EmbedAll | undefined;
  /** Returns the index of an FAQ collection; it may be cached. Default: builds it. */
  index?: IndexCollection;
  /**
   * Packs the utterances. Default: without the act reader, which tells greetings, farewells and other acts
   * from labels.
   */
  pack?: PackUtterances;
  /** The encoder of the functions above, to be recorded in the version. Default: Parley's own. */
  encoder?: () => EncoderDescription;
  /** Called after each step; `done` grows from 0 to 1 over all languages. */
  onProgress?: (progress: { stage: string; done: number }) => void;
}

/** The classifier's share of a language's training time if it has free-text slots. */
const INTENTS_SHARE = 0.7;
/** The training's share of the total time if there are collections to encode. */
const LEARNING_SHARE = 0.6;

/** Trains a compiled assistant and packs it into one artifact. Deterministic. */
export function buildArtifact(compilation: Compilation, options: BuildOptions = {}): Uint8Array {
  const { assistant, examples, freeText } = compilation;
  const {
    train = trainNgrams,
    trainFreeText,
    pack = (utterances) => packUtterances(utterances),
    onProgress,
  } = options;
  const sections: Record<string, Uint8Array> = {
    [ASSISTANT_SECTION]: new TextEncoder().encode(JSON.stringify(assistant)),
  };
  const languages = assistant.languages.supported;
  if (options.encoder !== undefined) sections[ENCODER_SECTION] = encoderSection(options.encoder(), languages);
  const learning = compilation.faq.length === 0 || options.embed === undefined ? 1 : LEARNING_SHARE;
  for (const [index, language] of languages.entries()) {
    const learned = freeText[language];
    const share = learned === undefined || trainFreeText === undefined ? 1 : INTENTS_SHARE;
    const told = (from: number, to: number) => (progress: { stage: string; done: number }) => {
      const done = (learning * (index + from + (to - from) * progress.done)) / languages.length;
      onProgress?.({ stage: `${language}: ${progress.stage}`, done });
    };
    sections[utterancesSection(language)] = pack(
      (examples[language] ?? []).flatMap(({ text, label }) => (label === null ? [] : [{ text, label }])),
      language,
    );
    sections[intentsSection(language)] = train(examples[language] ?? [], {
      language,
      outOfScopeWeight: assistant.outOfScopeWeight,
      onProgress: told(0, share),
    });
    if (learned === undefined || trainFreeText === undefined) continue;
    const tagger = trainFreeText(learned, { language, onProgress: told(share, 1) });
    if (tagger !== null) sections[freeTextSection(language)] = tagger;
  }
  const indexing = (done: number) =>
    onProgress?.({ stage: 'indexing', done: learning + (1 - learning) * done });
  if (assistant.languages.detect === true && languages.length > 1)
    sections[LANGUAGES_SECTION] = trainLanguageDetector(utterancesByLanguage(compilation));
  Object.assign(sections, faqSections(compilation, options, indexing));
  if (Object.keys(compilation.sources).length > 0) {
    sections[SOURCES_SECTION] = packSources(compilation.sources);
  }
  onProgress?.({ stage: 'done', done: 1 });
  return packArtifact(sections);
}

function encoderSection(encoder: EncoderDescription, supported: readonly string[]): Uint8Array {
  const { id, name } = encoder;
  const languages = supported.filter((language) => encodesLanguage(encoder, language));
  const trained: TrainedWith = { id, name, languages };
  return new TextEncoder().encode(JSON.stringify(trained));
}

/** The author's utterances, in and out of scope. */
const utterancesByLanguage = ({ assistant, examples }: Compilation): Map<string, string[]> =>
  new Map(
    assistant.languages.supported.map((language) => [
      language,
      (examples[language] ?? []).map(({ text }) => text),
    ]),
  );

/** The index of each FAQ collection. The author's out-of-scope utterances must not match any document. */
function faqSections(
  { assistant, examples, faq }: Compilation,
  { embed, index: indexed = (_, build) => build() }: BuildOptions,
  onProgress: (done: number) => void,
): Record<string, Uint8Array> {
  if (faq.length === 0) return {};
  const { default: defaultLanguage, supported } = assistant.languages;
  const unrelated = supported.map((language) => {
    const outside = (examples[language] ?? []).filter(({ label }) => label === null).map(({ text }) => text);
    return [language, [...outside, ...outOfScopeRows(language)]];
  });
  const options = { defaultLanguage, unrelated: Object.fromEntries(unrelated) };
  const settings = faq.map((collection) => collection.settings);
  const indexes = faq.map(({ settings: { collection }, documents }, index) => [
    collectionSection(collection),
    indexed({ documents, ...options, languages: supported }, () =>
      buildCollection(documents, {
        ...options,
        embed,
        onProgress: (done) => onProgress((index + done) / faq.length),
      }),
    ),
  ]);
  return {
    [FAQ_SECTION]: new TextEncoder().encode(JSON.stringify(settings)),
    ...Object.fromEntries(indexes),
  };
}
