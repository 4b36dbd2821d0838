import { keyedDigest } from '../query/dialog.ts';
import type { UnhandledQuery } from './conversation-views.ts';

/** The unit of a dismissal: a phrase with its outcome, language and slot. */
export type DismissedPhrase = Pick<UnhandledQuery, 'outcome' | 'language' | 'slot' | 'query'>;

/** Stores which phrases an institution has dismissed, without their words. */
export interface DismissalStore {
  /** @param now milliseconds since the epoch */
  dismiss(institution: string, phrases: readonly DismissedPhrase[], now: number): Promise<void>;
  restore(institution: string, phrases: readonly DismissedPhrase[]): Promise<void>;
}

/** Port for reading. */
export interface DismissalReader {
  /** @param now milliseconds since the epoch */
  dismissedOf(institution: string, now: number): Promise<(phrase: DismissedPhrase) => boolean>;
}

const PHRASE_CHARACTERS = 200;

/** A query as a phrase: without surrounding spaces, and no more than its first 200 UTF-16 code units. */
export const phraseOf = (query: string): string =>
  query.trim().slice(0, PHRASE_CHARACTERS).trimEnd().toWellFormed();

/** Identifies a phrase without its words, ignoring case and surrounding spaces. */
export const phraseDigest = (
  deploymentKey: Uint8Array,
  institution: string,
  { outcome, language, slot, query }: DismissedPhrase,
): string => {
  const parts = [institution, outcome, language, slot ?? '', phraseOf(query).toLowerCase()];
  return keyedDigest(deploymentKey, 'parley dismissed phrase', ...parts).toString('base64url');
};
