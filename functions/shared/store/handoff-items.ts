import * as z from 'zod/mini';
import {
  HANDOFF_STATUSES,
  type Handoff,
  type HandoffChange,
  type HandoffLine,
  OWNED_LIFETIME_MS,
  type SealedMessage,
  SPEAKERS,
  type TypingSign,
} from '../domain/handoffs/handoffs.ts';
import { messagesPointer, personPartition, sessionPartition } from './conversation-items.ts';
import type { TransactItems } from './transact.ts';
import { eventWrites } from './webhook-items.ts';

/** The partition of an institution's handoffs. */
export const handoffPartition = (institution: string): string => `${institution}#handoffs`;

/** The partition with a line for each handoff that is waiting or claimed, so that a list reads no others. */
export const openHandoffPartition = (institution: string): string => `${institution}#handoffs#open`;

/** Sorts by the time of the handover. @param since epoch milliseconds; lines keep 13 digits of it */
export const openHandoffKey = ({
  institution,
  since,
  sessionId,
}: Pick<Handoff, 'institution' | 'since' | 'sessionId'>) => ({
  pk: openHandoffPartition(institution),
  sk: `${String(since).padStart(13, '0')}#${sessionId}`,
});

/** True if people own the conversation. */
export const isOpen = ({ status }: Pick<Handoff, 'status'>): boolean =>
  status === 'waiting' || status === 'claimed';

export const handoffKey = ({ institution, sessionId }: Pick<Handoff, 'institution' | 'sessionId'>) => ({
  pk: handoffPartition(institution),
  sk: sessionId,
});

export const MESSAGE = 'message#';

/** Sorts after all messages, so that a read of the latest messages includes it. */
export const TYPING = `${MESSAGE}typing`;

const typingItem = z.object({ name: z.string(), until: z.number(), sequence: z.number() });

export const readTyping = (item: unknown): TypingSign => typingItem.parse(item);

/** Zero-padded to ten digits, so that messages sort as text. */
export const messageSortKey = (sequence: number): string => `${MESSAGE}${String(sequence).padStart(10, '0')}`;

const lineItem = z.object({
  session_id: z.string(),
  sequence: z.number(),
  status: z.enum(HANDOFF_STATUSES),
  reason: z.string(),
  since_at: z.number(),
  answer_by_at: z.number(),
  when_nobody: z.enum(['wait', 'back']),
  nobody_told: z.optional(z.boolean()),
  claim: z.optional(z.object({ user_id: z.string(), name: z.string() })),
  queue: z.optional(z.string()),
  language: z.string(),
  ai_version: z.string(),
  application: z.optional(z.string()),
  competency: z.string(),
  state: z.string(),
  last_at: z.number(),
  ends_at: z.number(),
});

const handoffItem = z.extend(z.omit(lineItem, { session_id: true }), {
  sk: z.string(),
  session_key: z.string(),
  revision: z.number(),
  keep_days: z.optional(z.number()),
  held: z.instanceof(Uint8Array),
});

const messageItem = z.object({
  sk: z.string(),
  at: z.number(),
  from: z.enum(SPEAKERS),
  name: z.optional(z.string()),
  user_id: z.optional(z.string()),
  qid: z.optional(z.string()),
  words: z.instanceof(Uint8Array),
});

export function readHandoff(institution: string, item: unknown): Handoff {
  const read = handoffItem.parse(item);
  return {
    ...toLine({ ...read, session_id: read.sk }),
    institution,
    sessionKey: read.session_key,
    revision: read.revision,
    ...(read.keep_days === undefined ? {} : { keepDays: read.keep_days }),
    held: read.held,
  };
}

export const readHandoffLine = (item: unknown): HandoffLine => toLine(lineItem.parse(item));

function toLine(read: z.output<typeof lineItem>): HandoffLine {
  return {
    sessionId: read.session_id,
    sequence: read.sequence,
    status: read.status,
    reason: read.reason,
    since: read.since_at,
    answerBy: read.answer_by_at,
    whenNobody: read.when_nobody,
    ...(read.nobody_told && { isNobodyTold: true }),
    ...(read.claim && { claim: { userId: read.claim.user_id, name: read.claim.name } }),
    ...(read.queue === undefined ? {} : { queue: read.queue }),
    language: read.language,
    versionId: read.ai_version,
    ...(read.application === undefined ? {} : { application: read.application }),
    competency: read.competency,
    state: read.state,
    lastAt: read.last_at,
    endsAt: read.ends_at,
  };
}

export function readMessage(item: unknown): SealedMessage {
  const { sk, at, from, name, user_id, qid, words } = messageItem.parse(item);
  return {
    sequence: Number(sk.slice(MESSAGE.length)),
    at,
    from,
    ...(name === undefined ? {} : { name }),
    ...(user_id === undefined ? {} : { userId: user_id }),
    ...(qid === undefined ? {} : { qid }),
    sealed: words,
  };
}

const DAY_SECONDS = 86_400;

/** The writes of a change. The handoff is written only if its revision is still the one that was read. */
export function handoffWrites(TableName: string, change: HandoffChange): TransactItems {
  const { next, previous, messages, people } = change;
  const expires_at = Math.ceil((next.lastAt + OWNED_LIFETIME_MS) / 1000);
  const line = {
    sequence: next.sequence,
    status: next.status,
    reason: next.reason,
    since_at: next.since,
    answer_by_at: next.answerBy,
    when_nobody: next.whenNobody,
    nobody_told: next.isNobodyTold,
    claim: next.claim && { user_id: next.claim.userId, name: next.claim.name },
    queue: next.queue,
    language: next.language,
    ai_version: next.versionId,
    application: next.application,
    competency: next.competency,
    state: next.state,
    last_at: next.lastAt,
    ends_at: next.endsAt,
    expires_at,
  };
  const handoff = {
    ...line,
    ...handoffKey(next),
    session_key: next.sessionKey,
    revision: next.revision,
    keep_days: next.keepDays,
    held: next.held,
  };
  const kept_until = Math.max(expires_at, Math.ceil(next.lastAt / 1000) + (next.keepDays ?? 0) * DAY_SECONDS);
  const unchanged =
    previous === undefined
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          ConditionExpression: 'revision = :revision',
          ExpressionAttributeValues: { ':revision': previous.revision },
        };
  const { institution, sessionId } = next;
  return [
    { Put: { TableName, Item: handoff, ...unchanged } },
    ...openLine(TableName, line, change),
    ...messages.map((message) => ({
      Put: {
        TableName,
        Item: {
          pk: sessionPartition(institution, sessionId),
          sk: messageSortKey(message.sequence),
          at: message.at,
          from: message.from,
          name: message.name,
          user_id: message.userId,
          qid: message.qid,
          words: message.sealed,
          expires_at: kept_until,
        },
      },
    })),
    ...people.map((person) => ({
      Put: {
        TableName,
        Item: {
          pk: personPartition(institution, person),
          sk: messagesPointer(sessionId),
          expires_at: kept_until,
        },
      },
    })),
    ...eventWrites(TableName, change),
  ];
}

/** Keeps the line of an open handoff, and deletes the line of one that is no longer open. */
function openLine(TableName: string, line: object, { next, previous }: HandoffChange): TransactItems {
  const lasts = isOpen(next);
  const replaced = previous !== undefined && isOpen(previous) && !(lasts && previous.since === next.since);
  return [
    ...(replaced ? [{ Delete: { TableName, Key: openHandoffKey(previous) } }] : []),
    ...(lasts
      ? [{ Put: { TableName, Item: { ...line, ...openHandoffKey(next), session_id: next.sessionId } } }]
      : []),
  ];
}
