import type { FaqFilters } from '../faq/document.ts';

/** A query as the engine receives it. */
export interface TurnInput {
  /** The query's id, used in business-logic calls and to pick among alternative texts. */
  qid: string;
  query: string;
  /** One of the assistant's languages; a version with language detection may answer in another. */
  language: string;
  device: string | null;
  lat: number | null;
  lon: number | null;
  /** Minutes from UTC, east positive; null counts as 0. */
  timeOffset: number | null;
  /** When the query arrived, in milliseconds since 1970; "tomorrow" counts from here. */
  now: number;
  /** The conversation's institution, for the business logic; null outside a service. */
  institution: string | null;
  /** The application (`env_name:app_name`) that started the conversation, or null. */
  application: string | null;
  externalUserId: string;
  aiVersion: string;
  dialog: string;
  sessionId: string;
  /** The turn's key: two queries at the same point of a conversation share it. Default `qid`. */
  turnKey?: string;
  /** The part of the conversation that the user had not heard when sending the query; absent if none. */
  unheard?: Unheard;
  /** The filter on the FAQ collections' documents. */
  faqFilters?: FaqFilters | undefined;
  /** The caller's fields for the business logic. */
  arbitraryFields: Readonly<Record<string, unknown>>;
}

/** The parts of a conversation not yet delivered when a query was sent. */
export interface Unheard {
  /** True if the open question, or its end, was not heard: the query does not reply to it. */
  question: boolean;
  /** True if the last answer was not heard: a query equal to the last one is its repeat. */
  answer: boolean;
}
