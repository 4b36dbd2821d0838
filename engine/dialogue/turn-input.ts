import type { FaqFilters } from '../faq/document.ts';

/** One query as the engine reads it. */
export interface TurnInput {
  /** The query's id: names the call of the business logic and picks among alternative texts. */
  qid: string;
  query: string;
  /** One of the assistant's supported languages; a version that detects languages may answer in another of them. */
  language: string;
  device: string | null;
  lat: number | null;
  lon: number | null;
  /** Minutes from UTC, east positive; null counts as 0. */
  timeOffset: number | null;
  /** When the query came, in milliseconds since 1970: what "tomorrow" is relative to. */
  now: number;
  /** Whose the conversation is, for the business logic; null where it is tried outside of a service. */
  institution: string | null;
  /** The application (`env_name:app_name`) that the conversation began with; null where it began without. */
  application: string | null;
  externalUserId: string;
  aiVersion: string;
  dialog: string;
  sessionId: string;
  /** Names the turn, whoever takes it: two queries that meet at one place of a conversation have the same. Default `qid`. */
  turnKey?: string;
  /** The documents that the FAQ collections are narrowed to. */
  faqFilters?: FaqFilters | undefined;
  /** The caller's own fields, for the business logic. */
  arbitraryFields: Readonly<Record<string, unknown>>;
}
