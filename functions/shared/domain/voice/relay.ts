import {
  answered,
  type Call,
  type CallAnswer,
  type CallSettings,
  givenUp,
  hear,
  REPEAT_KEY,
  type RelayState,
  type Said,
} from './call.ts';
import type { CallReply } from './conversation.ts';
import { type KeptCall, type KeptCallDependencies, readCall, writeCall } from './kept-calls.ts';

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

/** A time at which a call is looked at: whether its caller was silent, presses no more keys, or lost its worker. */
export interface Look {
  connection: string;
  turn: number;
  /** How many keys wait for others. Unset: the look is for silence. 0: it is for work that nobody does any more. */
  digits?: number;
}

export interface RelayDependencies extends KeptCallDependencies {
  /** Asks the assistant, once for each key however often it is called. It never throws. */
  ask: (relay: RelayState, query: RelayQuery) => Promise<CallAnswer>;
  /** Sends what is said, or that the call goes on elsewhere. @returns false if the connection is closed */
  send: (connection: string, said: Said) => Promise<boolean>;
  /** Told of an answer that nobody waited for any longer. */
  late: () => void;
  /** Says that the answer takes long. If it throws, the caller only waits in silence. */
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

/** An event of a connection. */
export interface RelayInput {
  connection: string;
  event: RelayEvent;
  /** When the gateway received it, in milliseconds since the epoch. */
  at: number;
}

/** How long callers are silent before they are asked again, and for how long a key may be followed by another. */
const SILENCE_MS = 8000;
const KEYS_MS = 3000;

/** How much later than another message one may be taken that arrived earlier, since each has a process of its own. */
const SETTLE_MS = 120;

/** How early a timer may end. */
const TIMER_MS = 5;

/** How fast voices speak: 15 characters a second. */
const SPOKEN_CHARACTER_MS = 67;

/** After this time the caller is told to wait; after the second, that there is no answer. */
const PATIENCE_MS = 4000;
const ANSWER_MS = 20_000;

/**
 * How long a worker begins queries, and how long it has a call to itself, which is as long as its process may live. The
 * last answer is awaited and sent in between.
 */
const ASKING_MS = 4000;
const WORK_MS = 26_000;

/** How much later than that the call is looked at. */
const LOOK_AFTER_MS = 1000;

/** What a caller says while an answer is awaited; more is dropped. */
const MOST_INPUTS = 20;

/** Changes of one call that were overtaken by others; each of them has advanced it. */
const MOST_ATTEMPTS = 30;

/** How often a lost or refused connection is replaced before the call is given up. */
const MOST_CONNECTIONS = 4;

/** How many ids of writes a call keeps: more than processes change it at once. */
const MOST_WRITES = 8;
const WRITE_ID_BYTES = 9;

type Relayed = Call & { relay: RelayState };

type Step =
  | { do: 'send'; said: Said }
  | { do: 'ask'; query: string; relay: RelayState; turn: number; wasWithPeople: boolean }
  /** `look`: what the call is looked at for later. */
  | { do: 'rest'; look?: Omit<Look, 'connection'>; delayMs?: number };

/**
 * Changes a call once, even if the store writes it but reports that another process did: a request is sent again if its
 * response is lost, and then finds its own revision.
 * @param change the changed call, or the same one if there is nothing to write; undefined if there is no result either
 */
async function changeCall<Result>(
  deps: KeptCallDependencies,
  where: KeptCall,
  change: (call: Call) => { call: Call; result: Result } | undefined,
): Promise<Result | undefined> {
  const id = Buffer.from(deps.random(WRITE_ID_BYTES)).toString('base64url');
  let tried: { result: Result } | undefined;
  for (let attempts = 0; attempts < MOST_ATTEMPTS; attempts += 1) {
    const { call, revision } = await readCall(deps, where);
    if (tried !== undefined && call.relay?.writes?.includes(id)) return tried.result;
    const changed = change(call);
    if (changed === undefined || changed.call === call) return changed?.result;
    if (await writeCall(deps, where, writtenAs(changed.call, id), revision + 1)) return changed.result;
    tried = changed;
  }
  throw new Error('a call was changed too often at once');
}

const writtenAs = (call: Call, id: string): Call =>
  isRelayed(call)
    ? withRelay(call, { writes: [id, ...(call.relay.writes ?? [])].slice(0, MOST_WRITES) })
    : call;

const isRelayed = (call: Call): call is Relayed => call.relay !== undefined;

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

/**
 * Takes what a connection tells, and answers it, once and in the order of arrival: while one process works on a call,
 * others leave what they take to it. If that one dies, a look goes on with its work.
 */
export async function answerRelay(
  deps: RelayDependencies,
  where: KeptCall,
  { connection, event, at }: RelayInput,
  settings: CallSettings,
): Promise<void> {
  const isWork = await changeCall(deps, where, (call) => {
    const taken = isRelayed(call) ? take(call, connection, event, at) : undefined;
    return taken && { call: taken, result: event.kind !== 'interrupted' };
  });
  if (isWork !== true) return;
  // What arrived before, but in a process that began later, is then there too.
  await deps.until(at + SETTLE_MS + TIMER_MS, new AbortController().signal);
  const working = { connection, worker: deps.newId() };
  const first = await changeCall(deps, where, (call) => {
    const other = call.relay?.worker;
    if (!isRelayed(call) || call.relay.connection !== connection) return undefined;
    if (other !== undefined && other.until > deps.now()) return undefined;
    const worker = { id: working.worker, until: deps.now() + WORK_MS };
    return stepOf(withRelay(call, { worker }), settings, deps.now());
  });
  if (first === undefined) return;
  const outcomes = await Promise.allSettled([
    workFrom(first, deps, where, working, settings),
    first.do !== 'rest' && deps.lookLater(where, leftWork(connection), WORK_MS + LOOK_AFTER_MS),
  ]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** A look for work that nobody does any more, in whatever turn. */
const leftWork = (connection: string): Look => ({ connection, turn: 0, digits: 0 });

/** Does a step and those that follow. Queries for which no time is left are left to another process. */
async function workFrom(
  first: Step,
  deps: RelayDependencies,
  where: KeptCall,
  working: Working,
  settings: CallSettings,
): Promise<void> {
  const lastQueryAt = deps.now() + ASKING_MS;
  let step: Step | undefined = first;
  try {
    while (step !== undefined && (step.do !== 'ask' || deps.now() <= lastQueryAt))
      step = await work(deps, where, working, step, settings);
  } catch (error) {
    await release(deps, where, working).catch(() => undefined);
    throw error;
  }
  if (step === undefined) return;
  await release(deps, where, working);
  await deps.lookLater(where, leftWork(working.connection), 0);
}

/** Leaves a call to other workers. */
const release = (
  deps: KeptCallDependencies,
  where: KeptCall,
  working: Working,
): Promise<boolean | undefined> =>
  changeCall(deps, where, (call) =>
    isOf(call, working) ? { call: withoutWorker(call), result: true } : undefined,
  );

/** Has a call wait for its next connection. */
const disconnect = (
  deps: KeptCallDependencies,
  where: KeptCall,
  working: Working,
): Promise<boolean | undefined> =>
  changeCall(deps, where, (call) => {
    if (!isOf(call, working)) return undefined;
    const { connection: _closed, ...relay } = call.relay;
    return { call: withoutWorker({ ...call, relay }), result: true };
  });

const withRelay = (call: Relayed, change: Partial<RelayState>): Relayed => ({
  ...call,
  relay: { ...call.relay, ...change },
});

function withoutWorker({ relay: { worker: _worker, ...relay }, ...call }: Relayed): Relayed {
  return { ...call, relay };
}

const isOf = (call: Call, { connection, worker }: Working): call is Relayed =>
  call.relay?.worker?.id === worker && call.relay.connection === connection;

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
      if (event.digits === 0) return hasWork(call) ? call : undefined;
      const isQuiet = event.turn === call.turn && relay.inputs.length === 0 && call.asked === undefined;
      const { length } = relay.digits;
      if (!isQuiet || length !== (event.digits ?? length)) return undefined;
      return length > 0 ? pressed(call, length) : queued(call, { kind: 'silence' }, at);
    }
  }
}

