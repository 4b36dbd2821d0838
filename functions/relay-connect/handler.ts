import { randomBytes } from 'node:crypto';
import { isSignedRelay } from '../shared/business-logic/channels/conversation-relay.ts';
import { isJambonz, SUBPROTOCOL } from '../shared/business-logic/channels/jambonz-messages.ts';
import { type Channel, isOfKind } from '../shared/domain/channels/channel.ts';
import { type Connection, unheldCall } from '../shared/domain/voice/connections.ts';
import { type KeptCall, keptAs, readCall } from '../shared/domain/voice/kept-calls.ts';
import { openConnection } from '../shared/domain/voice/relay-connections.ts';
import { findCalled, hasChannel } from '../shared/domain/webhooks/webhooks.ts';
import { headerOf, type SocketEvent, socketRoute } from '../shared/http/socket.ts';
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

/** A connection that its gateway has proved to be its own, for a call that it may hold. */
interface Admitted {
  /** The call; of a gateway that tells it later, what stands for it. */
  where: KeptCall;
  most: number;
  /** False if the call is over by now. */
  open: (connection: Connection) => Promise<boolean>;
  subprotocol?: string;
}

/**
 * `$connect`: opens a connection for a gateway. A foreign channel, another call, a wrong signature and a wrong password
 * look the same.
 */
export const handler = socketRoute('relay-connect', async (event) => {
  const { channel: called = '', ...more } = event.queryStringParameters ?? {};
  const found = await findCalled(deps, called);
  if (found === undefined || !hasChannel(found.webhook)) return NOT_FOUND;
  const { institution, webhook } = found;
  const admitted = isOfKind(webhook, 'voice')
    ? await admitTwilio(event, institution, webhook, called, more)
    : isOfKind(webhook, 'jambonz')
      ? await admitJambonz(event, institution, webhook, more)
      : undefined;
  if (admitted === undefined) return NOT_FOUND;
  const { where, most, open, subprotocol } = admitted;
  const connection = { ...where, id: event.requestContext.connectionId };
  if (!(await connections.add(connection, { most, now: deps.now() }))) return TOO_MANY;
  let isOpen = false;
  try {
    isOpen = await open(connection);
  } finally {
    // The gateway tells no end of a connection that it did not open.
    if (!isOpen) await connections.remove(connection);
  }
  if (!isOpen) return NOT_FOUND;
  return {
    statusCode: 200,
    ...(subprotocol !== undefined && { headers: { 'Sec-WebSocket-Protocol': subprotocol } }),
  };
});

/** Twilio connects for a call that `channel-voice` answered with the address, and signs the address. */
async function admitTwilio(
  event: SocketEvent,
  institution: string,
  { id: channelId, channel: { relay, authToken } }: Channel<'voice'>,
  channel: string,
  { call: callId = '', ...more }: Record<string, string | undefined>,
): Promise<Admitted | undefined> {
  const signature = headerOf(event, 'x-twilio-signature');
  if (relay === undefined || Object.keys(more).length > 0) return undefined;
  if (!isSignedRelay(relay.url, { channel, call: callId }, signature, authToken)) return undefined;
  const where = await keptAs(deps, { institution, channelId, callId });
  const { call } = await readCall(deps, where);
  // Whoever has no part in a call takes no place of the channel's calls.
  if (call.relay === undefined || call.isOver) return undefined;
  const open = (connection: Connection) => openConnection(deps, where, connection.id);
  return { where, most: relay.mostCalls, open };
}

/** Jambonz connects with the channel's password, and tells the call in its first message. */
async function admitJambonz(
  event: SocketEvent,
  institution: string,
  { id: channelId, channel: { relay, password } }: Channel<'jambonz'>,
  more: Record<string, string | undefined>,
): Promise<Admitted | undefined> {
  if (Object.keys(more).length > 0 || !isJambonz(headerOf(event, 'authorization'), password))
    return undefined;
  const offered = headerOf(event, 'sec-websocket-protocol').split(/\s*,\s*/);
  if (!offered.includes(SUBPROTOCOL)) return undefined;
  const where = await unheldCall(deps, { institution, channelId, id: event.requestContext.connectionId });
  return { where, most: relay.mostCalls, open: async () => true, subprotocol: SUBPROTOCOL };
}
