import type { DeploymentKey } from '../deployment-key.ts';
import { type Handoff, type Message, openText, type SealedMessage } from '../handoffs/handoffs.ts';
import { eventBody, eventId, type HandoffEvent } from './events.ts';
import { hasSlack, openWebhook, type SlackDesk, type Webhook, type WebhookStore } from './webhooks.ts';

/** An event on its way to a webhook. */
export interface Delivery {
  webhookId: string;
  event: HandoffEvent;
  /** Failed attempts so far. */
  attempts: number;
  /** The time of the next attempt, in milliseconds since the epoch. */
  nextAt: number;
}

/** Stores events until they are delivered. All reads are strongly consistent. */
export interface DeliveryQueue {
  /** Events that have no deliveries yet, in order within each conversation. */
  events(institution: string): Promise<HandoffEvent[]>;
  /** Turns an event into deliveries to webhooks. Idempotent. */
  spread(institution: string, event: HandoffEvent, webhookIds: readonly string[]): Promise<void>;
  /** A webhook's deliveries, in order within each conversation. */
  pending(institution: string, webhookId: string): Promise<Delivery[]>;
  retryLater(institution: string, delivery: Delivery): Promise<void>;
  forget(institution: string, delivery: Delivery): Promise<void>;
  /**
   * Lets one process at a time deliver to a webhook.
   * @returns false if another process is delivering; that process then looks again before it ends
   */
  begin(institution: string, webhookId: string, until: number, now: number): Promise<boolean>;
  /** @returns false, once, if another process has asked for another look meanwhile */
  endUnlessAsked(institution: string, webhookId: string): Promise<boolean>;
  end(institution: string, webhookId: string): Promise<void>;
  /** The message of an event; undefined if it was erased or has expired. */
  message(
    place: Pick<Handoff, 'institution' | 'sessionId'>,
    sequence: number,
  ): Promise<SealedMessage | undefined>;
}

/** The result of an attempt. */
export type Attempt = { delivered: true; status: number } | { delivered: false; reason: string };

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
  now: () => number;
  /** Called for an event that will not be sent again. */
  givenUp: (facts: { institution: string; webhookId: string; type: string; reason: string }) => void;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The waits after each failed attempt. An event is given up after the last one. */
export const RETRY_AFTER_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  8 * HOUR_MS,
];

/** Maximum number of conversations whose events are sent to a webhook at the same time. */
const CONCURRENCY = 4;

/** The number of failures that end a run; the rest waits for the next run. */
const FAILURES_OF_A_RUN = 3;

/** Maximum length of a run, and of its claim on the webhook if the run dies. */
const RUN_MS = 45 * SECOND_MS;
const CLAIM_MS = 90 * SECOND_MS;

/**
 * Turns an institution's new events into deliveries.
 * @returns the ids of the webhooks with a delivery that is due
 */
export async function spreadEvents(
  { queue, webhooks, now }: Pick<DeliveryDependencies, 'queue' | 'webhooks' | 'now'>,
  institution: string,
): Promise<string[]> {
  const listed = await webhooks.list(institution);
  for (const event of await queue.events(institution)) {
    const wanting = listed.filter(({ events }) => events.includes(event.type));
    const ids = wanting.map(({ id }) => id);
    await queue.spread(institution, event, ids);
  }
  const due = listed.map(async ({ id }) => {
    const pending = await queue.pending(institution, id);
    return firstOfEach(pending).some(({ nextAt }) => nextAt <= now()) ? [id] : [];
  });
  return (await Promise.all(due)).flat();
}

/** The first delivery of each conversation: the others wait for it. */
function firstOfEach(pending: readonly Delivery[]): Delivery[] {
  const firsts = new Map<string, Delivery>();
  for (const delivery of pending) {
    const { sessionId } = delivery.event;
    if (!firsts.has(sessionId)) firsts.set(sessionId, delivery);
  }
  return [...firsts.values()];
}

/**
 * Sends a webhook its due events, in order within each conversation. After a failed event, its conversation waits until
 * the event is delivered or given up; other conversations continue.
 */
export async function deliverTo(
  deps: DeliveryDependencies,
  institution: string,
  webhookId: string,
): Promise<void> {
  const { queue, now } = deps;
  const until = now() + RUN_MS;
  if (!(await queue.begin(institution, webhookId, now() + CLAIM_MS, now()))) return;
  while ((await deliverDue(deps, institution, webhookId, until)) && now() < until) {
    if (await queue.endUnlessAsked(institution, webhookId)) return;
  }
  await queue.end(institution, webhookId);
}

/** @returns false if nothing more should be sent in this run */
async function deliverDue(
  deps: DeliveryDependencies,
  institution: string,
  webhookId: string,
  until: number,
): Promise<boolean> {
  const { queue, now } = deps;
  const pending = await queue.pending(institution, webhookId);
  const kept = (await deps.webhooks.list(institution)).find(({ id }) => id === webhookId);
  const webhook = kept && openWebhook(institution, kept, await deps.deploymentKey());
  if (webhook === undefined) {
    await Promise.all(pending.map((delivery) => queue.forget(institution, delivery)));
    return false;
  }
  const conversations = Map.groupBy(pending, ({ event }) => event.sessionId);
  const lines = [...conversations.values()].filter(([first]) => first !== undefined && first.nextAt <= now());
  let failures = 0;
  const mayGoOn = () => failures < FAILURES_OF_A_RUN && now() < until;
  const worker = async () => {
    for (let line = lines.shift(); line !== undefined && mayGoOn(); line = lines.shift()) {
      for (const delivery of line) {
        if (!mayGoOn() || !(await attempt(deps, institution, webhook, delivery))) {
          failures += 1;
          break;
        }
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return mayGoOn();
}

/** @returns true if the next event of the conversation may follow */
async function attempt(
  { queue, deploymentKey, send, toSlack, now, givenUp }: DeliveryDependencies,
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
  const outcome = hasSlack(webhook)
    ? await toSlack(institution, webhook, event, message)
    : await send(webhook, eventId(event), JSON.stringify(eventBody(event, message)));
  if (outcome.delivered) {
    await queue.forget(institution, delivery);
    return true;
  }
  const wait = RETRY_AFTER_MS[attempts];
  if (wait === undefined) {
    givenUp({ institution, webhookId: webhook.id, type: event.type, reason: outcome.reason });
    await queue.forget(institution, delivery);
    return true;
  }
  await queue.retryLater(institution, { ...delivery, attempts: attempts + 1, nextAt: now() + wait });
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
 * Sends a webhook an event without data, so that its owner can check that events arrive.
 * @param id the id of the event
 */
export const sendTest = (send: SendEvent, webhook: Webhook, id: string, now: number): Promise<Attempt> =>
  send(
    webhook,
    `evt_${id}`,
    JSON.stringify({ type: 'webhook.test', timestamp: new Date(now).toISOString(), data: {} }),
  );
