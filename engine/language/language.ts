import * as de from './de/change.ts';
import * as en from './en/change.ts';
import * as es from './es/change.ts';
import type { RelativeWords, RoleWords, WordsOfChange, WordsOfSentences } from './words-of-change.ts';

/** What the engine knows of a language. */
export interface Language {
  code: string;
  change: WordsOfChange;
  roles: RoleWords;
  /** The same, and that of English, in which slots are mostly named. */
  roleNames: readonly RoleWords[];
  relative: RelativeWords;
  sentences: WordsOfSentences;
  /** How a list names its yes and no, where an author has such a list. */
  yesNo: { yes: readonly string[]; no: readonly string[] };
  /** Words that say nothing by themselves beside a value: articles, prepositions, politeness. */
  connecting: ReadonlySet<string>;
}

type Parts = Omit<Language, 'code' | 'roleNames' | 'connecting'> & { connecting: readonly string[] };

const of = (code: string, parts: Parts): Language => ({
  code,
  ...parts,
  connecting: new Set(parts.connecting),
  roleNames: parts.roles === en.roles ? [en.roles] : [parts.roles, en.roles],
});

const ENGLISH = of('en', en);
const LANGUAGES = new Map([
  ['en', ENGLISH],
  ['de', of('de', de)],
  ['es', of('es', es)],
]);

export const languageOf = (code: string): Language => LANGUAGES.get(code) ?? ENGLISH;
