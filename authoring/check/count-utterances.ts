import type { AuthoredAssistant } from '../read.ts';

/**
 * The number of utterances to train classifiers on, in all languages of the assistant, including those out of
 * scope.
 */
export function countUtterances({ assistant, competencies }: AuthoredAssistant): number {
  if (assistant === null) return 0;
  const { languages, out_of_scope } = assistant.form;
  const learned = [
    ...competencies.flatMap(({ form }) => Object.values(form.states).map(({ utterances }) => utterances)),
    out_of_scope.utterances,
  ];
  return languages.supported.reduce(
    (sum, language) => sum + learned.reduce((some, texts) => some + (texts?.[language]?.length ?? 0), 0),
    0,
  );
}
