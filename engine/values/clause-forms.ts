import type { Language } from '../language/language.ts';
import type { ClauseForms } from '../text/clauses.ts';

/** The marks and words that separate clauses in a language. */
export const clauseForms = ({ sentences, time, yesNo }: Language): ClauseForms => ({
  joining: sentences.joining,
  also: sentences.also,
  replies: [...yesNo.yes, ...yesNo.no],
  dotOrdinals: time.dotOrdinals,
});

const NO_WORDS: readonly string[] = [];

/** Like {@link clauseForms}, but only marks separate clauses. */
export const markedClauseForms = (language: Language): ClauseForms => ({
  ...clauseForms(language),
  joining: NO_WORDS,
});
