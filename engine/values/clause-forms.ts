import { madeOnce } from '../language/languages.ts';
import type { ClauseForms } from '../text/clauses.ts';

/** The marks and words that separate clauses in a language. */
export const clauseForms = madeOnce(
  ({ sentences: { joining, joiningWithin }, time: { dotOrdinals }, yesNo }): ClauseForms => ({
    joining,
    joiningWithin,
    replies: [...yesNo.yes, ...yesNo.no],
    dotOrdinals,
  }),
);

const NO_WORDS: readonly string[] = [];

/** Like {@link clauseForms}, but only marks separate clauses. */
export const markedClauseForms = madeOnce(
  (language): ClauseForms => ({ ...clauseForms(language), joining: NO_WORDS }),
);
