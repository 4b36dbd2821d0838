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

export interface RelayQuery {
  query: string;
  idempotencyKey: string;
  wasWithPeople: boolean;
  /** The caller had heard everything said up to this time. */
  heardUntil: number;
  /** The deadline of the answer, in epoch milliseconds. */
  until: number;
}

export interface RelayDependencies extends KeptCallDependencies {
  /** Asks the assistant; repeats under one key get the same answer. Never throws. */
  ask: (relay: RelayState, query: RelayQuery) => Promise<CallAnswer>;
  listening: Listening;
  /**
   * Sends a reply, or ends the connection if the reply dials or hangs up.
   * @param turn the number of the next input
   * @returns false if the connection is closed
   */
  send: (connection: string, said: Said, turn: number) => Promise<boolean>;
  /** Called when an answer is too late to be spoken. */
  late: () => void;
  /** Asks the caller to wait for a slow answer. If it throws, the caller waits in silence. */
  sendOneMoment: (connection: string) => Promise<unknown>;
  lookLater: (where: KeptCall, look: Look, delayMs: number) => Promise<unknown>;
  newId: () => string;
  until: (at: number, signal: AbortSignal) => Promise<unknown>;
}

/** How much too early a timer may fire. */
const TIMER_MS = 5;

/** When the caller is asked to wait, and when the answer is given up. */
const PATIENCE_MS = 4000;
const ANSWER_MS = 20_000;

/**
 * How long a worker may start queries, and how long its claim on the call lasts: as long as its process may live. The
 * time in between is for the last answer.
 */
const ASKING_MS = 4000;
const WORK_MS = 26_000;

/** How long after a claim's end the call is checked for unfinished work. */
const LOOK_AFTER_MS = 1000;

/** Events that change a call but get no answer. */
const IDLE: readonly RelayEvent['kind'][] = ['interrupted', 'spoken', 'hang_up'];

/**
 * Answers an event of a connection, exactly once and in order of arrival. While one process works on a call, others
 * only queue their events. If that process dies, a look continues its work.
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
  // Wait for earlier events whose processes started later.
  await waitUntil(deps, at + deps.listening.settleMs);
  const claim = { connection, worker: deps.newId() };
  const first = await changeCall(deps, where, (call) => {
    const other = call.relay?.worker;
    if (!isRelayed(call) || call.relay.connection !== connection) return undefined;
    if (other !== undefined && other.until > deps.now()) return undefined;
    const worker = { id: claim.worker, until: deps.now() + WORK_MS };
    return stepOf(withRelay(call, { worker }), rules, deps.now());
  });
  if (first === undefined) return;
  const outcomes = await Promise.allSettled([
    workFrom(first, deps, where, claim, rules),
    first.do !== 'rest' && deps.lookLater(where, unfinishedWork(connection), WORK_MS + LOOK_AFTER_MS),
  ]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

const waitUntil = ({ until }: Pick<RelayDependencies, 'until'>, at: number): Promise<unknown> =>
  until(at + TIMER_MS, new AbortController().signal);

/** A check for unfinished work, in any turn. */
const unfinishedWork = (connection: string): Look => ({ connection, turn: 0, digits: 0 });

/** Runs a step and those that follow. Leaves a query to another process if there is no time left for it. */
async function workFrom(
  first: Step,
  deps: RelayDependencies,
  where: KeptCall,
  claim: Claim,
  rules: CallRules,
): Promise<void> {
  const lastQueryAt = deps.now() + ASKING_MS;
  let step: Step | undefined = first;
  try {
    while (step !== undefined && (step.do !== 'ask' || deps.now() <= lastQueryAt))
      step = await work(deps, where, claim, step, rules);
  } catch (error) {
    await release(deps, where, claim).catch(() => undefined);
    throw error;
  }
  if (step === undefined) return;
  await release(deps, where, claim);
  await deps.lookLater(where, unfinishedWork(claim.connection), 0);
}

/** Releases a claim on a call. */
const release = (deps: KeptCallDependencies, where: KeptCall, claim: Claim): Promise<boolean | undefined> =>
  changeCall(deps, where, (call) =>
    isClaimed(call, claim) ? { call: withoutWorker(call), result: true } : undefined,
  );

/** Removes a closed connection from its call, which then waits for the next one. */
const disconnect = (
  deps: KeptCallDependencies,
  where: KeptCall,
  claim: Claim,
): Promise<boolean | undefined> =>
  changeCall(deps, where, (call) => {
    if (!isClaimed(call, claim)) return undefined;
    const { connection: _closed, ...relay } = call.relay;
    return { call: withoutWorker({ ...call, relay }), result: true };
  });

const isClaimed = (call: Call, { connection, worker }: Claim): call is Relayed =>
  call.relay?.worker?.id === worker && call.relay.connection === connection;

type Claim = { connection: string; worker: string };

/** Runs a step. @returns the next one; undefined if this process is done with the call */
async function work(
  deps: RelayDependencies,
  where: KeptCall,
  claim: Claim,
  step: Step,
  rules: CallRules,
): Promise<Step | undefined> {
  const { connection } = claim;
  const advance = (change: (call: Relayed) => Relayed): Promise<Step | undefined> =>
    changeCall<Step>(deps, where, (call) =>
      isClaimed(call, claim) ? stepOf(change(call), rules, deps.now()) : undefined,
    );
  // The caller may have answered before this is written, and so begun the next turn.
  const sent = (turn: number, sentAt: number) =>
    advance((call) => (call.turn === turn ? withRelay(call, { isUnsent: false, sentAt }) : call));
  switch (step.do) {
    case 'wait':
      await waitUntil(deps, step.until);
      return advance((call) => call);
    case 'rest':
      if (step.look !== undefined)
        await deps.lookLater(where, { connection, ...step.look }, step.delayMs ?? 0);
      return undefined;
    case 'send':
      if (await deps.send(connection, step.said, step.turn)) return sent(step.turn, deps.now());
      // The reply stays unsent, for the next connection.
      await disconnect(deps, where, claim);
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

/** Asks the assistant, and asks the caller to wait if the answer is slow. */
async function answerOf(
  deps: RelayDependencies,
  where: KeptCall,
  connection: string,
  { query, relay, turn, wasWithPeople }: Extract<Step, { do: 'ask' }>,
): Promise<CallAnswer> {
  const now = deps.now();
  const timer = new AbortController();
  const lateAfter = (delayMs: number) => deps.until(now + delayMs, timer.signal).then(() => 'late' as const);
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
    timer.abort();
  }
}
