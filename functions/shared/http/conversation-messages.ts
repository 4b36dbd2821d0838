import * as z from 'zod/mini';
import type { ReadFeedback, ReadTurn, SessionLine } from '../domain/conversations/conversation-views.ts';
import {
  LISTED_OUTCOMES,
  RATINGS,
  SESSION_OUTCOMES,
  TURN_OUTCOMES,
  type WordsKept,
} from '../domain/conversations/conversations.ts';
import type { Insight } from '../domain/conversations/insights.ts';
import { maskNumbers } from '../domain/conversations/masking.ts';
import type { SearchPage } from '../domain/conversations/search-turns.ts';
import type { UnhandledGroup } from '../domain/conversations/unhandled-groups.ts';
import { type Message, SPEAKERS } from '../domain/handoffs/handoffs.ts';
import { explanation } from '../domain/query/query-answer.ts';
import { isUuid } from '../domain/versions/versions.ts';

const uuid = z.string({ error: 'send a UUID' }).check(z.refine(isUuid, { error: 'send a UUID' }));

const MAX_FEEDBACK_WORDS = 1000;

/** Feedback on a turn if `qid` is set, otherwise on the session. */
export const feedbackRequest = z.object({
  session_id: uuid,
  qid: z.optional(z.nullable(uuid)),
  rating: z.enum(RATINGS, { error: 'send good or bad' }),
  words: z.optional(
    z.nullable(
      z
        .string({ error: 'send a text' })
        .check(z.maxLength(MAX_FEEDBACK_WORDS, `send at most ${MAX_FEEDBACK_WORDS} characters`)),
    ),
  ),
});

export const feedbackResponse = z.object({
  session_id: z.string(),
  /** Null for feedback on the session. */
  qid: z.nullable(z.string()),
  rating: z.enum(RATINGS),
  /** False if there were no words, or the version keeps none. */
  words_kept: z.boolean(),
});

const sessionLine = z.object({
  session_id: z.string(),
  ai_version: z.string(),
  application: z.nullable(z.string()),
  language: z.string(),
  began_at: z.string(),
  last_at: z.string(),
  /** True if a query could still continue it. */
  open: z.boolean(),
  turns: z.number(),
  /** Turns that were not understood or out of scope. */
  unhandled: z.number(),
  outcome: z.enum(SESSION_OUTCOMES),
  competencies: z.array(z.string()),
});

export const conversationsResponse = z.object({
  conversations: z.array(sessionLine),
  /**
   * The value for `cursor` of the next request; absent on the last page. A filtered page may be empty and still have
   * a cursor.
   */
  next_cursor: z.optional(z.string()),
});

const feedback = z.object({
  rating: z.enum(RATINGS),
  words: z.nullable(z.string()),
  at: z.string(),
});

const turn = z.object({
  qid: z.string(),
  /** The number of the turn within the session, from 1. */
  ordinal: z.number(),
  at: z.string(),
  language: z.string(),
  device: z.nullable(z.string()),
  outcome: z.enum(TURN_OUTCOMES),
  competency: z.string(),
  classifier_state: z.string(),
  intent: z.nullable(z.string()),
  milliseconds: z.number(),
  business_logic: z.nullable(z.object({ status: z.string(), milliseconds: z.number() })),
  /** Null if the version keeps no words, or if the query may contain a sensitive value. */
  query: z.nullable(z.string()),
  speakable_response: z.nullable(z.string()),
  formatted_response: z.nullable(z.string()),
  slots: z.record(z.string(), z.array(z.unknown())),
  explanation: z.nullable(explanation),
  feedback: z.nullable(feedback),
});

/** The turns that contain a text. */
export const searchResponse = z.object({
  found: z.array(
    z.object({
      session_id: z.string(),
      qid: z.string(),
      at: z.string(),
      application: z.nullable(z.string()),
      language: z.string(),
      outcome: z.enum(TURN_OUTCOMES),
      said_by: z.enum(['user', 'assistant']),
      /** The text as the log keeps it; from over 300 characters, only the part around the match. */
      excerpt: z.string(),
    }),
  ),
  /** How many sessions this page has read. */
  searched: z.number(),
  /** The value for `cursor` of the next request; absent if the whole period is searched. */
  next_cursor: z.optional(z.string()),
});

