import * as z from 'zod/mini';
import type { AuditEvent } from '../audit.ts';
import { type Channel, type ChannelSettings, channelSettings } from '../channels/channel.ts';
import type { DeploymentKey } from '../deployment-key.ts';
import { fieldError, ParleyError } from '../errors.ts';
import { isInstitutionName } from '../institutions/directory.ts';
import { newWebhookSecret } from '../institutions/webhook-secret.ts';
import type { RandomBytes } from '../random.ts';
import { deriveKey, NONCE_BYTES, seal, unseal } from '../sealing.ts';
import { isUuid } from '../versions/versions.ts';
import type { EventType } from './events.ts';

/** Where an institution's events go. */
export interface Webhook {
  id: string;
  url: string;
  events: readonly EventType[];
  /** The secret in Standard Webhooks form and, during a rotation, the earlier one: both sign. */
  secrets: readonly string[];
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Set if events are written to Slack instead; `url` is then that of `chat.postMessage`, and nothing signs. */
  slack?: SlackDesk;
  /** Set if events are written to Chatwoot instead; `url` is then that of an API inbox, and nothing signs. */
  chatwoot?: ChatwootDesk;
  /** Set if people write to the assistant there; `url` is then the platform's for messages, and nothing signs. */
  channel?: ChannelSettings;
}

/** A channel of Slack in which each conversation is a thread. */
export interface SlackDesk {
  channel: string;
  /** The token of the Slack app's bot. */
  token: string;
  /** Signs Slack's requests. */
  signingSecret: string;
  /** The name under which end users get answers. */
  name: string;
}

/** An API inbox of Chatwoot in which each conversation is one of its own. */
export interface ChatwootDesk {
  /** Signs Chatwoot's requests. */
  secret: string;
  /** The name under which end users get answers; default: that of the person in Chatwoot. */
  name?: string;
}

export const hasChatwoot = (webhook: Webhook): webhook is Webhook & { chatwoot: ChatwootDesk } =>
  webhook.chatwoot !== undefined;

export const hasSlack = (webhook: Webhook): webhook is Webhook & { slack: SlackDesk } =>
  webhook.slack !== undefined;

export const hasChannel = (webhook: Webhook): webhook is Webhook & Channel => webhook.channel !== undefined;

/** A webhook as stored: its address and secrets are sealed with the deployment's key. */
export interface SealedWebhook extends Pick<Webhook, 'id' | 'events' | 'createdAt'> {
  /** Increases with every change. */
  revision: number;
  sealed: Uint8Array;
}

/** Stores the webhooks of each institution. All reads are strongly consistent. */
export interface WebhookStore {
  list(institution: string): Promise<SealedWebhook[]>;
  /** The institutions that have webhooks. */
  institutions(): Promise<string[]>;
  /** @returns `known` if there is one with this id, `full` if there are as many as there may be */
  add(
    institution: string,
    webhook: SealedWebhook,
    most: number,
    event: AuditEvent,
  ): Promise<'added' | 'known' | 'full'>;
  /** @returns false if it has changed since `previous` */
  change(institution: string, next: SealedWebhook, previous: number, event: AuditEvent): Promise<boolean>;
  /** @returns false if there is none */
  remove(institution: string, id: string, event: AuditEvent): Promise<boolean>;
}

export interface WebhookDependencies {
  webhooks: WebhookStore;
  deploymentKey: DeploymentKey;
  random: RandomBytes;
}

/** Most webhooks of an institution. */
export const MAX_WEBHOOKS = 10;
const MAX_URL_LENGTH = 2048;

const sealedPart = z.object({
  url: z.string(),
  secrets: z.array(z.string()),
  slack: z.exactOptional(
    z.object({ channel: z.string(), token: z.string(), signingSecret: z.string(), name: z.string() }),
  ),
  chatwoot: z.exactOptional(z.object({ secret: z.string(), name: z.exactOptional(z.string()) })),
  channel: z.exactOptional(channelSettings),
});

const keyOf = (deploymentKey: Uint8Array): Uint8Array => deriveKey(deploymentKey, 'parley webhooks');
const contextOf = (institution: string, id: string): string => `${institution}#${id}`;

async function sealWebhook(
  { deploymentKey, random }: WebhookDependencies,
  institution: string,
  webhook: Webhook,
  revision: number,
): Promise<SealedWebhook> {
  const { id, url, events, secrets, createdAt, slack, chatwoot, channel } = webhook;
  const plain = Buffer.from(JSON.stringify({ url, secrets, slack, chatwoot, channel }));
  const sealed = seal(plain, keyOf(await deploymentKey()), random(NONCE_BYTES), contextOf(institution, id));
  return { id, events, createdAt, revision, sealed };
}

/** @returns undefined if it was sealed with another key or for another institution */
export function openWebhook(
  institution: string,
  { id, events, createdAt, sealed }: SealedWebhook,
  deploymentKey: Uint8Array,
): Webhook | undefined {
  const opened = unseal(sealed, keyOf(deploymentKey), contextOf(institution, id));
  if (opened === undefined) return undefined;
  return { id, events, createdAt, ...sealedPart.parse(JSON.parse(opened.toString('utf8'))) };
}

