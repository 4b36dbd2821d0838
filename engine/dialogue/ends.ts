import { ROOT } from '../assistant.ts';
import { beyondTurn, intoSession } from './kept-slots.ts';
import { resultOf } from './result.ts';
import { joinSpeech, type Speech } from './speech.ts';
import { type DialogState, initialState } from './state.ts';
import { resume } from './suspend.ts';
import type { TurnResult } from './turn.ts';
import type { Turn } from './turn-context.ts';
import type { Visit } from './visit-data.ts';

/**
 * The turn ends in the visited state, awaiting `asked`.
 * @param prompt what is waited for, said again after an interruption; by default the last of what is said
 */
export function stay(
  turn: Turn,
  visit: Visit,
  asked: string | null,
  speech: readonly Speech[],
  prompt: DialogState['prompt'] = joinSpeech(speech.slice(-1)),
): TurnResult {
  const state: DialogState = {
    ...ended(turn, visit),
    state: visit.state.name,
    slots: beyondTurn(visit.competency, visit.slots),
    asked,
    misses: visit.misses,
    skipped: visit.skipped,
    prompt: prompt && { language: turn.input.language, ...prompt },
    intent: visit.intent,
    suspended: visit.suspended,
  };
  return result(turn, visit, state, visit.state.name, speech);
}

/** The competency has ended: the turn goes back to what waits, or to root. `spokenBy` had the last word. */
export function end(
  turn: Turn,
  visit: Visit,
  speech: readonly Speech[],
  spokenBy: string = ROOT,
): TurnResult {
  const next = resume(turn, {
    ...ended(turn, visit),
    state: visit.state.name,
    suspended: visit.suspended,
  });
  const resumes = next.speech.length > 0;
  return result(turn, visit, next.state, spokenBy, [...speech, ...next.speech], resumes);
}

const ended = (turn: Turn, visit: Visit): DialogState => ({
  ...initialState(),
  last: turn.before.last,
  kept: intoSession(visit.competency, visit.slots, visit.kept),
  sessionInfo: visit.sessionInfo,
});

function result(
  turn: Turn,
  visit: Visit,
  state: DialogState,
  spokenBy: string,
  speech: readonly Speech[],
  hasTold = false,
): TurnResult {
  return resultOf(turn, {
    state,
    competency: visit.competency.name,
    classifierState: spokenBy,
    intent: visit.intent,
    probability: visit.probability,
    speech,
    hasTold,
    slots: { of: visit.competency, values: visit.slots },
    visualPayload: visit.visualPayload,
    businessLogic: visit.businessLogic,
  });
}
