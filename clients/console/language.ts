import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { english } from './texts/en.ts';
import { spanish } from './texts/es.ts';
import type { Texts } from './texts/texts.ts';

/** The languages of the console. Conversations are shown in their own language. */
const LANGUAGES = { en: english, es: spanish } as const;
export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

const KEPT = 'parley-console-language';

export const isLanguage = (code: string): code is Language => Object.hasOwn(LANGUAGES, code);

/** The language that the user chose; otherwise the browser's first supported language; otherwise English. */
export function preferredLanguage(): Language {
  const wanted = [localStorage.getItem(KEPT) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2));
  return wanted.find(isLanguage) ?? 'en';
}

export const keepLanguage = (language: Language): void => localStorage.setItem(KEPT, language);

export const LanguageContext = createContext<Language>('en');

export const useLanguage = (): Language => useContext(LanguageContext);
export const useTexts = (): Texts => LANGUAGES[useLanguage()];

const RIGHT_TO_LEFT = ['ar', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'];

/** The text direction of a language. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.includes(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';
