import type { Handoff, HandoffChange, Message } from '../handoffs/handoffs.ts';

/** What webhooks can be told of a conversation that was handed over. */
export const EVENT_TYPES = [
  'handoff.opened',
  'handoff.claimed',
  'message.created',
  'handoff.returned',
  'handoff.closed',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** A handoff as it was at an event. */
export type HandoffFacts = Pick<
  Handoff,
  | 'status'
  | 'reason'
  | 'since'
  | 'answerBy'
  | 'claim'
  | 'language'
  | 'versionId'
  | 'application'
  | 'competency'
  | 'state'
>;

/** An event of a conversation. It holds no words: those of a message are read when it is sent. */
export interface HandoffEvent {
  type: EventType;
  sessionId: string;
  /** Increases with each event of the conversation, not always by one. */
  order: number;
  /** Milliseconds since the epoch. */
  at: number;
  handoff: HandoffFacts;
  /** The number of the message. */
  sequence?: number;
}

/** More than a change can have events, so that those of the next change come after. */
const EVENTS_OF_A_CHANGE = 100;

/** The events of a change, in order: a conversation is opened before its messages, and closed after them. */
export function eventsOf({ next, previous, messages }: HandoffChange): HandoffEvent[] {
  if (next.status === 'told') return [];
  const told = messages.map(({ sequence }) => ({ type: 'message.created' as const, sequence }));
  const begun = startOf(next, previous);
  const ended = endOf(next, previous);
  return [...begun, ...told, ...ended].map((event, index) => ({
    ...event,
    sessionId: next.sessionId,
    order: next.revision * EVENTS_OF_A_CHANGE + index,
    at: next.lastAt,
    handoff: factsOf(next),
  }));
}

type Change = { type: EventType; sequence?: number }[];

function startOf(next: Handoff, previous: Handoff | undefined): Change {
  const wasOpen = previous?.status === 'waiting' || previous?.status === 'claimed';
  if (next.status === 'waiting') return wasOpen ? [] : [{ type: 'handoff.opened' }];
  if (next.status !== 'claimed' || next.claim?.userId === previous?.claim?.userId) return [];
  return [{ type: 'handoff.claimed' }];
}

function endOf(next: Handoff, previous: Handoff | undefined): Change {
  if (next.status === previous?.status) return [];
  if (next.status === 'returned') return [{ type: 'handoff.returned' }];
  return next.status === 'closed' ? [{ type: 'handoff.closed' }] : [];
}

const factsOf = (handoff: Handoff): HandoffFacts => ({
  status: handoff.status,
  reason: handoff.reason,
  since: handoff.since,
  answerBy: handoff.answerBy,
  ...(handoff.claim && { claim: handoff.claim }),
  language: handoff.language,
  versionId: handoff.versionId,
  ...(handoff.application !== undefined && { application: handoff.application }),
  competency: handoff.competency,
  state: handoff.state,
});

/** The same whenever an event is sent, so that its receiver can tell a repetition. */
export const eventId = ({ sessionId, order }: Pick<HandoffEvent, 'sessionId' | 'order'>): string =>
  `evt_${sessionId}_${order}`;

const iso = (at: number): string => new Date(at).toISOString();

/**
 * An event as its receiver gets it (Standard Webhooks: `type`, `timestamp`, `data`).
 * @param message of `message.created`
 */
export const eventBody = (
  { type, sessionId, order, at, handoff }: HandoffEvent,
  message: Message | undefined,
): Record<string, unknown> => ({
  type,
  timestamp: iso(at),
  data: {
    session_id: sessionId,
    order,
    handoff: {
      status: handoff.status,
      reason: handoff.reason,
      since: iso(handoff.since),
      answer_by: iso(handoff.answerBy),
      claimed_by: handoff.claim ? { user_id: handoff.claim.userId, name: handoff.claim.name } : null,
      language: handoff.language,
      ai_version: handoff.versionId,
      application: handoff.application ?? null,
      competency: handoff.competency,
      classifier_state: handoff.state,
    },
    ...(message && {
      message: {
        sequence: message.sequence,
        at: iso(message.at),
        from: message.from,
        name: message.name ?? null,
        user_id: message.userId ?? null,
        qid: message.qid ?? null,
        text: message.text,
      },
    }),
  },
});
