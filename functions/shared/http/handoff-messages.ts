import * as z from 'zod/mini';
import {
  HANDOFF_STATUSES,
  type HandoffLine,
  MAX_MESSAGE,
  type Message,
  SPEAKERS,
} from '../domain/handoffs/handoffs.ts';

const send = (what: string) => ({ error: `send ${what}` });
const TEXT = `a text of 1 to ${MAX_MESSAGE} characters`;

/** Text that is well-formed and not empty. */
const text = z.string(send(TEXT)).check(
  z.maxLength(MAX_MESSAGE, `send ${TEXT}`),
  z.refine((words) => words.trim() !== '' && words.isWellFormed() && !words.includes('\0'), `send ${TEXT}`),
);

const NAME = 'a name of 1 to 64 characters, as the end user sees it';
const name = z.string(send(NAME)).check(
  z.maxLength(64, `send ${NAME}`),
  z.refine((said) => said.trim() !== '' && said.isWellFormed() && !/\p{Cc}/u.test(said), `send ${NAME}`),
);

const SLOT = 'the names of slots in snake_case with texts of up to 1,024 characters';
const slots = z
  .record(
    z.string().check(z.regex(/^[a-z][a-z0-9_]{0,63}$/, `send ${SLOT}`)),
    z.string(send(SLOT)).check(z.maxLength(1024, `send ${SLOT}`)),
    send(SLOT),
  )
  .check(z.refine((given) => Object.keys(given).length <= 50, 'send at most 50 slots'));

/** A message sent by business logic. */
export const tellRequest = z.object({
  /** The conversation's dialog, as business-logic calls name it. */
  dialog: z.string(send('the dialog')),
  text,
});

export const tellResponse = z.object({
  session_id: z.string(),
  /** The message's number. */
  sequence: z.number(),
});

/** An action of a person in a conversation. */
export const actRequest = z.discriminatedUnion(
  'action',
  [
    z.object({
      action: z.literal('claim'),
      name,
      /** True takes the conversation over from another person. */
      take_over: z.optional(z.boolean(send('true or false'))),
    }),
    /** Shows the end user for some seconds that the person is typing. */
    z.object({ action: z.literal('typing') }),
    z.object({ action: z.literal('answer'), text }),
    /** The end user never sees a note. */
    z.object({ action: z.literal('note'), text }),
    z.object({
      action: z.literal('hand_back'),
      /** Values for slots of the competency in progress. */
      slots: z.optional(slots),
      text: z.optional(text),
    }),
    z.object({ action: z.literal('close'), text: z.optional(text) }),
  ],
  send('claim, typing, answer, note, hand_back or close as action'),
);

const message = z.object({
  /** Increases with each message of the conversation. */
  sequence: z.number(),
  at: z.string(),
  from: z.enum(SPEAKERS),
  /** The name under which a person answers. */
  name: z.nullable(z.string()),
  text: z.string(),
});

export const messagesResponse = z.object({
  session_id: z.string(),
  /** Who answers the next query. */
  owner: z.enum(['assistant', 'people']),
  /** The name of the person who has claimed the conversation. */
  person: z.nullable(z.string()),
  /** True while that person is typing. */
  typing: z.boolean(),
  messages: z.array(message),
  /**
   * Seconds until the next attempt, if the request did not wait because too many of the institution's requests
   * already wait; null otherwise.
   */
  ask_after_seconds: z.nullable(z.number()),
  /** The value for `after` of the next request. */
  cursor: z.string(),
});

const handoff = z.object({
  session_id: z.string(),
  status: z.enum(HANDOFF_STATUSES),
  /** Why the conversation was handed over: a state, the user's wish, business logic or failed turns. */
  reason: z.string(),
  since: z.string(),
  /** When a person should have claimed it by. */
  answer_by: z.string(),
  claimed_by: z.nullable(
    z.object({
      user_id: z.string(),
      name: z.string(),
      /** True if this is the user of the request's credential. */
      is_you: z.boolean(),
    }),
  ),
  /** The queue that the author declared for it. */
  queue: z.nullable(z.string()),
  language: z.string(),
  ai_version: z.string(),
  application: z.nullable(z.string()),
  /** The competency and state that handed the conversation over. */
  competency: z.string(),
  classifier_state: z.string(),
  last_at: z.string(),
  ends_at: z.string(),
  /** The number of the conversation's last message. */
  sequence: z.number(),
});

export const actResponse = handoff;

export const handoffsResponse = z.object({
  handoffs: z.array(handoff),
  next_cursor: z.optional(z.string()),
});

export const handoffResponse = z.extend(handoff, {
  /** The slots filled at the handover, in the format of answers, without sensitive slots. */
  slots: z.record(z.string(), z.unknown()),
  /** The slots that may be set when handing back, without sensitive slots. */
  slot_names: z.array(z.string()),
  /** True if the conversation log has the turns before the handover, with their words. */
  logged: z.boolean(),
  messages: z.array(
    z.extend(message, {
      /** The user of the person's credential. */
      user_id: z.nullable(z.string()),
      /** The query that was passed on to people. */
      qid: z.nullable(z.string()),
    }),
  ),
  /**
   * Seconds until the next attempt, if the request did not wait because too many of the institution's requests
   * already wait; null otherwise.
   */
  ask_after_seconds: z.nullable(z.number()),
  /** The value for `after` of the next request. */
  cursor: z.string(),
});

/** Passages of documents that may answer the end user's last message. */
export const suggestionsResponse = z.object({
  /** The number of the message that the passages may answer; null if the user has said nothing. */
  sequence: z.nullable(z.number()),
  /** Best first. */
  suggestions: z.array(
    z.object({
      title: z.string(),
      collection: z.string(),
      /** The document's file or address. */
      source: z.string(),
      /** The passage as plain text. */
      text: z.string(),
      /** 0 to 1. */
      score: z.number(),
    }),
  ),
});

const iso = (at: number): string => new Date(at).toISOString();

export const toMessage = ({ sequence, at, from, name, text }: Message): z.output<typeof message> => ({
  sequence,
  at: iso(at),
  from,
  name: name ?? null,
  text,
});

/** @param userId the user of the request's credential */
export const toHandoff = (read: HandoffLine, userId: string): z.output<typeof handoff> => ({
  session_id: read.sessionId,
  status: read.status,
  reason: read.reason,
  since: iso(read.since),
  answer_by: iso(read.answerBy),
  claimed_by: read.claim
    ? { user_id: read.claim.userId, name: read.claim.name, is_you: read.claim.userId === userId }
    : null,
  queue: read.queue ?? null,
  language: read.language,
  ai_version: read.versionId,
  application: read.application ?? null,
  competency: read.competency,
  classifier_state: read.state,
  last_at: iso(read.lastAt),
  ends_at: iso(read.endsAt),
  sequence: read.sequence,
});
