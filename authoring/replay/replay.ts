import { outcomeOf } from '../../engine/dialogue/outcome.ts';
import { type DialogState, initialState } from '../../engine/dialogue/state.ts';
import { type TurnResult, takeTurn } from '../../engine/dialogue/turn.ts';
import type { LoadedAssistant } from '../../engine/load.ts';
import {
  type ReadTurn,
  refusedValue,
} from '../../functions/shared/domain/conversations/conversation-views.ts';
import type { TurnOutcome } from '../../functions/shared/domain/conversations/conversations.ts';
import { MASK } from '../../functions/shared/domain/conversations/masking.ts';
import { standIn } from './stand-in.ts';

/** An answer to a query, old or new. */
export interface Answer {
  outcome: TurnOutcome;
  competency: string;
  state: string;
  /** The slot that is asked for; undefined if unknown. */
  asked: string | null | undefined;
  /** Null if unknown, or if it contains text of the business logic and so says nothing about the version. */
  spoken: string | null;
}

/** How a new answer compares with the old one. */
export const VERDICTS = ['worse', 'other', 'better', 'same'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface ReplayedTurn {
  sessionId: string;
  /** The number of the turn within the session, from 1. */
  ordinal: number;
  language: string;
  application?: string;
  query: string;
  verdict: Verdict;
  was: Answer;
  is: Answer;
}

/** Why the rest of a session was not replayed. */
export const REASONS = {
  masked: 'masked or not kept',
  unreadable: 'encrypted with another deployment key',
  language: 'in a language that the assistant does not support',
  lost: 'after turns that are missing from the log',
  failed: 'after a failed business-logic call, whose effect is unknown',
  elsewhere: 'after the conversation took a different course',
  long: 'after more turns than are played of one conversation',
} as const;
export type Reason = keyof typeof REASONS;

export interface ReplayedSession {
  turns: ReplayedTurn[];
  /** How many turns at the session's end were not replayed, and why. */
  left?: { turns: number; reason: Reason };
}

/**
 * Asks an assistant the queries of a logged session of another version, as long as the conversation stays on
 * the same course.
 * @param turns of one session, in order
 * @param beforeTurn awaited before every turn; what it throws ends the replay
 */
export async function replaySession(
  loaded: LoadedAssistant,
  turns: readonly ReadTurn[],
  beforeTurn?: () => Promise<void>,
): Promise<ReplayedSession> {
  const replayed: ReplayedTurn[] = [];
  let state = initialState();
  let hasAnswers = false;
  const leave = (reason: Reason): ReplayedSession => {
    const left = turns.length - replayed.length;
    return { turns: replayed, ...(left > 0 && { left: { turns: left, reason } }) };
  };
  for (const [index, turn] of turns.entries()) {
    const { sessionId, ordinal, language, application, words } = turn;
    if (ordinal !== index + 1) return leave('lost');
    if (words === undefined) return leave('unreadable');
    const { query } = words;
    if (query === null || query.includes(MASK)) return leave('masked');
    if (!loaded.assistant.languages.supported.includes(language)) return leave('language');
    await beforeTurn?.();
    const taken = await take(loaded, state, turn, query);
    hasAnswers ||= taken.isAnswered || turn.businessLogic?.status === 'answered';
    const was = wasAnswered(turn, hasAnswers);
    const is = isAnswered(taken, hasAnswers);
    const verdict = compare(was, is);
    replayed.push({
      sessionId,
      ordinal,
      language,
      ...(application === undefined ? {} : { application }),
      query,
      verdict,
      was,
      is,
    });
    if (was.outcome === 'failed' || is.outcome === 'failed') return leave('failed');
    if (!isSamePlace(loaded, state, taken.result, was, is)) return leave('elsewhere');
    state = taken.result.state;
  }
  return { turns: replayed };
}

interface Taken {
  result: TurnResult;
  last: 'answered' | 'failed' | undefined;
  /** True if business logic would have answered. */
  isAnswered: boolean;
}

/** Plays a turn with its original id, which determines the choice among alternative texts. */
async function take(
  loaded: LoadedAssistant,
  state: DialogState,
  turn: ReadTurn,
  query: string,
): Promise<Taken> {
  let last: Taken['last'];
  let isAnswered = false;
  const call = standIn(loaded, turn, ({ status }) => {
    last = status;
    isAnswered ||= status === 'answered';
  });
  const input = {
    qid: turn.qid,
    query,
    language: turn.language,
    device: turn.device,
    lat: null,
    lon: null,
    timeOffset: null,
    now: turn.at,
    institution: null,
    application: turn.application ?? null,
    externalUserId: 'replay',
    aiVersion: turn.versionId,
    dialog: turn.sessionId,
    sessionId: turn.sessionId,
    arbitraryFields: {},
  };
  return { result: await takeTurn(loaded, state, input, call), last, isAnswered };
}

const wasAnswered = (turn: ReadTurn, hasAnswers: boolean): Answer => ({
  outcome: refusedValue(turn) ? 'value_refused' : turn.outcome,
  competency: turn.competency,
  state: turn.state,
  asked: turn.words?.explanation?.asked,
  spoken: hasAnswers ? null : (turn.words?.spoken ?? null),
});

const isAnswered = ({ result, last }: Taken, hasAnswers: boolean): Answer => ({
  outcome: outcomeOf(result, last),
  competency: result.competency,
  state: result.classifier_state,
  asked: result.explanation.asked,
  spoken: hasAnswers ? null : result.visuals.speakableResponse,
});

/** How well each outcome was understood; null if business logic hides it. */
const UNDERSTOOD: Readonly<Record<TurnOutcome, number | null>> = {
  understood: 2,
  corrected: 2,
  value_refused: 2,
  clarified: 1,
  value_not_read: 0,
  not_in_documents: 0,
  not_understood: 0,
  out_of_scope: 0,
  failed: null,
};

/** Better or worse if more or less was understood; `other` if the text or the action differs. */
export function compare(was: Answer, is: Answer): Verdict {
  const [before, after] = [UNDERSTOOD[was.outcome], UNDERSTOOD[is.outcome]];
  if (before !== null && after !== null && before !== after) return after > before ? 'better' : 'worse';
  const isSame =
    was.competency === is.competency &&
    was.state === is.state &&
    isEqualWhereKnown(was.asked, is.asked) &&
    isEqualWhereKnown(was.spoken ?? undefined, is.spoken ?? undefined);
  return isSame ? 'same' : 'other';
}

const isEqualWhereKnown = <Value>(left: Value | undefined, right: Value | undefined): boolean =>
  left === undefined || right === undefined || left === right;

/**
 * True if the old and the new answer leave the conversation in the same place, so that the next query can be
 * replayed. The log does not contain the place. Two places count as the same if the same state spoke and asks
 * for the same slot, or if both conversations are at rest: a state ended the conversation, or a conversation
 * at rest got no answer.
 */
function isSamePlace(
  { states }: LoadedAssistant,
  before: DialogState,
  { state }: TurnResult,
  was: Answer,
  is: Answer,
): boolean {
  if (was.state === is.state && isEqualWhereKnown(was.asked, is.asked)) return true;
  const rested = isAtRest(before) && !states.has(was.state) && was.outcome !== 'clarified';
  const wasEnded = states.get(was.state)?.terminal === true;
  return isAtRest(state) && (was.asked ?? null) === null && (rested || wasEnded);
}

const isAtRest = ({ frames, choice }: DialogState): boolean => frames.length === 0 && choice === null;
