import { unpackArtifact } from './artifact.ts';
import {
  type CompiledAssistant,
  type CompiledCompetency,
  type CompiledState,
  entityNamed,
} from './assistant.ts';
import { builtInMessages } from './built-in-messages.ts';
import type { Classifier } from './classify/classifier.ts';
import {
  type EncoderDescription,
  OtherEncoder,
  SHIPPED_ENCODER,
  type TrainedWith,
} from './classify/encoder/description.ts';
import {
  LANGUAGES_SECTION,
  type LanguageDetector,
  loadLanguageDetector,
} from './classify/language-detector.ts';
import { loadNgrams } from './classify/ngrams/index.ts';
import { type EmbedOf, type Faq, loadFaq } from './faq/ask.ts';
import type { Comparer, Embed } from './faq/document.ts';
import type { ActReader } from './understand/acts/reader.ts';
import { repairing } from './understand/repairing.ts';
import { loadUtterances, type UtteranceIndex } from './understand/utterances.ts';
import { spokenNamesOf } from './understand/values/named-slots.ts';
import { builtInRecognizer } from './values/built-in.ts';
import type { FreeTextModel } from './values/free-text/model.ts';
import { gazetteerRecognizer } from './values/gazetteer.ts';
import { patternRecognizer } from './values/pattern-recognizer.ts';
import { type Recognizer, readOnce } from './values/recognizer.ts';
import { withSpoken } from './values/spoken.ts';

/**
 * The artifact's sections: `assistant` and `encoder` (JSON, a `TrainedWith`) and, per language, the classifier's and the
 * tagger's own bytes.
 */
export const ASSISTANT_SECTION = 'assistant';
export const ENCODER_SECTION = 'encoder';
export const intentsSection = (language: string): string => `intents.${language}`;
export const utterancesSection = (language: string): string => `utterances.${language}`;
export const freeTextSection = (language: string): string => `free_text.${language}`;

/** A version ready to answer. Holds no conversation state and serves all conversations. */
export interface LoadedAssistant {
  assistant: CompiledAssistant;
  /** Classifiers by language. */
  classifiers: ReadonlyMap<string, Classifier>;
  states: ReadonlyMap<string, CompiledState>;
  competencies: ReadonlyMap<string, CompiledCompetency>;
  /** Act readers by language. */
  acts: ReadonlyMap<string, ActReader>;
  /** The author's own utterances, by language. */
  utterances: ReadonlyMap<string, UtteranceIndex>;
  /** Free-text models by language, if free-text slots had training values. */
  freeText: ReadonlyMap<string, FreeTextModel>;
  /** Detects query languages, if the author enables that. */
  detector?: LanguageDetector | undefined;
  faq?: Faq;
  /** The sentence encoder, for languages trained with it. */
  embed?: EmbedOf;
  recognizerOf: (entity: string, language: string) => Recognizer;
}

/** Loaders for the learned parts of an artifact. */
export interface Loaders {
  /** Reads the classifier of one `intents.<language>` section. */
  classifier: (bytes: Uint8Array, language: string) => Classifier;
  /**
   * Reads a `free_text.<language>` section; without it, free-text slots are filled only by answers to their question.
   */
  freeText?: (bytes: Uint8Array, classifier: Classifier, language: string) => FreeTextModel;
  /** The installed encoder's description. */
  encoder?: () => EncoderDescription;
  /** The installed encoder, with a classifier's text normalisation. */
  embed?: (classifier: Classifier | undefined, language: string) => Embed;
  /** The act reader of a language, if any. */
  acts?: (language: string) => ActReader | undefined;
  /** Compares a query with many passages. */
  comparer?: Comparer;
}

/** An artifact that the engine cannot serve. */
export class AssistantError extends Error {
  override name = 'AssistantError';
}

/**
 * Makes an artifact ready to answer.
 * @throws {ArtifactError | AssistantError} if the bytes are not an artifact of this engine
 * @throws {OtherEncoder} if it was trained with a different encoder
 */
