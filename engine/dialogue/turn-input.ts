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
  /** The unheard part of the conversation; absent if the user had heard everything. */
  unheard?: Unheard;
  /** The documents to which the FAQ search is limited. */
  faqFilters?: FaqFilters | undefined;
  /** The caller's own fields, for the business logic. */
  arbitraryFields: Readonly<Record<string, unknown>>;
}

/** The parts of the conversation that the user had not heard when sending a query. */
export interface Unheard {
  /** True if the last change of the open question was unheard: the query is no reply to the present question. */
  question: boolean;
  /** True if the last answer was unheard: a query with the same words as the last query is its repeat. */
  answer: boolean;
}