/** A session as a file for an assistant's folder, and how many of its turns must be completed by hand. */
export const conversationTestResponse = z.object({
  session_id: z.string(),
  /** The path of the file in the folder. */
  path: z.string(),
  /** YAML. */
  text: z.string(),
  /** Turns whose query is masked in part or not kept. */
  masked: z.number(),
  /** Turns in which business logic answered: the log does not have its answer. */
  unanswered: z.number(),
});

export const conversationResponse = z.object({
  session_id: z.string(),
  ai_version: z.string(),
  application: z.nullable(z.string()),
  began_at: z.string(),
  turns: z.array(turn),
  /** Feedback on the session as a whole. */
  feedback: z.nullable(feedback),
  /**
   * On the first page: the messages of people and business logic, as far as the log keeps them, and the queries
   * passed on to people.
   */
  messages: z.optional(
    z.array(
      z.object({
        sequence: z.number(),
        at: z.string(),
        from: z.enum(SPEAKERS),
        /** The name under which a person answered. */
        name: z.nullable(z.string()),
        /** Sensitive values are masked. Null if the version's log keeps no words. */
        text: z.nullable(z.string()),
      }),
    ),
  ),
  next_cursor: z.optional(z.string()),
});

const percentiles = z.nullable(z.object({ p50: z.number(), p99: z.number() }));
const counts = z.record(z.string(), z.number());

const insight = z.object({
  sessions: z.number(),
  turns: z.number(),
  session_outcomes: counts,
  turn_outcomes: counts,
  competencies: counts,
  languages: counts,
  feedback: counts,
  /** Share of contained sessions, 0…1; null without sessions. */
  containment: z.nullable(z.number()),
  /** Time from a query's arrival to its answer; up to a fifth too high. */
  milliseconds: percentiles,
  business_logic: z.object({ calls: z.number(), failed: z.number(), milliseconds: percentiles }),
});

/** A session counts on the UTC day on which it began. */
export const insightsResponse = z.object({
  days: z.array(z.extend(insight, { day: z.string() })),
  total: insight,
  /** Made-up sessions (`parley demo traffic`), which count only if their application is requested. */
  made_up: z.array(z.object({ application: z.string(), sessions: z.number() })),
});

export const unhandledResponse = z.object({
  groups: z.array(
    z.object({
      /** Why its queries are listed. `corrected`: the next turn took the query back or asked it again. */
      outcome: z.enum(LISTED_OUTCOMES),
      language: z.string(),
      /** The slot whose value was refused or not read, or null. */
      slot: z.nullable(z.string()),
      /** The assistant's most frequent question before these queries; null if unknown. */
      question: z.nullable(z.string()),
      /** Counts by UTC day, the earliest first. */
      days: z.array(z.object({ day: z.string(), count: z.number() })),
      /** The latest turns, latest first. The number is null in the log of an earlier release. */
      turns: z.array(
        z.object({
          session_id: z.string(),
          qid: z.string(),
          ordinal: z.nullable(z.number()),
          at: z.string(),
        }),
      ),
      count: z.number(),
      /** An estimate where there are more than 63. */
      sessions: z.number(),
      /** How many of the queries are from made-up sessions (`parley demo traffic`). */
      made_up: z.number(),
      examples: z.array(z.string()),
      nearest: z.array(z.object({ label: z.string(), probability: z.number() })),
      last_at: z.string(),
    }),
  ),
  /**
   * Queries not listed because they were dismissed; with `dismissed=true`, those not listed because they were not
   * dismissed.
   */
  left_out: z.number(),
  /** The number of grouped queries; these are the latest of the requested days. */
  grouped: z.number(),
  /** False if there were too many queries to group all of them. */
  complete: z.boolean(),
});

const MAX_DISMISSED = 100;
const MAX_QUERY = 4096;
const send = (what: string) => ({ error: `send ${what}` });

