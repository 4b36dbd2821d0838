import type { AnswerPhrases } from './answers.ts';
import type { RelativeWords, RoleWords, WordsOfChange, WordsOfKinds, WordsOfSentences } from './change.ts';
import type { ValueInflection } from './inflection.ts';
import type { Messages } from './messages.ts';
import type { MoneyWords } from './money.ts';
import type { Numbers } from './numbers.ts';
import type { PeopleWords } from './people.ts';
import type { SearchWords } from './search.ts';
import type { TimeWords } from './time.ts';
import type { UnspacedWriting } from './unspaced.ts';

/**
 * A language's knowledge for answering queries. Each language has a folder beside this file, whose `index.ts` assembles
 * the parts; a missing part is a type error.
 */
export interface Language {
  /** ISO 639-1. */
  readonly code: string;
  readonly messages: Messages;
  readonly change: WordsOfChange;
  readonly roles: RoleWords;
  readonly relative: RelativeWords;
  readonly sentences: WordsOfSentences;
  readonly kinds: WordsOfKinds;
  /** How words take endings; null if they take none. */
  readonly inflection: ValueInflection | null;
  /** Verbs with an attached pronoun that refers back: "desbloquéala"; null if the language has none. */
  readonly pointingVerbs: RegExp | null;
  /**
   * Matches normalised text that begins with a pronoun referring back: "das nehm ich"; null if word order does not show
   * it.
   */
  readonly pointingOrder: RegExp | null;
  /** Names for yes and no in an author's list of values. */
  readonly yesNo: { readonly yes: readonly string[]; readonly no: readonly string[] };
  /** Words that add nothing to a value: articles, prepositions, politeness. */
  readonly connecting: ReadonlySet<string>;
  readonly answers: AnswerPhrases;
  readonly search: SearchWords;
  readonly numbers: Numbers;
  readonly money: MoneyWords;
  readonly people: PeopleWords;
  readonly time: TimeWords;
  /** Contractions and interjections in lower case, which are not typos. */
  readonly spoken: ReadonlySet<string>;
  /** How to find words without spaces; null if the language writes spaces. */
  readonly unspaced: UnspacedWriting | null;
}
