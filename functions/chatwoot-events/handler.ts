import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { takeChatwootReply } from '../shared/domain/chatwoot/chatwoot.ts';
import type { Act } from '../shared/domain/handoffs/acts.ts';
import { isSignedByChatwoot } from '../shared/domain/signatures.ts';
import { findCalled, hasChatwoot, unknownWebhook } from '../shared/domain/webhooks/webhooks.ts';
import { jsonBody } from '../shared/http/body.ts';
import { publicEndpoint } from '../shared/http/endpoint.ts';
import { header } from '../shared/http/request.ts';
import { deskDependencies } from '../shared/store/desk-dependencies.ts';

const conversation = z.object({ id: z.number(), contact_inbox: z.object({ source_id: z.string() }) });

/** What somebody answered, or did with the conversation. Of anything else there is nothing to do. */
const event = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('message_created'),
    message_type: z.literal('outgoing'),
    private: z.boolean(),
    content: z.string(),
    sender: z.object({ id: z.number(), name: z.string(), type: z.optional(z.string()) }),
    conversation,
  }),
  z.extend(conversation, {
    event: z.literal('conversation_status_changed'),
    status: z.enum(['resolved', 'pending']),
  }),
]);

const deps = deskDependencies();

/** The person of a change of a conversation's status, which names nobody. */
const SOMEBODY = { user: 'agent', name: 'Support' };

/** `POST /v1/chatwoot/{desk}`: takes what people write and do in Chatwoot. */
export const handler = publicEndpoint({ name: 'chatwoot-events', cors: false }, async (request) => {
  const called = await findCalled(deps, request.pathParameters.desk);
  if (called === undefined) throw unknownWebhook();
  const { institution, webhook } = called;
  const timestamp = header(request, 'x-chatwoot-timestamp') ?? '';
  const signature = header(request, 'x-chatwoot-signature') ?? '';
  const signed = { timestamp, signature, body: request.body };
  // A foreign webhook and a wrong signature look the same.
  if (!hasChatwoot(webhook) || !isSignedByChatwoot(signed, webhook.chatwoot.secret, request.now)) {
    throw unknownWebhook();
  }
  const { data } = event.safeParse(jsonBody(request).body);
  const done = data && readEvent(data);
  if (done === undefined) return { body: {} };
  // A retry has the same body, and Chatwoot's own id of a delivery is not signed.
  const key = createHash('sha256').update(request.body).digest('base64url');
  await takeChatwootReply(deps, institution, webhook, { ...done, id: key }, request.now);
  return { body: {} };
});

function readEvent(data: z.output<typeof event>) {
  if (data.event === 'conversation_status_changed') {
    const wanted: Act = data.status === 'resolved' ? { action: 'close' } : { action: 'hand_back', slots: {} };
    return { ...SOMEBODY, conversation: threadOf(data), wanted };
  }
  const { sender, content, private: isPrivate } = data;
  // A private note is for people in Chatwoot, and bots there are no persons.
  if (isPrivate || content.trim() === '' || (sender.type ?? 'user') !== 'user') return undefined;
  const wanted: Act = { action: 'answer', text: content };
  return { user: String(sender.id), name: sender.name, conversation: threadOf(data.conversation), wanted };
}

const threadOf = ({ id, contact_inbox }: z.output<typeof conversation>): string =>
  `${id} ${contact_inbox.source_id}`;