const hasWork = ({ asked, relay: { isUnsent, inputs } }: Relayed): boolean =>
  asked !== undefined || isUnsent || inputs.length > 0;

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
  const { call: changed, effect } = hear(rest, input.heard, settings);
  const isSaid = effect.do === 'say';
  // What was said before an answer was sent, or in the middle of it, does not answer it.
  const isEarly = input.at < relay.sentAt || relay.wasCut;
  const heardUntil = isEarly ? Math.min(input.at, relay.askedAt) : input.at;
  const after = { inputs, heardUntil, isUnsent: isSaid, wasCut: relay.wasCut && !isSaid };
  return stepOf({ ...changed, relay: { ...relay, ...after } }, settings, now);
}

/** Leaves the call to whoever hears something next. */
function resting(call: Relayed, isListening: boolean): { call: Relayed; result: Step } {
  const { said, turn, isWithPeople, isOver, relay } = call;
  const { length: digits } = relay.digits;
  const isAwaited = isListening && said !== undefined && !isOver && relay.inputs.length === 0;
  const silenceMs = said === undefined ? 0 : said.speech.text.length * SPOKEN_CHARACTER_MS + SILENCE_MS;
  const look =
    digits > 0
      ? { delayMs: KEYS_MS, look: { turn, digits } }
      : isAwaited && !isWithPeople
        ? { delayMs: silenceMs, look: { turn } }
        : undefined;
  return { call: withoutWorker(call), result: { do: 'rest', ...look } };
}

