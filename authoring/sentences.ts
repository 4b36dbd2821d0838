import { OUT_OF_SCOPE } from '../engine/assistant.ts';
import type { AuthoredAssistant } from './read.ts';
import { parseUtterance } from './utterance.ts';

/** A sentence of an assistant and its expected result. */
export interface Sentence {
  text: string;
  language: string;
  kind: 'utterance' | 'question';
  /** A label, `out_of_scope`, or the title of a document. */
  wanted: string;
}

/** The utterances of an assistant, including those out of scope, and the questions of its documents. */
export function sentencesOf({ assistant, competencies, faq }: AuthoredAssistant): Sentence[] {
  if (assistant === null) return [];
  const { languages, out_of_scope } = assistant.form;
  const labels = [
    ...competencies.flatMap(({ form }) => Object.entries(form.states)),
    [OUT_OF_SCOPE, out_of_scope] as const,
  ];
  const utterances = labels.flatMap(([wanted, { utterances }]) =>
    languages.supported.flatMap((language) =>
      (utterances?.[language] ?? []).map((source) => ({
        text: parseUtterance(source).text,
        language,
        kind: 'utterance' as const,
        wanted,
      })),
    ),
  );
  const questions = faq.flatMap(({ documents }) =>
    documents.flatMap(({ document: { title, questions, language } }) =>
      (questions ?? []).map((text) => ({
        text,
        language: language ?? languages.default,
        kind: 'question' as const,
        wanted: title,
      })),
    ),
  );
  return [...utterances, ...questions];
}
