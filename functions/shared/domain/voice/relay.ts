import {
  answered,
  type Call,
  type CallAnswer,
  type CallSettings,
  type RelayState,
  type Said,
} from './call.ts';
import { changeCall } from './change-call.ts';
import type { KeptCall, KeptCallDependencies } from './kept-calls.ts';
import {
  type CallRules,
  isRelayed,
  type Listening,
  type Look,
  type RelayEvent,
  type Relayed,
  type RelayInput,
  type Step,
  stepOf,
  take,
  withoutWorker,
  withRelay,
} from './relayed-call.ts';

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

export interface RelayDependencies extends KeptCallDependencies {
  /** Asks the assistant, once for each key however often it is called. It never throws. */
  ask: (relay: RelayState, query: RelayQuery) => Promise<CallAnswer>;
  listening: Listening;
  /**
   * Sends what is said, or that the call goes on elsewhere.
   * @param turn the number of the input that answers it
   * @returns false if the connection is closed
   */
  send: (connection: string, said: Said, turn: number) => Promise<boolean>;
  /** Told of an answer that nobody waited for any longer. */
  late: () => void;
  /** Says that the answer takes long. If it throws, the caller only waits in silence. */
  sendOneMoment: (connection: string) => Promise<unknown>;
  lookLater: (where: KeptCall, look: Look, delayMs: number) => Promise<unknown>;
  newId: () => string;
  until: (at: number, signal: AbortSignal) => Promise<unknown>;
}

/** How early a timer may end. */
const TIMER_MS = 5;

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

/** What changes a call, but is not answered. */
const IDLE: readonly RelayEvent['kind'][] = ['interrupted', 'spoken', 'hang_up'];

/**
 * Takes what a connection tells, and answers it, once and in the order of arrival: while one process works on a call,
 * others leave what they take to it. If that one dies, a look goes on with its work.
 */
export async function answerRelay(
  deps: RelayDependencies,
  where: KeptCall,
  input: RelayInput,
  settings: CallSettings,
): Promise<void> {
  const { connection, event, at } = input;
  const rules = { settings, listening: deps.listening };
  const isWork = await changeCall(deps, where, (call) => {
    const taken = isRelayed(call) ? take(call, input, settings) : undefined;
    return taken && { call: taken, result: !IDLE.includes(event.kind) };
  });
  if (isWork !== true) return;
  // What arrived before, but in a process that began later, is then there too.
  await settled(deps, at + deps.listening.settleMs);
  const working = { connection, worker: deps.newId() };
  const first = await changeCall(deps, where, (call) => {
    const other = call.relay?.worker;
    if (!isRelayed(call) || call.relay.connection !== connection) return undefined;
    if (other !== undefined && other.until > deps.now()) return undefined;
    const worker = { id: working.worker, until: deps.now() + WORK_MS };
    return stepOf(withRelay(call, { worker }), rules, deps.now());
  });
  if (first === undefined) return;
  const outcomes = await Promise.allSettled([
    workFrom(first, deps, where, working, rules),
    first.do !== 'rest' && deps.lookLater(where, leftWork(connection), WORK_MS + LOOK_AFTER_MS),
  ]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

const settled = ({ until }: Pick<RelayDependencies, 'until'>, at: number): Promise<unknown> =>
  until(at + TIMER_MS, new AbortController().signal);

/** A look for work that nobody does any more, in whatever turn. */
const leftWork = (connection: string): Look => ({ connection, turn: 0, digits: 0 });

/** Does a step and those that follow. Queries for which no time is left are left to another process. */
async function workFrom(
  first: Step,
  deps: RelayDependencies,
  where: KeptCall,
  working: Working,
  rules: CallRules,
): Promise<void> {
  const lastQueryAt = deps.now() + ASKING_MS;
  let step: Step | undefined = first;
  try {
    while (step !== undefined && (step.do !== 'ask' || deps.now() <= lastQueryAt))
      step = await work(deps, where, working, step, rules);
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

const isOf = (call: Call, { connection, worker }: Working): call is Relayed =>
  call.relay?.worker?.id === worker && call.relay.connection === connection;

type Working = { connection: string; worker: string };

/** Does a step, and finds the next. */
async function work(
  deps: RelayDependencies,
  where: KeptCall,
  working: Working,
  step: Step,
  rules: CallRules,
): Promise<Step | undefined> {
  const { connection } = working;
  const advance = (change: (call: Relayed) => Relayed): Promise<Step | undefined> =>
    changeCall<Step>(deps, where, (call) =>
      isOf(call, working) ? stepOf(change(call), rules, deps.now()) : undefined,
    );
  // Whoever has heard it may answer before that is written.
  const sent = (turn: number, sentAt: number) =>
    advance((call) => (call.turn === turn ? withRelay(call, { isUnsent: false, sentAt }) : call));
  switch (step.do) {
    case 'wait':
      await settled(deps, step.until);
      return advance((call) => call);
    case 'rest':
      if (step.look !== undefined)
        await deps.lookLater(where, { connection, ...step.look }, step.delayMs ?? 0);
      return undefined;
    case 'send':
      if (await deps.send(connection, step.said, step.turn)) return sent(step.turn, deps.now());
      // It stays unsent, for the next connection.
      await disconnect(deps, where, working);
      return undefined;
    case 'ask': {
      const askedAt = deps.now();
      const answer = await answerOf(deps, where, connection, step);
      return advance((call) => {
        if (call.turn !== step.turn || call.asked === undefined) return call;
        const { relay, asked: _asked, ...rest } = call;
        const said = answered(rest, answer, rules.settings).call;
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
