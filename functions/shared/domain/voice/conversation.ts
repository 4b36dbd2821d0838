import {
  answered,
  type Call,
  type CallAnswer,
  type CallSettings,
  type Heard,
  hear,
  listening,
  type Said,
} from './call.ts';
import { calledBy, type KeptCallDependencies, keptAs, readCall, writeCall } from './kept-calls.ts';
import { NOTHING } from './speech.ts';

export interface CallDependencies extends KeptCallDependencies {
  /**
   * Asks the assistant; repeats under one key get the same answer. Never throws.
   * @param wasWithPeople true if people own the conversation already
   */
  ask: (query: string, idempotencyKey: string, wasWithPeople: boolean) => Promise<CallAnswer>;
  /** Called when an answer is too late to be spoken. */
  late: () => void;
  /** Waits until a time; the signal cancels the wait. */
  until: (at: number, signal: AbortSignal) => Promise<unknown>;
}

/** An input of a call, as its platform sends it. */
export interface CallInput {
  institution: string;
  channelId: string;
  /** The platform's id of the call, and of the caller. */
  callId: string;
  caller: string;
  /**
   * The number of the input, from 0. A repeated input keeps its number. `resume`: something else was spoken into the
   * call, which should now listen again.
   */
  turn: number | 'resume';
  /** Unset if the platform only returns for a slow answer. */
  heard?: Heard;
  /** True if the platform cannot return for this answer again. */
  isLastWait: boolean;
  settings: CallSettings;
  /** When the platform needs an answer, in milliseconds since the epoch. */
  answerBy: number;
}

/** The reply to the platform. `turn` is the number of its next input. */
export type CallReply =
  | { do: 'say'; said: Said; turn: number }
  /** The answer is slow: the platform should return for it. */
  | { do: 'come_back'; turn: number }
  | { do: 'end' };

/** Times that the call is read for one input: again once a query is stored, or if another process changed the call. */
const MOST_ATTEMPTS = 5;

/**
 * Answers an input of a call exactly once, even if it arrives repeatedly or in several processes: an input of an
 * earlier turn gets the latest reply, and repeats of the current input get the same answer.
 */
export async function answerCall(deps: CallDependencies, input: CallInput): Promise<CallReply> {
  const where = calledBy(await keptAs(deps, input), input.caller);
  for (let attempts = 0; attempts < MOST_ATTEMPTS; attempts += 1) {
    const { call, revision } = await readCall(deps, where);
    const reply = await advance(deps, input, call, where.key, (changed) =>
      writeCall(deps, where, changed, revision + 1),
    );
    if (reply !== 'overtaken') return reply;
  }
  return { do: 'end' };
}

type Write = (call: Call) => Promise<boolean>;

async function advance(
  deps: CallDependencies,
  input: CallInput,
  call: Call,
  key: string,
  write: Write,
): Promise<CallReply | 'overtaken'> {
  const { heard, settings, turn } = input;
  if (heard?.kind === 'hang_up') {
    const { call: ended } = hear(call, heard, settings);
    return call.isOver || (await write(ended)) ? { do: 'end' } : 'overtaken';
  }
  if (turn === 'resume') return resume(deps, input, call, key, write);
  if (turn < call.turn && call.said !== undefined) return { do: 'say', said: call.said, turn: call.turn };
  if (call.isOver || turn !== call.turn) return { do: 'end' };
  if (call.asked !== undefined) return askFor(deps, input, call, call.asked, key, write);
  if (heard === undefined) return { do: 'end' };
  const { call: changed, effect } = hear(call, heard, settings);
  if (!(await write(changed))) return 'overtaken';
  if (effect.do === 'say') return { do: 'say', said: effect.said, turn: changed.turn };
  // The query is stored: read the call again before asking, since another process may be asking too.
  return effect.do === 'ask' ? 'overtaken' : { do: 'end' };
}

/** Listens again, or asks the query that was pending when the call was interrupted. */
async function resume(
  deps: CallDependencies,
  input: CallInput,
  call: Call,
  key: string,
  write: Write,
): Promise<CallReply | 'overtaken'> {
  if (call.isOver || call.said === undefined) return { do: 'end' };
  if (call.asked !== undefined) return askFor(deps, input, call, call.asked, key, write);
  return { do: 'say', said: listening(NOTHING, call.said.choices), turn: call.turn };
}

/** Asks the query of the turn; `overtaken` if another process wrote its answer first. */
async function askFor(
  deps: CallDependencies,
  input: CallInput,
  { asked: _asked, ...call }: Call,
  query: string,
  key: string,
  write: Write,
): Promise<CallReply | 'overtaken'> {
  const timer = new AbortController();
  const late = deps.until(input.answerBy, timer.signal).then(() => 'late' as const);
  const answer = await Promise.race([deps.ask(query, `${key}.${call.turn}`, call.isWithPeople), late]);
  timer.abort();
  if (answer === 'late' && !input.isLastWait) return { do: 'come_back', turn: call.turn };
  if (answer === 'late') deps.late();
  const next = answered(call, answer === 'late' ? 'failed' : answer, input.settings);
  return (await write(next.call)) ? { do: 'say', said: next.said, turn: next.call.turn } : 'overtaken';
}
