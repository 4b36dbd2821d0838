import type { FaqFilters } from '../faq/document.ts';

/** One query as the engine reads it. */
export interface TurnInput {
  /** The query's id: identifies its business logic call and chooses among alternative texts. */
  qid: string;
  query: string;
  /** One of the assistant's supported languages; a version that detects languages may answer in another of them. */
  language: string;
  device: string | null;
  lat: number | null;
  lon: number | null;
  /** Minutes from UTC, east positive; null counts as 0. */
  timeOffset: number | null;
  /** When the query arrived, in milliseconds since 1970: "tomorrow" is relative to it. */
  now: number;
  /** The conversation's institution and user, for business logic; null if tried outside of a service. */
  institution: string | null;
  /** The application in which the conversation began (`env_name:app_name`); null for none. */
  application: string | null;
  externalUserId: string;
  aiVersion: string;
  dialog: string;
  sessionId: string;
  /** Identifies the turn: two simultaneous queries at the same point of a conversation have the same. Default `qid`. */
  turnKey?: string;
  /** What the user had not yet heard when the query was sent; absent if nothing. */
  unheard?: Unheard;
  /** The documents to which the FAQ search is limited. */
  faqFilters?: FaqFilters | undefined;
  /** The caller's own fields, for the business logic. */
  arbitraryFields: Readonly<Record<string, unknown>>;
}

/** What was on its way to the user, or not yet said, when a query was sent. */
export interface Unheard {
  /** The open question, or that none is open any more: the query does not reply to it. */
  question: boolean;
  /** The last answer: a query with the same words as the last one is its repeat. */
  answer: boolean;
}
