import { openRelay } from '../shared/channels/relay.ts';
import { isOfKind } from '../shared/domain/channels/channel.ts';
import { type SocketEvent, socketRoute } from '../shared/http/socket.ts';
import { hearConversationRelay } from './conversation-relay.ts';
import { hearJambonz } from './jambonz.ts';

const relay = openRelay('relay-message');

/** `$default`: takes a message of a call, and answers over the connection. */
export const handler = socketRoute('relay-message', async (event) => {
  const { connectionId, requestTimeEpoch: at = relay.deps.now() } = event.requestContext;
  const connection = await relay.connections.find(connectionId);
  const channel = connection && (await relay.channelOf(connection));
  const told = { text: bodyOf(event), at };
  const isCall =
    connection !== undefined &&
    channel !== undefined &&
    (isOfKind(channel, 'jambonz')
      ? await hearJambonz(relay, connection, channel, told)
      : await hearConversationRelay(relay, connection, channel, told));
  if (!isCall) await relay.sockets.close(connectionId);
  return 200;
});

const bodyOf = ({ body, isBase64Encoded = false }: SocketEvent): string =>
  isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString('utf8') : (body ?? '');
