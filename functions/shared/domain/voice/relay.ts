import {
  answered,
  type Call,
  type CallAnswer,
  type CallSettings,
  hear,
  REPEAT_KEY,
  type RelayState,
  type Said,
} from './call.ts';
import type { CallReply } from './conversation.ts';
import { type KeptCall, type KeptCallDependencies, readCall, writeCall } from './kept-calls.ts';
import { plainSpeech } from './speech.ts';

/** A query of a call over a connection. */
export interface RelayQuery {
  query: string;
  idempotencyKey: string;
  wasWithPeople: boolean;
  /** Until when the caller had heard what was said before. */
  heardUntil: number;
  /** When nobody waits for the answer any more. */
  until: number;
}

/** A time at which a call is looked at: whether its caller was silent, or presses no more keys. */
export interface Look {
  connection: string;
  turn: number;
  /** How many keys wait for others. Unset: the look is for silence. */
  digits?: number;
}

export interface RelayDependencies extends KeptCallDependencies {
  /** Asks the assistant, once for each key however often it is called. It never throws. */
  ask: (relay: RelayState, query: RelayQuery) => Promise<CallAnswer>;
  /** Sends what is said, or that the call goes on elsewhere. @returns false if the connection is closed */
  send: (connection: string, said: Said) => Promise<boolean>;
  /** Says that the answer takes long. */
  sendOneMoment: (connection: string) => Promise<unknown>;
  lookLater: (where: KeptCall, look: Look, delayMs: number) => Promise<unknown>;
  newId: () => string;
  until: (at: number, signal: AbortSignal) => Promise<unknown>;
}

/** What a connection tells. */
export type RelayEvent =
  | { kind: 'connected' }
  | { kind: 'words'; text: string }
  | { kind: 'digit'; digit: string }
  /** The caller spoke while something was said, of which this much was heard. */
  | { kind: 'interrupted'; heard: string }
  | ({ kind: 'look' } & Look);

/** How long callers are silent before they are asked again, and for how long a key may be followed by another. */
const SILENCE_MS = 8000;
const KEYS_MS = 3000;

/** How much later than another message one may be taken that arrived earlier, since each has a process of its own. */
const SETTLE_MS = 120;

/** How fast voices speak: 15 characters a second. */
const SPOKEN_CHARACTER_MS = 67;

/** After this time the caller is told to wait; after the second, that there is no answer. */
const PATIENCE_MS = 4000;
const ANSWER_MS = 20_000;

/** How long a worker has a call to itself: longer than it waits for an answer. */
const WORK_MS = 26_000;

/** What a caller says while an answer is awaited; more is dropped. */
const MOST_INPUTS = 20;

/** Changes of one call that were overtaken by others; each of them has advanced it. */
const MOST_ATTEMPTS = 30;

/** How often a lost connection is replaced before the call is given up. */
const MOST_CONNECTIONS = 4;

type Relayed = Call & { relay: RelayState };

type Step =
  | { do: 'send'; said: Said }
  | { do: 'ask'; query: string; relay: RelayState; turn: number; wasWithPeople: boolean }
  /** `look`: what the call is looked at for later. */
  | { do: 'rest'; look?: Omit<Look, 'connection'>; delayMs?: number };

/** @returns undefined if there was nothing to change */
async function changeCall<Result>(
  deps: KeptCallDependencies,
  where: KeptCall,
  change: (call: Call) => { call: Call; result: Result } | undefined,
): Promise<Result | undefined> {
  for (let attempts = 0; attempts < MOST_ATTEMPTS; attempts += 1) {
    const { call, revision } = await readCall(deps, where);
    const changed = change(call);
    if (changed === undefined) return undefined;
    if (await writeCall(deps, where, changed.call, revision + 1)) return changed.result;
  }
  throw new Error('a call was changed too often at once');
}

const isRelayed = (call: Call): call is Relayed => call.relay !== undefined;

/** What Twilio is told about a call that is held over connections: as of any call, or to open one. */
export type HeldReply = CallReply | { do: 'connect' };

/**
 * Answers a webhook of a call that is held over connections.
 * @param input `ended`: a connection has ended; `dialed`: the call to the number that took over has
 * @param answer answers it as of any call
 */
