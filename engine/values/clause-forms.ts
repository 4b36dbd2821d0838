import type { Language } from '../language/language.ts';
import type { ClauseForms } from '../text/clauses.ts';

/** The marks and words by which clauses of a language are told apart. */
export const clauseForms = ({ sentences, time }: Language): ClauseForms => ({
  joining: sentences.joining,
  dotOrdinals: time.dotOrdinals,
});

const NO_WORDS: readonly string[] = [];

/** The same where only marks part them: "the first one, it's for my sister and me" has two. */
export const markedClauseForms = (language: Language): ClauseForms => ({
  ...clauseForms(language),
  joining: NO_WORDS,
});
