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

/** All supported languages. `training.ts` has their training rows. */
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

/** The fallback for missing messages. Slot names are usually in this language. */
export const DEFAULT_LANGUAGE: Language = ENGLISH;

const byCode = new Map(LANGUAGES.map((language) => [language.code, language]));

/** True if the language has a folder here. */
export const isKnownLanguage = (code: string): boolean =>
  LANGUAGES.some((language) => language.code === code);

/** The language for an ISO 639-1 code; without a folder, only what all languages share. */
export function languageOf(code: string): Language {
  let language = byCode.get(code);
  if (language === undefined) {
    language = unknownLanguage(code, DEFAULT_LANGUAGE);
    byCode.set(code, language);
  }
  return language;
}

/** Caches what a function derives from each language. */
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

/** The slot names of each role, in the language and in English. */
export const roleNamesOf = ({ roles }: Language): readonly RoleWords[] =>
  roles === DEFAULT_LANGUAGE.roles ? [roles] : [roles, DEFAULT_LANGUAGE.roles];
