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
   * Asks the assistant, once for each key however often it is called. It never throws.
   * @param wasWithPeople true if people own the conversation already
   */
  ask: (query: string, idempotencyKey: string, wasWithPeople: boolean) => Promise<CallAnswer>;
  /** Told of an answer that nobody waited for any longer. */
  late: () => void;
  /** Resolves at a time, unless it is no longer waited for. */
  until: (at: number, signal: AbortSignal) => Promise<unknown>;
}

/** An input of a call, as a platform tells it. */
export interface CallInput {
  institution: string;
  channelId: string;
  /** The platform's id of the call, and of the caller. */
  callId: string;
  caller: string;
  /**
   * The number of the input: 0 for the beginning. Platforms repeat an input under its number. `resume`: something else
   * was said into the call, which is to listen again.
   */
  turn: number | 'resume';
  /** Unset if the platform only comes back for an answer that took long. */
  heard?: Heard;
  /** True if the platform may come back no more for this answer. */
  isLastWait: boolean;
  settings: CallSettings;
  /** When the platform needs an answer, in milliseconds since the epoch. */
  answerBy: number;
}

/** What the platform is told. `turn` is the number of its next input. */
export type CallReply =
  | { do: 'say'; said: Said; turn: number }
  /** The answer takes long: the platform is to come back for it. */
  | { do: 'come_back'; turn: number }
  | { do: 'end' };

/** Changes of one call that were overtaken by others; each of them has advanced it. */
const MOST_ATTEMPTS = 5;

/**
 * Takes an input of a call and answers it, once however often and in however many processes it arrives: an input of an
 * earlier turn gets what was said last, and two of the same turn the same answer.
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
  // The query is written now: reading it again finds whoever else asks it.
  return effect.do === 'ask' ? 'overtaken' : { do: 'end' };
}

/** Listens again, or goes on to ask if something was heard before the call was interrupted. */
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

/** Asks the query of the turn. If another process has written its answer meanwhile, the call is read again. */
async function askFor(
  deps: CallDependencies,
  input: CallInput,
  { asked: _asked, ...call }: Call,
  query: string,
  key: string,
  write: Write,
): Promise<CallReply | 'overtaken'> {
  const given = new AbortController();
  const late = deps.until(input.answerBy, given.signal).then(() => 'late' as const);
  const answer = await Promise.race([deps.ask(query, `${key}.${call.turn}`, call.isWithPeople), late]);
  given.abort();
  if (answer === 'late' && !input.isLastWait) return { do: 'come_back', turn: call.turn };
  if (answer === 'late') deps.late();
  const next = answered(call, answer === 'late' ? 'failed' : answer, input.settings);
  return (await write(next.call)) ? { do: 'say', said: next.said, turn: next.call.turn } : 'overtaken';
}
