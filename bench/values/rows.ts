import { readFileSync } from 'node:fs';

export const KINDS = ['date', 'date_range', 'time', 'number'] as const;
export type ValueKind = (typeof KINDS)[number];

/** A sentence and what it says of one kind. */
export interface ValueRow {
  language: string;
  kind: ValueKind;
  say: string;
  /** Those of `later` were written when the recognisers had been mended by those of `first`. */
  set: 'first' | 'later';
  /** True of the answer to a question for a value of the kind. */
  asked: boolean;
  /** What the value may be: `2026-12-11`, `2026-12-03/2026-12-06`, `19:30`, 2500. None where there is no such value. */
  is: (string | number)[];
}

/** The languages of the sentences. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'it'] as const;

/** Monday, 23 November 2026, half past ten in UTC: what every sentence is relative to. */
export const NOW = Date.UTC(2026, 10, 23, 10, 30);

export const readValueRows = (language: string): ValueRow[] =>
  readFileSync(new URL(`${language}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => ({ language, asked: false, ...JSON.parse(line) }));
