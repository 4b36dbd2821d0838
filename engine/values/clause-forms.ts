import { madeOnce } from '../language/languages.ts';
import type { ClauseForms } from '../text/clauses.ts';

/** The marks and words that separate clauses in a language. */
export const clauseForms = madeOnce(
  ({
    sentences: { joining, joiningWithin },
    time: { dotOrdinals, phrases },
    yesNo,
    search,
  }): ClauseForms => ({
    joining,
    joiningWithin,
    replies: [...yesNo.yes, ...yesNo.no],
    dotOrdinals,
    // "Am 2. Tag" is no sentence of its own.
    opening: new Set(
      [...search.stopWords].filter((word) => !phrases.get(word)?.some(({ kind }) => kind === 'unit')),
    ),
  }),
);

const NO_WORDS: readonly string[] = [];

/** Like {@link clauseForms}, but only marks separate clauses. */
export const markedClauseForms = madeOnce(
  (language): ClauseForms => ({ ...clauseForms(language), joining: NO_WORDS }),
);