/** An institution's webhooks, the earliest first. */
export async function listWebhooks(
  { webhooks, deploymentKey }: Omit<WebhookDependencies, 'random'>,
  institution: string,
): Promise<Webhook[]> {
  const key = await deploymentKey();
  const kept = await webhooks.list(institution);
  return kept
    .flatMap((webhook) => openWebhook(institution, webhook, key) ?? [])
    .sort((first, second) => first.createdAt - second.createdAt);
}

/** @throws {ParleyError} `not_found` */
export async function findWebhook(
  deps: Omit<WebhookDependencies, 'random'>,
  institution: string,
  id: string,
): Promise<Webhook> {
  const webhook = (await listWebhooks(deps, institution)).find((kept) => kept.id === id);
  if (webhook === undefined) throw unknownWebhook();
  return webhook;
}

/** How a platform's requests name a webhook: the last part of the address that it calls. */
export const calledAs = (institution: string, id: string): string => `${institution}.${id}`;

/** @returns undefined if nothing is called so */
export async function findCalled(
  deps: Omit<WebhookDependencies, 'random'>,
  called = '',
): Promise<{ institution: string; webhook: Webhook } | undefined> {
  const [institution = '', id = '', ...more] = called.split('.');
  if (!isInstitutionName(institution) || !isUuid(id) || more.length > 0) return undefined;
  const webhook = (await listWebhooks(deps, institution)).find((kept) => kept.id === id);
  return webhook && { institution, webhook };
}

export const unknownWebhook = (): ParleyError => new ParleyError('not_found', 'There is no such webhook.');

/**
 * Adds a webhook with a new secret.
 * @param isAddress whether events may go to an address
 * @throws {ParleyError} `invalid_request` for the address; `conflict` if the institution has `MAX_WEBHOOKS`
 */
export async function addWebhook(
  deps: WebhookDependencies,
  institution: string,
  wanted: Pick<Webhook, 'id' | 'url' | 'events' | 'createdAt' | 'slack' | 'chatwoot' | 'channel'>,
  { isAddress, event }: { isAddress: (url: string) => boolean; event: AuditEvent },
): Promise<Webhook> {
  if (wanted.url.length > MAX_URL_LENGTH || !isAddress(wanted.url)) {
    throw fieldError(
      'url',
      `use a public https address of at most ${MAX_URL_LENGTH} characters, without a password`,
    );
  }
  const webhook = {
    ...wanted,
    secrets: wanted.slack || wanted.chatwoot || wanted.channel ? [] : [newWebhookSecret(deps.random)],
  };
  const sealed = await sealWebhook(deps, institution, webhook, 1);
  const added = await deps.webhooks.add(institution, sealed, MAX_WEBHOOKS, event);
  if (added === 'full') {
    throw new ParleyError('conflict', `There are ${MAX_WEBHOOKS} webhooks already. Remove one first.`);
  }
  if (added === 'known') throw busy();
  return webhook;
}

/**
 * Gives a webhook a new secret. Both sign until `retireWebhookSecret`.
 * @throws {ParleyError} `not_found`; `conflict` if two secrets already sign
 */
export const rotateWebhookSecret = (
  deps: WebhookDependencies,
  institution: string,
  id: string,
  event: AuditEvent,
): Promise<Webhook> =>
  changeSecrets(deps, institution, id, event, ([current, before]) => {
    if (current === undefined)
      throw new ParleyError(
        'conflict',
        'Nothing signs what is written to Slack, to Chatwoot, or to the users of a channel.',
      );
    if (before !== undefined) {
      throw new ParleyError('conflict', 'Two secrets already sign: retire the earlier one first.');
    }
    return [newWebhookSecret(deps.random), current];
  });

/**
 * Ends a rotation: only the new secret signs from now on.
 * @throws {ParleyError} `not_found`; `conflict` if only one secret signs
 */
export const retireWebhookSecret = (
  deps: WebhookDependencies,
  institution: string,
  id: string,
  event: AuditEvent,
): Promise<Webhook> =>
  changeSecrets(deps, institution, id, event, ([current = '', before]) => {
    if (before === undefined) throw new ParleyError('conflict', 'There is no earlier secret to retire.');
    return [current];
  });

async function changeSecrets(
  deps: WebhookDependencies,
  institution: string,
  id: string,
  event: AuditEvent,
  change: (secrets: readonly string[]) => string[],
): Promise<Webhook> {
  const kept = (await deps.webhooks.list(institution)).find((webhook) => webhook.id === id);
  const webhook = kept && openWebhook(institution, kept, await deps.deploymentKey());
  if (kept === undefined || webhook === undefined) throw unknownWebhook();
  const changed = { ...webhook, secrets: change(webhook.secrets) };
  const next = await sealWebhook(deps, institution, changed, kept.revision + 1);
  if (!(await deps.webhooks.change(institution, next, kept.revision, event))) throw busy();
  return changed;
}

/** @throws {ParleyError} `not_found` */
export async function removeWebhook(
  { webhooks }: Pick<WebhookDependencies, 'webhooks'>,
  institution: string,
  id: string,
  event: AuditEvent,
): Promise<void> {
  if (!(await webhooks.remove(institution, id, event))) throw unknownWebhook();
}

const busy = (): ParleyError =>
  new ParleyError('conflict', 'The webhook was changed at the same moment. Please retry.', {
    retryAfterSeconds: 1,
  });