export function loadAssistant(
  artifact: Uint8Array,
  loaders: Loaders = { classifier: loadNgrams },
): LoadedAssistant {
  // Classifiers use their sections in place, so the artifact must be aligned in memory.
  const sections = unpackArtifact(artifact.byteOffset % 16 === 0 ? artifact : Uint8Array.from(artifact));
  const json = sections.get(ASSISTANT_SECTION);
  if (json === undefined) throw new AssistantError('the artifact has no assistant');
  const assistant: CompiledAssistant = JSON.parse(new TextDecoder().decode(json));
  if (assistant.schema !== 1)
    throw new AssistantError(`the artifact’s schema ${assistant.schema} is unknown`);
  // Newer code may need messages that an older version lacks.
  assistant.messages = { ...builtInMessages(assistant.languages), ...assistant.messages };
  const trained = trainedWith(sections, assistant.languages.supported);
  if (trained.languages.length > 0 && loaders.encoder !== undefined) checkEncoder(trained, loaders.encoder());
  const classifiers = new Map<string, Classifier>();
  const freeText = new Map<string, FreeTextModel>();
  const acts = new Map<string, ActReader>();
  const utterances = new Map<string, UtteranceIndex>();
  for (const language of assistant.languages.supported) {
    const reader = loaders.acts?.(language);
    if (reader !== undefined) acts.set(language, reader);
    const written = sections.get(utterancesSection(language));
    if (written !== undefined) utterances.set(language, loadUtterances(written));
    const bytes = sections.get(intentsSection(language));
    if (bytes === undefined) continue;
    const classifier = repairing(loaders.classifier(bytes, language), {
      assistant,
      language,
      acts: reader,
      index: utterances.get(language),
    });
    classifiers.set(language, classifier);
    const learned = sections.get(freeTextSection(language));
    if (learned !== undefined && loaders.freeText !== undefined)
      freeText.set(language, loaders.freeText(learned, classifier, language));
  }
  const embed: EmbedOf = (language) =>
    trained.languages.includes(language) ? loaders.embed?.(classifiers.get(language), language) : undefined;
  const faq = loadFaq(sections, { embed, comparer: loaders.comparer });
  const languages = sections.get(LANGUAGES_SECTION);
  const detector = languages === undefined ? {} : { detector: loadLanguageDetector(languages) };
  const learned = { classifiers, freeText, acts, utterances, ...detector };
  return { ...prepareAssistant(assistant, learned), faq, embed };
}

/**
 * Loads the collections of documents of an artifact and nothing else. Queries are searched for as they are written,
 * since their spelling is repaired by classifiers.
 * @throws {ArtifactError | OtherEncoder} as `loadAssistant`
 */
export function loadDocuments(
  artifact: Uint8Array,
  { encoder, embed: embedAs, comparer }: Pick<Loaders, 'encoder' | 'embed' | 'comparer'>,
): Faq {
  const sections = unpackArtifact(artifact);
  const json = sections.get(ASSISTANT_SECTION);
  if (json === undefined) throw new AssistantError('the artifact has no assistant');
  const { languages }: Pick<CompiledAssistant, 'languages'> = JSON.parse(new TextDecoder().decode(json));
  const trained = trainedWith(sections, languages.supported);
  if (trained.languages.length > 0 && encoder !== undefined) checkEncoder(trained, encoder());
  const embed: EmbedOf = (language) =>
    trained.languages.includes(language) ? embedAs?.(undefined, language) : undefined;
  return loadFaq(sections, { embed, comparer });
}

/** A version's encoder and the languages trained with it; none if only words were learned. */
function trainedWith(sections: ReadonlyMap<string, Uint8Array>, supported: readonly string[]): TrainedWith {
  const json = sections.get(ENCODER_SECTION);
  if (json !== undefined) return JSON.parse(new TextDecoder().decode(json));
  // A version without a named encoder uses the shipped one.
  const languages = supported.filter((language) => SHIPPED_ENCODER.languages.includes(language));
  return { ...SHIPPED_ENCODER, languages };
}

function checkEncoder(trained: TrainedWith, here: EncoderDescription): void {
  if (trained.id !== here.id) throw new OtherEncoder(trained, here);
}

/** The learned parts of an assistant. */
export type Learned = Partial<
  Pick<LoadedAssistant, 'classifiers' | 'freeText' | 'acts' | 'utterances' | 'detector'>
>;

/** Prepares an assistant like `loadAssistant`, from its compiled form and the available learned parts. */
export function prepareAssistant(
  assistant: CompiledAssistant,
  {
    classifiers = new Map(),
    freeText = new Map(),
    acts = new Map(),
    utterances = new Map(),
    detector,
  }: Learned,
): LoadedAssistant {
  const recognizers = new Map<string, Recognizer>();
  const recognizerOf = (entity: string, language: string): Recognizer => {
    const key = `${language} ${entity}`;
    let recognizer = recognizers.get(key);
    if (recognizer === undefined) {
      const names = spokenNamesOf(assistant, entity, language);
      recognizer = readOnce(withSpoken(entity, names, makeRecognizer(assistant, entity, language)));
      recognizers.set(key, recognizer);
    }
    return recognizer;
  };
  return {
    assistant,
    classifiers,
    freeText,
    acts,
    utterances,
    detector,
    states: new Map(Object.entries(assistant.states)),
    competencies: new Map(Object.entries(assistant.competencies)),
    recognizerOf,
  };
}

function makeRecognizer(assistant: CompiledAssistant, entity: string, language: string): Recognizer {
  const builtIn = builtInRecognizer(entity, assistant.currency);
  if (builtIn !== undefined) return builtIn;
  const declared = entityNamed(assistant, entity);
  if (declared?.pattern !== undefined) {
    const { source, ignoreCase, canonical } = declared.pattern;
    return patternRecognizer(source, ignoreCase, canonical ?? null);
  }
  return declared === undefined ? () => [] : gazetteerRecognizer(declared, language);
}
