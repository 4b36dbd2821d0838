import type { Handoff, HandoffChange, Message } from '../handoffs/handoffs.ts';

/** The events of a handed-over conversation that webhooks can receive. */
export const EVENT_TYPES = [
  'handoff.opened',
  'handoff.claimed',
  'message.created',
  'handoff.returned',
  'handoff.closed',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The facts of a handoff at the time of an event. */
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

/** An event of a conversation. It contains no words: a message's text is read when the event is sent. */
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

/** More than the number of events of any change, so that the next change's events get higher numbers. */
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

/** The event's id, the same in every attempt, so that the receiver recognises repetitions. */
export const eventId = ({ sessionId, order }: Pick<HandoffEvent, 'sessionId' | 'order'>): string =>
  `evt_${sessionId}_${order}`;

const iso = (at: number): string => new Date(at).toISOString();

/**
 * The body of an event for its receiver (Standard Webhooks: `type`, `timestamp`, `data`).
 * @param message the message of a `message.created` event
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
