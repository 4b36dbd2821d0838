import { readRelayMessage } from '../shared/business-logic/channels/conversation-relay.ts';
import { openRelay } from '../shared/channels/relay.ts';
import { readCall } from '../shared/domain/voice/kept-calls.ts';
import { type SocketEvent, socketRoute } from '../shared/http/socket.ts';
import { createConnectionStore } from '../shared/store/connections.ts';

const { deps, sockets, channelOf, hear } = openRelay('relay-message');
const connections = createConnectionStore();

/** `$default`: takes a message of a call, and answers over the connection. */
export const handler = socketRoute('relay-message', async (event) => {
  const { connectionId, requestTimeEpoch: at = deps.now() } = event.requestContext;
  const message = readRelayMessage(bodyOf(event));
  if (message === undefined) return 200;
  const where = await connections.find(connectionId);
  const channel = where && (await channelOf(where));
  if (where === undefined || channel === undefined) {
    await sockets.close(connectionId);
    return 200;
  }
  const told = { connection: connectionId, at };
  if (message.kind !== 'setup') {
    await hear(where, channel, { ...told, event: message });
    return 200;
  }
  const { call } = await readCall(deps, where);
  const isSame = call.relay?.callId === message.callId && channel.channel.account === message.account;
  if (isSame) await hear(where, channel, { ...told, event: { kind: 'connected' } });
  else await sockets.close(connectionId);
  return 200;
});

const bodyOf = ({ body, isBase64Encoded = false }: SocketEvent): string =>
  isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString('utf8') : (body ?? '');
