import { randomBytes } from 'node:crypto';
import { isSignedRelay } from '../shared/business-logic/channels/conversation-relay.ts';
import { isOfKind } from '../shared/domain/channels/channel.ts';
import { type KeptCall, keptAs, readCall } from '../shared/domain/voice/kept-calls.ts';
import { openConnection } from '../shared/domain/voice/relay-connections.ts';
import { findCalled, hasChannel } from '../shared/domain/webhooks/webhooks.ts';
import { headerOf, socketRoute } from '../shared/http/socket.ts';
import { createCallStore } from '../shared/store/calls.ts';
import { createConnectionStore } from '../shared/store/connections.ts';
import { deploymentKey } from '../shared/store/deployment-key.ts';
import { readSecret } from '../shared/store/secrets-manager.ts';
import { createWebhookStore } from '../shared/store/webhooks.ts';

const deps = {
  webhooks: createWebhookStore(),
  calls: createCallStore(),
  deploymentKey: deploymentKey(readSecret),
  random: randomBytes,
  now: Date.now,
};
const connections = createConnectionStore();

const NOT_FOUND = 404;
const TOO_MANY = 429;

/**
 * `$connect`: opens a connection for a call of Twilio's that `channel-voice` answered with its address. A foreign channel,
 * another call and a wrong signature look the same.
 */
export const handler = socketRoute('relay-connect', async (event) => {
  const { channel: called = '', call: callId = '', ...more } = event.queryStringParameters ?? {};
  const found = await findCalled(deps, called);
  if (found === undefined || Object.keys(more).length > 0) return NOT_FOUND;
  const { institution, webhook } = found;
  if (!hasChannel(webhook) || !isOfKind(webhook, 'voice')) return NOT_FOUND;
  const { relay, authToken } = webhook.channel;
  const signature = headerOf(event, 'x-twilio-signature');
  if (
    relay === undefined ||
    !isSignedRelay(relay.url, { channel: called, call: callId }, signature, authToken)
  )
    return NOT_FOUND;
  const where = await keptAs(deps, { institution, channelId: webhook.id, callId });
  const connection = { ...where, id: event.requestContext.connectionId };
  if (!(await isHeld(where))) return NOT_FOUND;
  if (!(await connections.add(connection, { most: relay.mostCalls, now: deps.now() }))) return TOO_MANY;
  let isOpen = false;
  try {
    isOpen = await openConnection(deps, where, connection.id);
  } finally {
    // The gateway tells no end of a connection that it did not open.
    if (!isOpen) await connections.remove(connection);
  }
  return isOpen ? 200 : NOT_FOUND;
});

/** True of a call that may have connections. Whoever has no part in it takes no place of the channel's calls. */
async function isHeld(where: KeptCall): Promise<boolean> {
  const { call } = await readCall(deps, where);
  return call.relay !== undefined && !call.isOver;
}
