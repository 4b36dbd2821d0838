import type { FaqFilters } from '../faq/document.ts';

/** One query as the engine reads it. */
export interface TurnInput {
  /** The query's id: identifies its business logic call and chooses among alternative texts. */
  qid: string;
  query: string;
  /** One of the assistant's languages; if the version detects languages, the answer may be in another. */
  language: string;
  device: string | null;
  lat: number | null;
  lon: number | null;
  /** Minutes from UTC, east positive; null counts as 0. */
  timeOffset: number | null;
  /** When the query arrived, in milliseconds since 1970: "tomorrow" is relative to it. */
  now: number;
  /** The institution, for business logic; null outside of a service. */
  institution: string | null;
  /** The application in which the conversation began (`env_name:app_name`); null for none. */
  application: string | null;
  externalUserId: string;
  aiVersion: string;
  dialog: string;
  sessionId: string;
  /** Identifies the turn; simultaneous queries at the same point of a conversation share it. Default `qid`. */
  turnKey?: string;
  /** The parts of the conversation that the user had not heard; absent if the user had heard everything. */
  unheard?: Unheard;
  /** The documents to which the FAQ search is limited. */
  faqFilters?: FaqFilters | undefined;
  /** The caller's own fields, for the business logic. */
  arbitraryFields: Readonly<Record<string, unknown>>;
}

/** The parts of the conversation that the user had not heard when sending a query. */
export interface Unheard {
  /**
   * True if the user had not heard the present question, or that the last one was closed. Then the query is no reply.
   */
  question: boolean;
  /** True if the user had not heard the last answer: the same words again are a repeat of the last query. */
  answer: boolean;
}
