import type { Channel } from '../channels/channel.ts';
import type { DeploymentKey } from '../deployment-key.ts';
import { ParleyError } from '../errors.ts';
import { type Handoff, type Message, openText, type SealedMessage } from '../handoffs/handoffs.ts';
import { eventBody, eventId, type HandoffEvent } from './events.ts';
import {
  type ChatwootDesk,
  hasChannel,
  hasChatwoot,
  hasSlack,
  openWebhook,
  type SlackDesk,
  type Webhook,
  type WebhookStore,
} from './webhooks.ts';

/** An event on its way to a webhook. */
export interface Delivery {
  webhookId: string;
  event: HandoffEvent;
  /** Failed attempts so far. */
  attempts: number;
  /** How many parts of its message have been sent to a channel; default 0. */
  sent?: number;
  /** When it may be attempted, in milliseconds since the epoch. */
  nextAt: number;
}

/** Stores events until they are delivered. All reads are strongly consistent. */
export interface DeliveryQueue {
  /** Some events that are not yet on their way, of each conversation in order from its first. */
  events(institution: string, most: number): Promise<HandoffEvent[]>;
  /** Puts an event on its way to webhooks and forgets it. @returns false if it was on its way already */
  spread(institution: string, event: HandoffEvent, webhookIds: readonly string[]): Promise<boolean>;
  /**
   * Some of a webhook's deliveries, of each conversation in order from its first.
   * @param page.from leaves out the conversations whose id sorts before it
   */
  pending(institution: string, webhookId: string, page: { most: number; from?: string }): Promise<Delivery[]>;
  retryLater(institution: string, delivery: Delivery): Promise<void>;
  forget(institution: string, delivery: Delivery): Promise<void>;
  /**
   * Lets one process at a time deliver to a webhook.
   * @returns false if another one does; that one then looks again before it ends
   */
  begin(institution: string, webhookId: string, until: number, now: number): Promise<boolean>;
  /** @returns false if somebody has asked for another look meanwhile, which is then no longer asked for */
  endUnlessAsked(institution: string, webhookId: string): Promise<boolean>;
  end(institution: string, webhookId: string): Promise<void>;
  /** The message of an event; undefined if it was erased or has expired. */
  message(
    place: Pick<Handoff, 'institution' | 'sessionId'>,
    sequence: number,
  ): Promise<SealedMessage | undefined>;
}

/** What became of one attempt. */
export type Attempt =
  | { delivered: true; status: number }
  | {
      delivered: false;
      reason: string;
      /** How many parts of a message in several have been sent. */
      sent?: number;
      /** How long the receiver asks to be left alone. */
      retryAfterMs?: number;
      /** True if another attempt would fail too. */
      isFinal?: boolean;
    };

/** Posts a signed body. It never throws. */
export type SendEvent = (
  webhook: Pick<Webhook, 'url' | 'secrets'>,
  id: string,
  body: string,
) => Promise<Attempt>;

export interface DeliveryDependencies {
  queue: DeliveryQueue;
  webhooks: Pick<WebhookStore, 'list'>;
  deploymentKey: DeploymentKey;
  send: SendEvent;
  /** Writes events to Slack. */
  toSlack: (
    institution: string,
    webhook: Webhook & { slack: SlackDesk },
    event: HandoffEvent,
    message: Message | undefined,
  ) => Promise<Attempt>;
  /** Writes events to Chatwoot. */
  toChatwoot: (
    institution: string,
    webhook: Webhook & { chatwoot: ChatwootDesk },
    event: HandoffEvent,
    message: Message | undefined,
  ) => Promise<Attempt>;
  /**
   * Says to the users of a channel what people say.
   * @param parts how many have been sent, and what to call after each further one
   */
  toChannel: (
    institution: string,
    webhook: Webhook & Channel,
    event: HandoffEvent,
    message: Message | undefined,
    parts: { sent: number; keep: (sent: number) => Promise<void> },
  ) => Promise<Attempt>;
  now: () => number;
  /** Told of an event that will not be sent again. */
  givenUp: (facts: { institution: string; webhookId: string; type: string; reason: string }) => void;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The waits after each failed attempt; after the last one an event is given up. */
export const RETRY_AFTER_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  8 * HOUR_MS,
];

/** Conversations whose events are sent to a webhook at the same time. */
const CONCURRENCY = 4;

/** How many events or deliveries are read at a time, so that a look costs no more the more there are. */
export const PAGE = 100;

