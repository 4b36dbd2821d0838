import { unpackArtifact } from './artifact.ts';
import type { CompiledAssistant, CompiledCompetency, CompiledState } from './assistant.ts';
import type { Classifier } from './classifier.ts';
import { completeAssistant } from './complete.ts';
import { loadNgrams } from './ngrams/index.ts';
import { builtInRecognizer } from './slots/built-in.ts';
import { gazetteerRecognizer } from './slots/gazetteer.ts';
import { patternRecognizer } from './slots/pattern.ts';
import type { Recognizer } from './slots/recognizer.ts';

/** The artifact's sections: `assistant` (JSON) and, per language, the classifier's own bytes. */
export const ASSISTANT_SECTION = 'assistant';
export const intentsSection = (language: string): string => `intents.${language}`;

/** A version ready to answer. Holds no conversation: one serves all of them. */
export interface LoadedAssistant {
  assistant: CompiledAssistant;
  /** By language. */
  classifiers: ReadonlyMap<string, Classifier>;
  states: ReadonlyMap<string, CompiledState>;
  competencies: ReadonlyMap<string, CompiledCompetency>;
  recognizerOf: (entity: string, language: string) => Recognizer;
}

/** Reads the classifier of one `intents.<language>` section. */
export type LoadClassifier = (bytes: Uint8Array) => Classifier;

/** An artifact that the engine cannot serve. */
export class AssistantError extends Error {
  override name = 'AssistantError';
}

/**
 * Makes an artifact ready to answer.
 * @throws {ArtifactError | AssistantError} where the bytes are no artifact or not one of this engine
 */
export function loadAssistant(
  artifact: Uint8Array,
  loadClassifier: LoadClassifier = loadNgrams,
): LoadedAssistant {
  // Classifiers use their sections in place, which must be aligned in memory as they are in the artifact.
  const sections = unpackArtifact(artifact.byteOffset % 16 === 0 ? artifact : Uint8Array.from(artifact));
  const json = sections.get(ASSISTANT_SECTION);
  if (json === undefined) throw new AssistantError('the artifact has no assistant');
  const assistant: CompiledAssistant = JSON.parse(new TextDecoder().decode(json));
  if (assistant.schema !== 1)
    throw new AssistantError(`the artifact’s schema ${assistant.schema} is unknown`);
  const classifiers = new Map<string, Classifier>();
  for (const language of assistant.languages.supported) {
    const bytes = sections.get(intentsSection(language));
    if (bytes !== undefined) classifiers.set(language, loadClassifier(bytes));
  }
  return prepareAssistant(assistant, classifiers);
}

/** As `loadAssistant`, of a compiled assistant and classifiers that are at hand. */
export function prepareAssistant(
  compiled: CompiledAssistant,
  classifiers: ReadonlyMap<string, Classifier>,
): LoadedAssistant {
  const assistant = completeAssistant(compiled);
  const recognizers = new Map<string, Recognizer>();
  return {
    assistant,
    classifiers,
    states: new Map(Object.entries(assistant.states)),
    competencies: new Map(Object.entries(assistant.competencies)),
    recognizerOf: (entity, language) => {
      const key = `${language} ${entity}`;
      let recognizer = recognizers.get(key);
      if (recognizer === undefined) {
        recognizer = makeRecognizer(assistant, entity, language);
        recognizers.set(key, recognizer);
      }
      return recognizer;
    },
  };
}

function makeRecognizer(assistant: CompiledAssistant, entity: string, language: string): Recognizer {
  const builtIn = builtInRecognizer(entity, assistant.currency);
  if (builtIn !== undefined) return builtIn;
  const own = Object.hasOwn(assistant.entities, entity) ? assistant.entities[entity] : undefined;
  if (own?.pattern !== undefined) return patternRecognizer(own.pattern.source, own.pattern.ignoreCase);
  return own === undefined ? () => [] : gazetteerRecognizer(own, language);
}
