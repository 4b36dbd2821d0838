import * as z from 'zod/mini';
import type { Attempt } from '../domain/webhooks/deliveries.ts';
import { EVENT_TYPES } from '../domain/webhooks/events.ts';
import type { Webhook } from '../domain/webhooks/webhooks.ts';

const send = (what: string) => ({ error: `send ${what}` });
const EVENTS = `a list of ${EVENT_TYPES.join(', ')}`;

export const addWebhookRequest = z.object({
  /** A public https address. */
  url: z.string(send('an address')),
  /** The events sent to it; default: all. */
  events: z.optional(
    z
      .array(z.enum(EVENT_TYPES, send(EVENTS)), send(EVENTS))
      .check(z.minLength(1, `send ${EVENTS}`), z.maxLength(EVENT_TYPES.length, `send ${EVENTS}`)),
  ),
});

const webhook = z.object({
  webhook_id: z.string(),
  url: z.string(),
  events: z.array(z.enum(EVENT_TYPES)),
  created_at: z.string(),
  /** Number of active signing secrets: two during a rotation. */
  secrets: z.number(),
});

/** Only the answer that creates the webhook contains `secret`. */
const made = z.extend(webhook, { secret: z.string() });

export const addWebhookResponse = made;

export const webhooksResponse = z.object({ webhooks: z.array(webhook) });

export const webhookActRequest = z.object({
  action: z.enum(
    ['test', 'rotate_secret', 'retire_secret'],
    send('test, rotate_secret or retire_secret as action'),
  ),
});

export const webhookActResponse = z.object({
  ...webhook.shape,
  /** The new secret, after `rotate_secret`. */
  secret: z.optional(z.string()),
  /** After `test`: whether the receiver accepted the event, and why not. */
  delivered: z.optional(z.boolean()),
  reason: z.optional(z.string()),
});

export const removeWebhookResponse = z.object({ removed: z.string() });

export const toWebhook = ({ id, url, events, createdAt, secrets }: Webhook): z.output<typeof webhook> => ({
  webhook_id: id,
  url,
  events: [...events],
  created_at: new Date(createdAt).toISOString(),
  secrets: secrets.length,
});

export const toMade = (made: Webhook): z.output<typeof addWebhookResponse> => ({
  ...toWebhook(made),
  secret: made.secrets[0] ?? '',
});

export const toTested = (tested: Webhook, attempt: Attempt): z.output<typeof webhookActResponse> => ({
  ...toWebhook(tested),
  delivered: attempt.delivered,
  ...(!attempt.delivered && { reason: attempt.reason }),
});