export async function replyToHeld(
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
): Promise<HeldReply> {
  switch (input) {
    case 'begun':
      return { do: (await begin(deps, where, who)) ? 'connect' : 'end' };
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

/** Once however often it is called. @returns false if the call is over */
async function begin(
  deps: KeptCallDependencies,
  where: KeptCall,
  { caller, callId }: Pick<RelayState, 'caller' | 'callId'>,
): Promise<boolean> {
  const begun = await changeCall(deps, where, (call) => {
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
 * one answer.
 */
async function afterConnection(
  deps: KeptCallDependencies,
  where: KeptCall,
  { sorry, handOverTo }: CallSettings,
): Promise<HeldReply> {
  const { call } = await readCall(deps, where);
  const { said, turn, isOver, relay } = call;
  if (said !== undefined && said.next.do !== 'listen') return { do: 'say', said, turn };
  if (isOver || relay === undefined) return { do: 'end' };
  if (relay.connections < MOST_CONNECTIONS) return { do: 'connect' };
  const next: Said['next'] =
    handOverTo === undefined ? { do: 'hang_up' } : { do: 'dial', number: handOverTo };
  return { do: 'say', said: { speech: plainSpeech(sorry), choices: [], next }, turn };
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
    const { worker: _worker, ...relay } = call.relay;
    return {
      call: { ...call, relay: { ...relay, connection, connections: relay.connections + 1 } },
      result: true,
    };
  });
  return opened ?? false;
}

/**
 * Takes what a connection tells, and answers it, once and in the order of arrival: while one process works on a call,
 * others leave what they take to it.
 * @param at when the gateway received it, in milliseconds since the epoch
 */
export async function hearRelay(
  deps: RelayDependencies,
  where: KeptCall,
  connection: string,
  event: RelayEvent,
  at: number,
  settings: CallSettings,
): Promise<void> {
  const isWork = await changeCall(deps, where, (call) => {
    const taken = isRelayed(call) ? take(call, connection, event, at) : undefined;
    return taken && { call: taken, result: event.kind !== 'interrupted' };
  });
  if (isWork !== true) return;
  // What arrived before, but in a process that began later, is then there too.
  await deps.until(at + SETTLE_MS, new AbortController().signal);
  const worker = deps.newId();
  let step = await changeCall(deps, where, (call) => {
    const working = call.relay?.worker;
    if (!isRelayed(call) || call.relay.connection !== connection) return undefined;
    if (working !== undefined && working.until > deps.now()) return undefined;
    return stepOf(withWorker(call, worker, deps.now()), settings, deps.now());
  });
  while (step !== undefined) step = await work(deps, where, { connection, worker }, step, settings);
}

const withRelay = (call: Relayed, change: Partial<RelayState>): Relayed => ({
  ...call,
  relay: { ...call.relay, ...change },
});

const withWorker = (call: Relayed, id: string, now: number): Relayed =>
  withRelay(call, { worker: { id, until: now + WORK_MS } });

/** @returns undefined if it means nothing to the call */
function take(call: Relayed, connection: string, event: RelayEvent, at: number): Relayed | undefined {
  const { relay } = call;
  if ((call.isOver && !relay.isUnsent) || relay.connection !== connection) return undefined;
  switch (event.kind) {
    case 'connected':
      return call;
    case 'words':
      // Whoever speaks presses no more keys.
      return event.text === ''
        ? undefined
        : queued(pressed(call, relay.digits.length), { kind: 'words', text: event.text, isFinal: true }, at);
    case 'interrupted':
      return call.said === undefined || isHeardWhole(call.said, event.heard)
        ? undefined
        : withRelay(call, { wasCut: true });
    case 'digit':
      return withRelay(call, { digits: inOrder([...relay.digits, { at, digit: event.digit }]) });
    case 'look': {
      const isQuiet = event.turn === call.turn && relay.inputs.length === 0 && call.asked === undefined;
      const { length } = relay.digits;
      if (!isQuiet || length !== (event.digits ?? length)) return undefined;
      return length > 0 ? pressed(call, length) : queued(call, { kind: 'silence' }, at);
    }
  }
}

const inOrder = <Item extends { at: number }>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => one.at - other.at).slice(0, MOST_INPUTS);

const queued = (call: Relayed, heard: RelayState['inputs'][number]['heard'], at: number): Relayed =>
  withRelay(call, { inputs: inOrder([...call.relay.inputs, { at, heard }]) });

/** Takes so many keys as what was pressed. */
function pressed(call: Relayed, many: number): Relayed {
  const taken = call.relay.digits.slice(0, many);
  const digits = taken.map(({ digit }) => digit.replace('#', '')).join('');
  const rest = withRelay(call, { digits: call.relay.digits.slice(many) });
  return digits === '' ? rest : queued(rest, { kind: 'digits', digits }, taken[0]?.at ?? 0);
}

/** True of a key that no others follow: the hash, the one that repeats, and that of a choice. */
function isLastKey(digit: string, { said }: Call, { choice }: CallSettings): boolean {
  const choices = choice === undefined ? [] : (said?.choices ?? []);
  const isMenu = choices.length > 0 && choices.length < 10 && !choices.some((text) => /\p{Nd}/u.test(text));
  return digit === '#' || digit === REPEAT_KEY || isMenu;
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

/** True if a caller who interrupted had heard everything. */
const isHeardWhole = ({ speech }: Said, heard: string): boolean =>
  lettersOf(heard).length >= lettersOf(speech.text).length;

/** The next thing to do in a call, of which the process is the worker. */
function stepOf(call: Relayed, settings: CallSettings, now: number): { call: Relayed; result: Step } {
  const { relay, ...rest } = call;
  const { said, asked, turn, isWithPeople } = call;
  if (relay.isUnsent && said !== undefined) return { call, result: { do: 'send', said } };
  if (asked !== undefined) {
    return { call, result: { do: 'ask', query: asked, relay, turn, wasWithPeople: isWithPeople } };
  }
  const isListening = said === undefined || said.next.do === 'listen';
  const lastKey = relay.digits.findIndex(
    ({ at, digit }) => at <= now - SETTLE_MS && isLastKey(digit, call, settings),
  );
  if (lastKey >= 0) return stepOf(pressed(call, lastKey + 1), settings, now);
  const [input, ...inputs] = relay.inputs;
  if (!isListening || input === undefined || input.at > now - SETTLE_MS) return resting(call, isListening);
  const heard = hear(rest, input.heard, settings);
  const isSaid = heard.effect.do === 'say';
  // What was said before an answer was sent, or in the middle of it, does not answer it.
  const isEarly = input.at < relay.sentAt || relay.wasCut;
  const heardUntil = isEarly ? Math.min(input.at, relay.askedAt) : input.at;
  const changed = { ...relay, inputs, heardUntil, isUnsent: isSaid, wasCut: relay.wasCut && !isSaid };
  return stepOf({ ...heard.call, relay: changed }, settings, now);
}

/** Leaves the call to whoever hears something next. */
function resting(call: Relayed, isListening: boolean): { call: Relayed; result: Step } {
  const { worker: _worker, ...relay } = call.relay;
  const { said, turn, isWithPeople, isOver } = call;
  const { length: digits } = relay.digits;
  const isAwaited = isListening && said !== undefined && !isOver && relay.inputs.length === 0;
  const silenceMs = said === undefined ? 0 : said.speech.text.length * SPOKEN_CHARACTER_MS + SILENCE_MS;
  const look =
    digits > 0
      ? { delayMs: KEYS_MS, look: { turn, digits } }
      : isAwaited && !isWithPeople
        ? { delayMs: silenceMs, look: { turn } }
        : undefined;
  return { call: { ...call, relay }, result: { do: 'rest', ...look } };
}

type Working = { connection: string; worker: string };

/** Does a step, and finds the next. */
async function work(
  deps: RelayDependencies,
  where: KeptCall,
  { connection, worker }: Working,
  step: Step,
  settings: CallSettings,
): Promise<Step | undefined> {
  const advance = (change: (call: Relayed) => Relayed | undefined): Promise<Step | undefined> =>
    changeCall<Step>(deps, where, (call) => {
      if (!isRelayed(call) || call.relay.worker?.id !== worker || call.relay.connection !== connection)
        return undefined;
      const changed = change(call);
      if (changed === undefined) return undefined;
      return stepOf(withWorker(changed, worker, deps.now()), settings, deps.now());
    });
  // Whoever has heard it may answer before that is written.
  const sent = (sentAt: number) => advance((call) => withRelay(call, { isUnsent: false, sentAt }));
  switch (step.do) {
    case 'rest':
      if (step.look !== undefined)
        await deps.lookLater(where, { connection, ...step.look }, step.delayMs ?? 0);
      return undefined;
    case 'send':
      // It stays unsent, for the next connection.
      if (!(await deps.send(connection, step.said))) return undefined;
      return sent(deps.now());
    case 'ask': {
      const askedAt = deps.now();
      const answer = await answerOf(deps, where, connection, step);
      return advance((call) => {
        if (call.turn !== step.turn || call.asked === undefined) return undefined;
        const { relay, asked: _asked, ...rest } = call;
        const said = answered(rest, answer, settings).call;
        const connections = answer === 'failed' ? relay.connections : 0;
        return { ...said, relay: { ...relay, connections, askedAt, isUnsent: true, wasCut: false } };
      });
    }
  }
}

/** Asks, and says that it takes long if it does. */
async function answerOf(
  deps: RelayDependencies,
  where: KeptCall,
  connection: string,
  { query, relay, turn, wasWithPeople }: Extract<Step, { do: 'ask' }>,
): Promise<CallAnswer> {
  const now = deps.now();
  const given = new AbortController();
  const asking = deps.ask(relay, {
    ...{ query, wasWithPeople, idempotencyKey: `${where.key}.${turn}` },
    ...{ heardUntil: relay.heardUntil ?? now, until: now + ANSWER_MS },
  });
  const late = deps.until(now + PATIENCE_MS, given.signal).then(() => 'late' as const);
  if ((await Promise.race([asking, late])) === 'late') await deps.sendOneMoment(connection);
  const answer = await asking;
  given.abort();
  return answer;
}
