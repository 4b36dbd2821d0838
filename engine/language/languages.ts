import type { RoleWords } from './change.ts';
import { GERMAN } from './de/index.ts';
import { ENGLISH } from './en/index.ts';
import { SPANISH } from './es/index.ts';
import { FRENCH } from './fr/index.ts';
import { ITALIAN } from './it/index.ts';
import { JAPANESE } from './ja/index.ts';
import type { Language } from './language.ts';
import { DUTCH } from './nl/index.ts';
import { PORTUGUESE } from './pt/index.ts';
import { unknownLanguage } from './unknown.ts';
import { CHINESE } from './zh/index.ts';

/** The languages that the engine knows. `training.ts` has what they are trained with. */
export const LANGUAGES: readonly Language[] = [
  ENGLISH,
  SPANISH,
  GERMAN,
  FRENCH,
  PORTUGUESE,
  ITALIAN,
  DUTCH,
  JAPANESE,
  CHINESE,
];

/** Its messages serve where a language has none, and the names of slots are mostly in it. */
export const DEFAULT_LANGUAGE: Language = ENGLISH;

const byCode = new Map(LANGUAGES.map((language) => [language.code, language]));

/** True of a language that has a folder here. */
export const isKnownLanguage = (code: string): boolean =>
  LANGUAGES.some((language) => language.code === code);

/** The knowledge of a language by its ISO 639-1 code; of one without a folder, what all languages share. */
export function languageOf(code: string): Language {
  let language = byCode.get(code);
  if (language === undefined) {
    language = unknownLanguage(code, DEFAULT_LANGUAGE.messages);
    byCode.set(code, language);
  }
  return language;
}

/** The same function, which makes what it makes of each language once, when that is first asked for. */
export function madeOnce<T>(make: (language: Language) => T): (language: Language) => T {
  const known = new WeakMap<Language, { made: T }>();
  return (language) => {
    let entry = known.get(language);
    if (entry === undefined) {
      entry = { made: make(language) };
      known.set(language, entry);
    }
    return entry.made;
  };
}

/** The names that slots of a role may have: in the language, and in English, in which slots are mostly named. */
export const roleNamesOf = ({ roles }: Language): readonly RoleWords[] =>
  roles === DEFAULT_LANGUAGE.roles ? [roles] : [roles, DEFAULT_LANGUAGE.roles];
