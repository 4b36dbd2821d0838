import { type CallSettings, givenUp, type RelayState } from './call.ts';
import { changeCall } from './change-call.ts';
import type { CallReply } from './conversation.ts';
import { calledBy, type KeptCall, type KeptCallDependencies, readCall } from './kept-calls.ts';
import { isRelayed, withoutWorker, withRelay } from './relayed-call.ts';

/** Lost or refused connections that are replaced before the call is given up. */
const MOST_CONNECTIONS = 4;

/** The reply to a webhook of a call over connections: a reply as to any call, or `connect` to open a connection. */
export type RelayedReply = CallReply | { do: 'connect' };

/**
 * Answers a webhook of a call over connections.
 * @param input `begun`: the call began; `dialed`: the call to the hand-over number ended; `ended`: a connection ended
 * @param answer answers the webhook as for a call without connections
 */
export async function replyToRelayed(
  deps: KeptCallDependencies,
  where: KeptCall,
  {
    input,
    answer,
    settings,
    ...who
  }: Pick<RelayState, 'caller' | 'callId'> & {
    input: 'begun' | 'dialed' | 'ended';
    answer: () => Promise<CallReply>;
    settings: CallSettings;
  },
): Promise<RelayedReply> {
  switch (input) {
    case 'begun':
      return { do: (await beginCall(deps, where, who)) ? 'connect' : 'end' };
    case 'dialed': {
      const reply = await answer();
      if (reply.do !== 'say' || reply.said.next.do !== 'listen') return reply;
      await changeCall(deps, where, (call) =>
        isRelayed(call) ? { call: withRelay(call, { isUnsent: true }), result: true } : undefined,
      );
      return { do: 'connect' };
    }
    case 'ended':
      return afterConnection(deps, where, settings);
  }
}

/** Begins a call, unless it has begun. @returns false if the call is over */
export async function beginCall(
  deps: KeptCallDependencies,
  where: KeptCall,
  { caller, callId }: Pick<RelayState, 'caller' | 'callId'>,
): Promise<boolean> {
  const begun = await changeCall(deps, calledBy(where, caller), (call) => {
    if (isRelayed(call) || call.isOver) return undefined;
    const heard = { kind: 'start' } as const;
    const relay = {
      ...{ caller, callId, connections: 0, inputs: [{ at: deps.now(), heard }], digits: [] },
      ...{ isUnsent: false, askedAt: 0, sentAt: 0, wasCut: false },
    };
    return { call: { ...call, relay }, result: true };
  });
  return begun ?? !(await readCall(deps, where)).call.isOver;
}

/**
 * Repeats the latest reply if it dials or hangs up; otherwise asks for another connection, or gives up after too many
 * for one answer. Counts the connections it asks for, since Twilio reports refused and lost ones alike.
 */
async function afterConnection(
  deps: KeptCallDependencies,
  where: KeptCall,
  settings: CallSettings,
): Promise<RelayedReply> {
  const reply = await changeCall<RelayedReply>(deps, where, (call) => {
    const { said, turn } = call;
    if (said !== undefined && said.next.do !== 'listen') return { call, result: { do: 'say', said, turn } };
    if (call.isOver || !isRelayed(call)) return { call, result: { do: 'end' } };
    const connections = call.relay.connections + 1;
    if (connections <= MOST_CONNECTIONS)
      return { call: withRelay(call, { connections }), result: { do: 'connect' } };
    // If the hand-over number was already dialled in vain, it is not dialled again.
    const wasCalled = connections > MOST_CONNECTIONS + 1;
    const given = givenUp(call, wasCalled ? { sorry: settings.sorry } : settings);
    const left = { connections, inputs: [], digits: [], isUnsent: false, wasCut: false };
    return {
      call: withoutWorker({ ...given.call, relay: { ...call.relay, ...left } }),
      result: { do: 'say', said: given.said, turn: given.call.turn },
    };
  });
  return reply ?? { do: 'end' };
}

/**
 * Moves a call to a new connection and releases its worker, which may have died with an earlier one.
 * @returns false if the call is over or uses no connections
 */
export async function openConnection(
  deps: KeptCallDependencies,
  where: KeptCall,
  connection: string,
): Promise<boolean> {
  const opened = await changeCall(deps, where, (call) => {
    if (!isRelayed(call) || call.isOver) return undefined;
    // A caller who waits for a person may need many connections.
    const connections = call.isWithPeople ? 0 : call.relay.connections;
    return { call: withoutWorker(withRelay(call, { connection, connections })), result: true };
  });
  return opened ?? false;
}