type Working = { connection: string; worker: string };

/** Does a step, and finds the next. */
async function work(
  deps: RelayDependencies,
  where: KeptCall,
  working: Working,
  step: Step,
  settings: CallSettings,
): Promise<Step | undefined> {
  const { connection } = working;
  const advance = (change: (call: Relayed) => Relayed): Promise<Step | undefined> =>
    changeCall<Step>(deps, where, (call) =>
      isOf(call, working) ? stepOf(change(call), settings, deps.now()) : undefined,
    );
  // Whoever has heard it may answer before that is written.
  const sent = (sentAt: number) => advance((call) => withRelay(call, { isUnsent: false, sentAt }));
  switch (step.do) {
    case 'rest':
      if (step.look !== undefined)
        await deps.lookLater(where, { connection, ...step.look }, step.delayMs ?? 0);
      return undefined;
    case 'send':
      if (await deps.send(connection, step.said)) return sent(deps.now());
      // It stays unsent, for the next connection.
      await disconnect(deps, where, working);
      return undefined;
    case 'ask': {
      const askedAt = deps.now();
      const answer = await answerOf(deps, where, connection, step);
      return advance((call) => {
        if (call.turn !== step.turn || call.asked === undefined) return call;
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
  const lateAfter = (delayMs: number) => deps.until(now + delayMs, given.signal).then(() => 'late' as const);
  const asking = deps.ask(relay, {
    ...{ query, wasWithPeople, idempotencyKey: `${where.key}.${turn}` },
    ...{ heardUntil: relay.heardUntil ?? now, until: now + ANSWER_MS },
  });
  try {
    if ((await Promise.race([asking, lateAfter(PATIENCE_MS)])) === 'late')
      await deps.sendOneMoment(connection).catch(() => undefined);
    const answer = await Promise.race([asking, lateAfter(ANSWER_MS)]);
    if (answer !== 'late') return answer;
    deps.late();
    return 'failed';
  } finally {
    given.abort();
  }
}
