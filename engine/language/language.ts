import type { AnswerPhrases } from './answers.ts';
import type { RelativeWords, RoleWords, WordsOfChange, WordsOfKinds, WordsOfSentences } from './change.ts';
import type { Messages } from './messages.ts';
import type { MoneyWords } from './money.ts';
import type { Numbers } from './numbers.ts';
import type { PeopleWords } from './people.ts';
import type { SearchWords } from './search.ts';
import type { TimeWords } from './time.ts';
import type { UnspacedWriting } from './unspaced.ts';

/**
 * All that the engine knows of a language when it answers. Each language is a folder of its own beside this file, whose
 * `index.ts` puts its parts together; a part that is missing is a type error.
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
  /** Verbs with a pronoun at their end, which means what was spoken of: "desbloquéala"; null where there are none. */
  readonly pointingVerbs: RegExp | null;
  /** Normalised text in which what was spoken of comes first: "das nehm ich"; null where there is no such order. */
  readonly pointingOrder: RegExp | null;
  /** The names that a list gives its yes and its no, where an author has such a list. */
  readonly yesNo: { readonly yes: readonly string[]; readonly no: readonly string[] };
  /** Words that say nothing by themselves beside a value: articles, prepositions, politeness. */
  readonly connecting: ReadonlySet<string>;
  readonly answers: AnswerPhrases;
  readonly search: SearchWords;
  readonly numbers: Numbers;
  readonly money: MoneyWords;
  readonly people: PeopleWords;
  readonly time: TimeWords;
  /** Words in lower case as they are spoken and typed: short forms and interjections. They are no slips. */
  readonly spoken: ReadonlySet<string>;
  /** The rules by which its words are found where no spaces part them; null of a language that writes spaces. */
  readonly unspaced: UnspacedWriting | null;
}
