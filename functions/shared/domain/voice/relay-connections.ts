import { type CallSettings, givenUp, type RelayState } from './call.ts';
import { changeCall } from './change-call.ts';
import type { CallReply } from './conversation.ts';
import { calledBy, type KeptCall, type KeptCallDependencies, readCall } from './kept-calls.ts';
import { isRelayed, withoutWorker, withRelay } from './relayed-call.ts';

/** How often a lost or refused connection is replaced before the call is given up. */
const MOST_CONNECTIONS = 4;

/** What a platform is told about a call over connections: as of any call, or to open one. */
export type RelayedReply = CallReply | { do: 'connect' };

/**
 * Answers a webhook of a call over connections.
 * @param input `ended`: a connection has ended; `dialed`: the call to the number that took over has
 * @param answer answers it as of any call
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

/** Begins a call, once however often it is called. @returns false if the call is over */
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
 * What was said last, if the call goes on elsewhere or ends; otherwise another connection, until there were too many for
 * one answer. It counts those that are asked for, since Twilio tells of a refused one as of one that is lost.
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
    // A number that was called in vain is not called again.
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
 * Has a call be held over a connection, and no longer over earlier ones, which may be lost with what they worked on.
 * @returns false if it is over, or not held over connections
 */
export async function openConnection(
  deps: KeptCallDependencies,
  where: KeptCall,
  connection: string,
): Promise<boolean> {
  const opened = await changeCall(deps, where, (call) => {
    if (!isRelayed(call) || call.isOver) return undefined;
    // Who waits for people may outlast many connections.
    const connections = call.isWithPeople ? 0 : call.relay.connections;
    return { call: withoutWorker(withRelay(call, { connection, connections })), result: true };
  });
  return opened ?? false;
}
