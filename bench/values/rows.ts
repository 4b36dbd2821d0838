import { readFileSync } from 'node:fs';

export const KINDS = ['date', 'date_range', 'time', 'number'] as const;
/** The kinds of values, including those of the corpora. */
export const CORPUS_KINDS = [...KINDS, 'time_range', 'datetime', 'duration', 'ordinal', 'money'] as const;
export type ValueKind = (typeof CORPUS_KINDS)[number];

/** A phrase and its values of one kind. */
export interface ValueRow {
  language: string;
  kind: ValueKind;
  say: string;
  /** True if it answers a question for a value of the kind. */
  asked: boolean;
  /** The reference time in milliseconds since 1970: the speaker's local time as if it were UTC. */
  now: number;
  /**
   * The accepted values: `2026-12-11`, `2026-12-03/2026-12-06`, `19:30`, `15:00/16:00`, `2026-12-11T19:30`,
   * `2026-12-11T15:00/2026-12-11T16:00`, `PT90M`, `3.14 USD`, 2500. Empty if there is none.
   */
  is: (string | number)[];
}

/** A sentence of ours. */
export interface SentenceRow extends ValueRow {
  /** `later` rows were written after the recognisers had been improved on the `first` rows. */
  set: 'first' | 'later';
}

/** The languages of the sentences. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'it'] as const;

/** Monday, 23 November 2026, 10:30 UTC: the reference time of every sentence. */
const NOW = Date.UTC(2026, 10, 23, 10, 30);

export const readValueRows = (language: string): SentenceRow[] =>
  linesOf(`${language}.jsonl`).map((line) => ({ language, asked: false, now: NOW, ...JSON.parse(line) }));

/** @param path of a JSONL file, relative to this folder */
export const linesOf = (path: string): string[] =>
  readFileSync(new URL(path, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
