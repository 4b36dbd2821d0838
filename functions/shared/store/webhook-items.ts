import * as z from 'zod/mini';
import { HANDOFF_STATUSES, type HandoffChange } from '../domain/handoffs/handoffs.ts';
import { EVENT_TYPES, eventsOf, type HandoffEvent } from '../domain/webhooks/events.ts';
import { optionalSetting } from './environment.ts';
import type { TransactItems } from './transact.ts';

/** The partition of an institution's events that are not yet queued for its webhooks. */
export const eventPartition = (institution: string): string => `${institution}#webhook-events`;

/** The prefix of the sort keys of events, by which the table's stream selects them. */
export const WEBHOOK_EVENT = 'webhook-event#';

/** Zero-padded, so that a conversation's events sort as text. */
export const eventSortKey = ({ sessionId, order }: Pick<HandoffEvent, 'sessionId' | 'order'>): string =>
  `${WEBHOOK_EVENT}${sessionId}#${String(order).padStart(12, '0')}`;

/** Events expire after a day, when the messages of most conversations are deleted too. */
const KEPT_SECONDS = 86_400;

const facts = z.object({
  status: z.enum(HANDOFF_STATUSES),
  reason: z.string(),
  since: z.number(),
  answerBy: z.number(),
  claim: z.exactOptional(z.object({ userId: z.string(), name: z.string() })),
  language: z.string(),
  versionId: z.string(),
  application: z.exactOptional(z.string()),
  competency: z.string(),
  state: z.string(),
});

/** An event's attributes, in its own item and in a webhook's queue. */
export const eventShape = z.object({
  type: z.enum(EVENT_TYPES),
  session_id: z.string(),
  order: z.number(),
  at: z.number(),
  handoff: z.string(),
  sequence: z.optional(z.number()),
});

export function readEvent(item: unknown): HandoffEvent {
  const { session_id, handoff, sequence, ...event } = eventShape.parse(item);
  return {
    ...event,
    sessionId: session_id,
    handoff: facts.parse(JSON.parse(handoff)),
    ...(sequence !== undefined && { sequence }),
  };
}

export const eventAttributes = ({ type, sessionId, order, at, handoff, sequence }: HandoffEvent) => ({
  type,
  session_id: sessionId,
  order,
  at,
  handoff: JSON.stringify(handoff),
  sequence,
  expires_at: Math.ceil(at / 1000) + KEPT_SECONDS,
});

/** Writes a change's events in the transaction of the change; none if the deployment has no webhooks. */
export function eventWrites(TableName: string, change: HandoffChange): TransactItems {
  if (optionalSetting('WEBHOOKS') === undefined) return [];
  const pk = eventPartition(change.next.institution);
  return eventsOf(change).map((event) => ({
    Put: { TableName, Item: { pk, sk: eventSortKey(event), ...eventAttributes(event) } },
  }));
}
