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
  /** What of the conversation its user had not heard when the query was sent; absent where that was all of it. */
  unheard?: Unheard;
  /** The documents that the FAQ collections are narrowed to. */
  faqFilters?: FaqFilters | undefined;
  /** The caller's own fields, for the business logic. */
  arbitraryFields: Readonly<Record<string, unknown>>;
}

/** The part of a conversation that was on its way to a user, or not even said, when a query was sent. */
export interface Unheard {
  /** The question that is awaited now, or that nothing is awaited any more: the query is no reply to it. */
  question: boolean;
  /** The last answer: a query with the words of the last one is its repeat. */
  answer: boolean;
}
