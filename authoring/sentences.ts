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
  marks: readonly MarkedValue[];
}

/** A marked value in a sentence. */
export interface MarkedValue {
  slot: string;
  /** A built-in or the author's own entity; undefined if the competency does not declare the slot. */
  entity: string | undefined;
  /** Positions in the sentence's text. */
  start: number;
  end: number;
}

/** The utterances of an assistant, including those out of scope, and the questions of its documents. */
export function sentencesOf({ assistant, competencies, faq }: AuthoredAssistant): Sentence[] {
  if (assistant === null) return [];
  const { languages, out_of_scope } = assistant.form;
  const labels = [
    ...competencies.flatMap(({ form: { states, slots } }) =>
      Object.entries(states).map(([wanted, { utterances }]) => ({ wanted, utterances, slots })),
    ),
    { wanted: OUT_OF_SCOPE, utterances: out_of_scope.utterances, slots: undefined },
  ];
  const utterances = labels.flatMap(({ wanted, utterances, slots }) =>
    languages.supported.flatMap((language) =>
      (utterances?.[language] ?? []).map((source) => {
        const { text, annotations } = parseUtterance(source);
        const marks = annotations.map((mark) => ({ ...mark, entity: slots?.[mark.slot]?.entity }));
        return { text, language, kind: 'utterance' as const, wanted, marks };
      }),
    ),
  );
  const questions = faq.flatMap(({ documents }) =>
    documents.flatMap(({ document: { title, questions, language } }) =>
      (questions ?? []).map((text) => ({
        text,
        language: language ?? languages.default,
        kind: 'question' as const,
        wanted: title,
        marks: [],
      })),
    ),
  );
  return [...utterances, ...questions];
}
