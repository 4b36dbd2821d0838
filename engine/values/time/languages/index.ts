import type { Vocabulary } from '../vocabulary.ts';
import { GERMAN } from './de.ts';
import { ENGLISH } from './en.ts';
import { SPANISH } from './es.ts';
import { FRENCH } from './fr.ts';
import { ITALIAN } from './it.ts';
import { PORTUGUESE } from './pt.ts';

const BY_LANGUAGE: ReadonlyMap<string, Vocabulary> = new Map([
  ['en', ENGLISH],
  ['es', SPANISH],
  ['de', GERMAN],
  ['fr', FRENCH],
  ['pt', PORTUGUESE],
  ['it', ITALIAN],
]);

/** A language's words for dates and times, or null where it has none here: only dates in digits are read. */
export const temporalVocabulary = (language: string): Vocabulary | null => BY_LANGUAGE.get(language) ?? null;
