import {
  acknowledgement,
  beginningOf,
  callerOf,
  endOf,
  type JambonzMessage,
  readJambonzMessage,
  redirection,
} from '../shared/business-logic/channels/jambonz-messages.ts';
import type { OpenRelay } from '../shared/channels/relay.ts';
import type { Channel } from '../shared/domain/channels/channel.ts';
import { type Connection, unheldCall } from '../shared/domain/voice/connections.ts';
import { type KeptCall, keptAs, readCall } from '../shared/domain/voice/kept-calls.ts';
import { beginCall, openConnection } from '../shared/domain/voice/relay-connections.ts';

interface Told<Message> {
  connection: Connection;
  channel: Channel<'jambonz'>;
  /** The call that the message is of. */
  where: KeptCall;
  message: Message;
  at: number;
}

/**
 * Takes a message of Jambonz, which waits five seconds for its acknowledgement. What is said follows in a command.
 * @returns false if the connection is not the call's
 */
export async function hearJambonz(
  relay: OpenRelay,
  connection: Connection,
  channel: Channel<'jambonz'>,
  { text, at }: { text: string; at: number },
): Promise<boolean> {
  const message = readJambonzMessage(text);
  if (message === undefined) return true;
  const { institution, channelId } = connection;
  const where = await keptAs(relay.deps, { institution, channelId, callId: message.callId });
  const told = { connection, channel, where, at };
  if (message.kind === 'session') return hold(relay, { ...told, message });
  if (where.key !== connection.key) return false;
  await (message.kind === 'redirected'
    ? redirect(relay, { ...told, message })
    : hearEvent(relay, { ...told, message }));
  return true;
}

type Of<Kind extends JambonzMessage['kind']> = Told<Extract<JambonzMessage, { kind: Kind }>>;

/** Has a connection hold a call from now on. One that holds another call does not change. */
async function hold(
  { deps, connections, sockets, hear }: OpenRelay,
  { connection, channel, where, message, at }: Of<'session'>,
): Promise<boolean> {
  const { account, caller, callId, isNew, messageId } = message;
  if (account !== channel.channel.account) return false;
  if (where.key !== connection.key) {
    const isFree = connection.key === (await unheldCall(deps, connection)).key;
    const { relay } = (await readCall(deps, where)).call;
    // A new call has no other connection yet, and one that lost its connection is known.
    const isElsewhere = relay?.connection !== undefined && relay.connection !== connection.id;
    if (!isFree || (isNew ? isElsewhere : relay === undefined)) return false;
    if (isNew && !(await beginCall(deps, where, { caller: callerOf(caller, callId), callId }))) return false;
    await connections.hold({ ...connection, ...where }, deps.now());
    if (!(await openConnection(deps, where, connection.id))) return false;
  }
  await sockets.send(connection.id, beginningOf(messageId));
  await hear(where, channel, { connection: connection.id, at, event: { kind: 'connected' } });
  return true;
}

async function hearEvent(
  { sockets, hear }: OpenRelay,
  { connection, channel, where, message: { messageId, event }, at }: Of<'event'>,
): Promise<void> {
  const isOver = event?.kind === 'dialed' && event.isAnswered;
  if (messageId !== undefined)
    await sockets.send(connection.id, isOver ? endOf(messageId) : acknowledgement(messageId));
  if (event !== undefined) await hear(where, channel, { connection: connection.id, at, event });
}

/** What people say is said into the call. */
async function redirect(
  { deps, sockets }: OpenRelay,
  { connection, channel, where, message: { messageId, said } }: Of<'redirected'>,
): Promise<void> {
  const { call } = await readCall(deps, where);
  const answer = call.isOver ? endOf(messageId) : redirection(messageId, said, call, channel.channel);
  await sockets.send(connection.id, answer);
}