/** Phrases of one group. */
export const dismissalRequest = z.object({
  outcome: z.enum(LISTED_OUTCOMES, send(`one of ${LISTED_OUTCOMES.join(', ')}`)),
  language: z.string(send('a text')).check(z.maxLength(35, 'send at most 35 characters')),
  slot: z.optional(
    z.nullable(z.string(send('a text')).check(z.maxLength(128, 'send at most 128 characters'))),
  ),
  queries: z
    .array(
      z.string(send('texts')).check(z.maxLength(MAX_QUERY, `send at most ${MAX_QUERY} characters each`)),
      send('a list of texts'),
    )
    .check(z.minLength(1, 'send at least one'), z.maxLength(MAX_DISMISSED, `send at most ${MAX_DISMISSED}`)),
  /** False puts them back on the list. */
  dismissed: z.optional(z.boolean(send('true or false'))),
});

export const dismissalResponse = z.object({ dismissed: z.boolean(), queries: z.number() });

export const toSearch = ({ found, searched }: SearchPage): z.output<typeof searchResponse> => ({
  found: found.map(({ turn, saidBy, excerpt }) => ({
    session_id: turn.sessionId,
    qid: turn.qid,
    at: iso(turn.at),
    application: turn.application ?? null,
    language: turn.language,
    outcome: turn.outcome,
    said_by: saidBy,
    excerpt,
  })),
  searched,
});

const iso = (at: number): string => new Date(at).toISOString();

export const toSessionLine = (line: SessionLine, now: number): z.output<typeof sessionLine> => ({
  session_id: line.sessionId,
  ai_version: line.versionId,
  application: line.application ?? null,
  language: line.language,
  began_at: iso(line.beganAt),
  last_at: iso(line.lastAt),
  open: now < line.endsAt,
  turns: line.turns,
  unhandled: line.unhandled,
  outcome: line.outcome,
  competencies: line.competencies,
});

const toFeedback = (given: ReadFeedback | undefined): z.output<typeof feedback> | null =>
  given === undefined ? null : { rating: given.rating, words: given.words ?? null, at: iso(given.at) };

/** @param first a turn of the session */
export function toConversation(
  first: ReadTurn,
  turns: readonly ReadTurn[],
  given: readonly ReadFeedback[],
  said?: readonly Message[],
): Omit<z.output<typeof conversationResponse>, 'next_cursor'> {
  return {
    session_id: first.sessionId,
    ai_version: first.versionId,
    application: first.application ?? null,
    began_at: iso(first.beganAt),
    turns: turns.map((turn) => toTurn(turn, toFeedback(given.find(({ qid }) => qid === turn.qid)))),
    feedback: toFeedback(given.find(({ qid }) => qid === undefined)),
    ...(said && { messages: said.map((message) => toSaid(message, first.keeps)) }),
  };
}

const toSaid = ({ sequence, at, from, name, text }: Message, keeps: WordsKept | undefined) => ({
  ...{ sequence, at: iso(at), from, name: name ?? null },
  text: keeps === 'whole' ? text : keeps === 'masked' ? maskNumbers(text) : null,
});

const toTurn = (read: ReadTurn, given: z.output<typeof feedback> | null): z.output<typeof turn> => ({
  qid: read.qid,
  ordinal: read.ordinal,
  at: iso(read.at),
  language: read.language,
  device: read.device,
  outcome: read.outcome,
  competency: read.competency,
  classifier_state: read.state,
  intent: read.intent,
  milliseconds: read.milliseconds,
  business_logic: read.businessLogic ?? null,
  query: read.words?.query ?? null,
  speakable_response: read.words?.spoken ?? null,
  formatted_response: read.words?.shown ?? null,
  slots: read.words?.slots ?? {},
  explanation: read.words?.explanation ?? null,
  feedback: given,
});

export const toInsight = (read: Insight): z.output<typeof insight> => ({
  sessions: read.sessions,
  turns: read.turns,
  session_outcomes: read.sessionOutcomes,
  turn_outcomes: read.turnOutcomes,
  competencies: read.competencies,
  languages: read.languages,
  feedback: read.feedback,
  containment: read.containment,
  milliseconds: read.milliseconds,
  business_logic: read.businessLogic,
});

export const toGroup = ({ lastAt, madeUp, turns, ...group }: UnhandledGroup) => ({
  ...group,
  turns: turns.map(({ sessionId, at, ...turn }) => ({ session_id: sessionId, ...turn, at: iso(at) })),
  made_up: madeUp,
  last_at: iso(lastAt),
});
