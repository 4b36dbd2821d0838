import { readFileSync } from 'node:fs';

export const KINDS = ['date', 'date_range', 'time', 'number'] as const;
/** The kinds of values, those of the corpora too. */
export const CORPUS_KINDS = [...KINDS, 'time_range', 'datetime', 'duration', 'ordinal', 'money'] as const;
export type ValueKind = (typeof CORPUS_KINDS)[number];

/** A phrase and what it says of one kind. */
export interface ValueRow {
  language: string;
  kind: ValueKind;
  say: string;
  /** True of the answer to a question for a value of the kind. */
  asked: boolean;
  /**
   * The moment that a value is relative to, in milliseconds since 1970: the clock of whoever says it, told as that of
   * UTC.
   */
  now: number;
  /**
   * The values that it may be: `2026-12-11`, `2026-12-03/2026-12-06`, `19:30`, `15:00/16:00`, `2026-12-11T19:30`,
   * `2026-12-11T15:00/2026-12-11T16:00`, `PT90M`, `3.14 USD`, 2500. None where there is no such value.
   */
  is: (string | number)[];
}

/** A sentence of ours. */
export interface SentenceRow extends ValueRow {
  /** The set: rows of `later` were written when the recognisers had been mended by those of `first`. */
  set: 'first' | 'later';
}

/** The languages of the sentences. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'it'] as const;

/** Monday, 23 November 2026, half past ten in UTC: what every sentence is relative to. */
const NOW = Date.UTC(2026, 10, 23, 10, 30);

export const readValueRows = (language: string): SentenceRow[] =>
  linesOf(`${language}.jsonl`).map((line) => ({ language, asked: false, now: NOW, ...JSON.parse(line) }));

/** @param path of a JSONL file, from this folder */
export const linesOf = (path: string): string[] =>
  readFileSync(new URL(path, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