/**
 * Where a second page of deliveries begins, if nothing in the first one is due: somewhere else every second, so that
 * conversations that wait for their next attempt, however many, do not hide the others for long. Ids of conversations
 * begin with hexadecimal digits, and so do lines of channels.
 */
export const startAt = (now: number): string =>
  (Math.floor(now / SECOND_MS) % 256).toString(16).padStart(2, '0');

/** After so many failures in one run, the rest waits for the next run. */
const FAILURES_OF_A_RUN = 3;

/** How long a run may go on, and how long its claim lasts if it dies. */
const RUN_MS = 45 * SECOND_MS;
const CLAIM_MS = 90 * SECOND_MS;

/** Puts an institution's new events on their way. @returns the webhooks that have something to get now */
export async function spreadEvents(
  { queue, webhooks, now }: Pick<DeliveryDependencies, 'queue' | 'webhooks' | 'now'>,
  institution: string,
): Promise<string[]> {
  const listed = await webhooks.list(institution);
  for (let full = true; full; ) {
    const events = await queue.events(institution, PAGE);
    for (const event of events) {
      const wanting = listed.filter(({ events }) => events.includes(event.type));
      const ids = wanting.map(({ id }) => id);
      await queue.spread(institution, event, ids);
    }
    full = events.length === PAGE;
  }
  const due = listed.map(async ({ id }) => {
    const { lines } = await readDue({ queue, now }, institution, id);
    return lines.length > 0 ? [id] : [];
  });
  return (await Promise.all(due)).flat();
}

/** Reads a page, or two if nothing in the first one is due. @returns also the deliveries of each conversation that is due */
async function readDue(
  { queue, now }: Pick<DeliveryDependencies, 'queue' | 'now'>,
  institution: string,
  webhookId: string,
): Promise<{ pending: Delivery[]; lines: Delivery[][] }> {
  const first = await queue.pending(institution, webhookId, { most: PAGE });
  const lines = dueOf(first, now());
  if (lines.length > 0 || first.length < PAGE) return { pending: first, lines };
  const other = await queue.pending(institution, webhookId, { most: PAGE, from: startAt(now()) });
  return { pending: first, lines: dueOf(other, now()) };
}

/** The deliveries of each conversation whose first one is due: the others wait for it. */
const dueOf = (pending: readonly Delivery[], now: number): Delivery[][] =>
  [...Map.groupBy(pending, ({ event }) => event.sessionId).values()].filter(
    ([first]) => first !== undefined && first.nextAt <= now,
  );

/**
 * Sends a webhook what is due. Of each conversation, events are sent in order, each only after the one before was
 * taken or given up; a conversation whose event failed waits, and holds up no other.
 */
export async function deliverTo(
  deps: DeliveryDependencies,
  institution: string,
  webhookId: string,
): Promise<void> {
  const { queue, now } = deps;
  const until = now() + RUN_MS;
  if (!(await queue.begin(institution, webhookId, now() + CLAIM_MS, now()))) return;
  for (let next = await deliverDue(deps, institution, webhookId, until); next !== 'stop'; ) {
    if (now() >= until) break;
    if (next === 'done' && (await queue.endUnlessAsked(institution, webhookId))) return;
    next = await deliverDue(deps, institution, webhookId, until);
  }
  await queue.end(institution, webhookId);
}

