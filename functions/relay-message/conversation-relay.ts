import { readRelayMessage } from '../shared/business-logic/channels/conversation-relay.ts';
import type { OpenRelay } from '../shared/channels/relay.ts';
import type { CallChannel } from '../shared/domain/channels/channel.ts';
import type { Connection } from '../shared/domain/voice/connections.ts';
import { readCall } from '../shared/domain/voice/kept-calls.ts';

/** Takes a message of Twilio's. @returns false if the connection is not the call's */
export async function hearConversationRelay(
  { deps, hear }: OpenRelay,
  connection: Connection,
  channel: CallChannel,
  { text, at }: { text: string; at: number },
): Promise<boolean> {
  const message = readRelayMessage(text);
  if (message === undefined) return true;
  const told = { connection: connection.id, at };
  if (message.kind !== 'setup') {
    await hear(connection, channel, { ...told, event: message });
    return true;
  }
  const { call } = await readCall(deps, connection);
  if (call.relay?.callId !== message.callId || channel.channel.account !== message.account) return false;
  await hear(connection, channel, { ...told, event: { kind: 'connected' } });
  return true;
}
