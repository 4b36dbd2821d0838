import type { Language } from '../language/language.ts';
import type { ClauseForms } from '../text/clauses.ts';

/** What clauses of a language are told by. */
export const clauseForms = ({ sentences, time }: Language): ClauseForms => ({
  joining: sentences.joining,
  dotOrdinals: time.dotOrdinals,
});
