import type { CompiledAssistant } from '../engine/assistant.ts';
import type { TrainingExample } from '../engine/classify/classifier.ts';
import type { FaqDocument, FaqSettings } from '../engine/faq/document.ts';
import type { FreeTextExamples } from '../engine/train/free-text.ts';
import { checkAssistant } from './check.ts';
import { freeTextExamples } from './compile-free-text.ts';
import { compileGraph } from './compile-graph.ts';
import { AuthoringError, formatFinding } from './findings.ts';
import type { AssistantFile } from './forms/assistant-file.ts';
import type { CompetencyFile } from './forms/competency-file.ts';
import type { AssistantSources, AuthoredAssistant } from './read.ts';
import { parseUtterance } from './utterance.ts';

/** An assistant ready for training. */
export interface Compilation {
  assistant: CompiledAssistant;
  /** The classifiers' training examples by language, without annotations. */
  examples: Record<string, TrainingExample[]>;
  /** Examples for free-text slots by language; empty if there are no such slots. */
  freeText: Record<string, FreeTextExamples>;
  faq: CompiledCollection[];
  /** The author's files, which are stored with the version. */
  sources: AssistantSources;
}

/** A collection to index. */
export interface CompiledCollection {
  settings: FaqSettings;
  documents: FaqDocument[];
}

/**
 * Compiles an assistant. Deterministic.
 * @throws {AuthoringError} if the check finds errors
 */
export function compileAssistant(authored: AuthoredAssistant): Compilation {
  const errors = checkAssistant(authored).filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first !== undefined || authored.assistant === null) {
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
    throw new AuthoringError(`the assistant has errors: ${first && formatFinding(first)}${more}`, errors);
  }
  const file = authored.assistant.form;
  const competencies = authored.competencies.map(({ form }) => form);
  return {
    assistant: compileGraph(file, authored),
    examples: Object.fromEntries(
      file.languages.supported.map((language) => [language, examplesOf(file, competencies, language)]),
    ),
    freeText: freeTextExamples(authored),
    faq: collectionsOf(file, authored),
    sources: authored.files,
  };
}

const collectionsOf = ({ faq }: AssistantFile, authored: AuthoredAssistant): CompiledCollection[] =>
  (faq ?? []).map(({ collection, top_k, threshold }) => ({
    settings: { collection, topK: top_k, threshold: threshold ?? null },
    documents: (authored.faq.find(({ name }) => name === collection)?.documents ?? []).map(
      ({ document }) => document,
    ),
  }));

function examplesOf(
  file: AssistantFile,
  competencies: readonly CompetencyFile[],
  language: string,
): TrainingExample[] {
  const examples: TrainingExample[] = [];
  for (const { states } of competencies) {
    for (const [label, { utterances }] of Object.entries(states)) {
      for (const source of utterances?.[language] ?? [])
        examples.push({ text: parseUtterance(source).text, label });
    }
  }
  for (const text of file.out_of_scope.utterances?.[language] ?? []) examples.push({ text, label: null });
  return examples;
}