/** @returns `more` if there may be more that is due, `stop` if nothing more should be sent in this run */
async function deliverDue(
  deps: DeliveryDependencies,
  institution: string,
  webhookId: string,
  until: number,
): Promise<'done' | 'more' | 'stop'> {
  const { queue, now } = deps;
  const { pending, lines } = await readDue(deps, institution, webhookId);
  if ((await currentWebhook(deps, institution, webhookId)) === undefined) {
    await Promise.all(pending.map((delivery) => queue.forget(institution, delivery)));
    return pending.length === PAGE ? 'more' : 'stop';
  }
  const someDue = lines.length > 0;
  let failures = 0;
  let removed = false;
  const mayGoOn = () => !removed && failures < FAILURES_OF_A_RUN && now() < until;
  const worker = async () => {
    for (let line = lines.shift(); line !== undefined && mayGoOn(); line = lines.shift()) {
      // Read for each conversation: it may have been removed, or a secret retired, since the run began.
      const webhook = await currentWebhook(deps, institution, webhookId);
      if (webhook === undefined) {
        removed = true;
        return;
      }
      for (const delivery of line) {
        if (!mayGoOn() || !(await attempt(deps, institution, webhook, delivery))) {
          failures += 1;
          break;
        }
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  // What is on its way to a webhook that was removed meanwhile is forgotten by the next look.
  if (removed) return 'more';
  if (!mayGoOn()) return 'stop';
  return someDue && pending.length === PAGE ? 'more' : 'done';
}

/** A webhook as it is kept now; undefined if it was removed. */
export async function currentWebhook(
  { webhooks, deploymentKey }: Pick<DeliveryDependencies, 'webhooks' | 'deploymentKey'>,
  institution: string,
  webhookId: string,
): Promise<Webhook | undefined> {
  const kept = (await webhooks.list(institution)).find(({ id }) => id === webhookId);
  return kept && openWebhook(institution, kept, await deploymentKey());
}

function sendEvent(
  {
    send,
    toSlack,
    toChatwoot,
    toChannel,
  }: Pick<DeliveryDependencies, 'send' | 'toSlack' | 'toChatwoot' | 'toChannel'>,
  institution: string,
  webhook: Webhook,
  event: HandoffEvent,
  message: Message | undefined,
  parts: Parameters<DeliveryDependencies['toChannel']>[4],
): Promise<Attempt> {
  if (hasSlack(webhook)) return toSlack(institution, webhook, event, message);
  if (hasChatwoot(webhook)) return toChatwoot(institution, webhook, event, message);
  if (hasChannel(webhook)) return toChannel(institution, webhook, event, message, parts);
  return send(webhook, eventId(event), JSON.stringify(eventBody(event, message)));
}

/** @returns true if the next event of the conversation may follow */
async function attempt(
  { queue, deploymentKey, now, givenUp, ...senders }: DeliveryDependencies,
  institution: string,
  webhook: Webhook,
  delivery: Delivery,
): Promise<boolean> {
  const { event, attempts } = delivery;
  const message = await messageOf({ queue, deploymentKey }, institution, event);
  if (message === 'gone') {
    await queue.forget(institution, delivery);
    return true;
  }
  const parts = {
    sent: delivery.sent ?? 0,
    keep: (sent: number) => queue.retryLater(institution, { ...delivery, sent }),
  };
  const outcome = await sendEvent(senders, institution, webhook, event, message, parts);
  if (outcome.delivered) {
    await queue.forget(institution, delivery);
    return true;
  }
  const wait = RETRY_AFTER_MS[attempts];
  if (wait === undefined || outcome.isFinal) {
    givenUp({ institution, webhookId: webhook.id, type: event.type, reason: outcome.reason });
    await queue.forget(institution, delivery);
    return true;
  }
  const asked = Math.min(outcome.retryAfterMs ?? 0, HOUR_MS);
  const nextAt = now() + Math.max(wait, asked);
  await queue.retryLater(institution, {
    ...delivery,
    attempts: attempts + 1,
    nextAt,
    ...(outcome.sent !== undefined && { sent: outcome.sent }),
  });
  return false;
}

async function messageOf(
  { queue, deploymentKey }: Pick<DeliveryDependencies, 'queue' | 'deploymentKey'>,
  institution: string,
  { sessionId, sequence }: HandoffEvent,
): Promise<Message | 'gone' | undefined> {
  if (sequence === undefined) return undefined;
  const place = { institution, sessionId };
  const found = await queue.message(place, sequence);
  if (found === undefined) return 'gone';
  const { sealed, ...message } = found;
  return { ...message, text: openText(sealed, { ...place, deploymentKey: await deploymentKey() }) };
}

/**
 * Sends a webhook an event that says nothing, so that its owner can see whether it arrives.
 * @param id of the event
 * @throws {ParleyError} `conflict` if it writes to Slack, where the event would be read by people
 */
export async function sendTest(send: SendEvent, webhook: Webhook, id: string, now: number): Promise<Attempt> {
  if (hasChannel(webhook)) {
    throw new ParleyError('conflict', 'This is a channel: use `parley channel test`.');
  }
  if (hasChatwoot(webhook)) {
    throw new ParleyError(
      'conflict',
      'This webhook writes to Chatwoot: hand a conversation over to people, and see that one begins in the inbox.',
    );
  }
  if (hasSlack(webhook)) {
    throw new ParleyError(
      'conflict',
      'This webhook writes to Slack, where there is nothing to test: hand a conversation over to people, and see that a thread begins in the channel.',
    );
  }
  const timestamp = new Date(now).toISOString();
  return send(webhook, `evt_${id}`, JSON.stringify({ type: 'webhook.test', timestamp, data: {} }));
}
