import type { CompiledCompetency } from '../../engine/assistant.ts';
import { toWire } from '../../engine/dialogue/business-logic/wire.ts';
import { givenBack } from '../../engine/dialogue/given-back.ts';
import { outcomeOf } from '../../engine/dialogue/outcome.ts';
import {
  afterNobody,
  backAgain,
  comeBack,
  handOver,
  handOverReason,
  nobodySpeech,
  passOn,
  queueFor,
  tellNobody,
  wantsAssistant,
} from '../../engine/dialogue/people.ts';
import { joinSpeech } from '../../engine/dialogue/speech.ts';
import { type DialogState, initialState } from '../../engine/dialogue/state.ts';
import type { TakenTurn, TurnResult } from '../../engine/dialogue/turn.ts';
import type { TurnInput } from '../../engine/dialogue/turn-input.ts';
import type { LoadedAssistant } from '../../engine/load.ts';
import type { CallOutcome } from '../shared/business-logic/client.ts';
import { isUnhandled } from '../shared/domain/conversations/conversations.ts';
import {
  type Handoff,
  type HandoffChange,
  type Held,
  isNobodyThere,
  newHandoff,
  OWNED_LIFETIME_MS,
  openHeld,
  sealHeld,
  type WordsSeal,
  withMessages,
} from '../shared/domain/handoffs/handoffs.ts';
import { SESSION_LIFETIME_MS, type Session } from '../shared/domain/query/sessions.ts';

/** The changes of a turn to its handoff. */
export interface PeopleChange {
  /** The owner after the turn. */
  owner: 'people' | 'assistant';
  /** Changes to the handoff. */
  next: Partial<Handoff>;
  /** The handoff's new content, which is stored encrypted. */
  held?: Held;
  /** True if the query is passed on to people. */
  isPassedOn: boolean;
}

/** A turn that people answer, or that takes the conversation away from people. */
export interface PeopleTurn {
  result: TakenTurn;
  change: PeopleChange;
}

/**
 * Takes the turn of a conversation that people own: passes the query on, without the assistant reading it.
 * @returns undefined if no person came in time and the author lets the assistant go on
 */
export function takeOwnedTurn(
  loaded: LoadedAssistant,
  input: TurnInput,
  state: DialogState,
  handoff: Handoff,
): PeopleTurn | undefined {
  if (wantsAssistant(loaded, input.query)) {
    const result = { ...comeBack(loaded, input, state), asksAnew: true };
    return { result, change: { owner: 'assistant', next: { status: 'returned' }, isPassedOn: true } };
  }
  const isNobody = isNobodyThere(handoff, input.now);
  if (isNobody && handoff.whenNobody === 'back') return undefined;
  const answer = (isNobody ? tellNobody : passOn)(loaded, input, state);
  return {
    result: { ...answer, asksAnew: false },
    change: {
      owner: 'people',
      next: { endsAt: input.now + OWNED_LIFETIME_MS, ...(isNobody && { isNobodyTold: true }) },
      isPassedOn: input.query.trim() !== '',
    },
  };
}

/** The answer with which the assistant goes on because no person came in time. */
export const withoutPeople = (loaded: LoadedAssistant, input: TurnInput, result: TakenTurn): PeopleTurn => ({
  result: { ...result, ...afterNobody(loaded, input, result) },
  change: { owner: 'assistant', next: { status: 'returned' }, isPassedOn: false },
});

/**
 * The state from which the assistant continues after people gave a conversation back.
 * @returns also whether the question that was open before is void
 */
export function stateGivenBack(
  loaded: LoadedAssistant,
  input: TurnInput,
  state: DialogState,
  handoff: Handoff,
  deploymentKey: Uint8Array,
): { state: DialogState; isAskedAnew: boolean } {
  if (handoff.status === 'closed') {
    const { kept, sessionInfo } = state;
    return { state: { ...initialState(), kept, sessionInfo }, isAskedAnew: false };
  }
  const { returned = {} } = openHeld(handoff.held, { ...handoff, deploymentKey });
  return givenBack(loaded, input, state, returned);
}

/** The number of consecutive failed turns, including this turn. */
export function failuresAfter(
  before: number,
  result: TurnResult,
  businessLogic: CallOutcome['status'] | undefined,
): number {
  const outcome = outcomeOf(result, businessLogic);
  return outcome === 'failed' || isUnhandled(outcome) ? before + 1 : 0;
}

/** Hands a conversation over after a turn if the turn asks for it and the author's settings allow it. */
export function handedOver(
  loaded: LoadedAssistant,
  input: TurnInput,
  result: TakenTurn,
  asked: { byBusinessLogic: boolean; failures: number },
): { result: TakenTurn; change?: PeopleChange } {
  const { people, conversations: log } = loaded.assistant;
  const reason = people && handOverReason(people, result, asked);
  if (people === undefined || reason === null || reason === undefined) return { result };
  const competency = competencyInProgress(loaded, result);
  const settings = queueFor(people, competency?.name ?? result.competency, input.language);
  const handed = handOver(loaded, settings, input, result, reason);
  const said = { ...result, ...handed.result };
  if (!handed.isHandedOver) return { result: said };
  return {
    result: { ...said, handsOff: true },
    change: {
      owner: 'people',
      next: {
        status: 'waiting',
        reason,
        since: input.now,
        answerBy: input.now + settings.withinMinutes * 60_000,
        whenNobody: settings.whenNobody,
        isNobodyTold: false,
        queue: settings.queue,
        language: input.language,
        competency: result.competency,
        state: result.classifier_state,
        endsAt: input.now + OWNED_LIFETIME_MS,
        ...(log?.queries === true && { keepDays: log.keepDays }),
      },
      held: {
        ...openSlots(competency, result),
        nobody: joinSpeech(nobodySpeech(loaded, settings, input)).speak,
        back: backAgain(loaded, input).speak,
      },
      isPassedOn: input.query.trim() !== '',
    },
  };
}

/** The frame in progress, or the frame that has just ended. */
const frameOf = ({ state }: TurnResult) => state.frames.at(-1) ?? state.finished?.frame;

function competencyInProgress(
  { states, competencies }: LoadedAssistant,
  result: TurnResult,
): CompiledCompetency | undefined {
  const frame = frameOf(result);
  return frame && competencies.get(states.get(frame.state)?.competency ?? '');
}

/** The slots of the competency in progress, without sensitive ones. */
function openSlots(
  competency: CompiledCompetency | undefined,
  result: TurnResult,
): Pick<Held, 'slots' | 'names'> {
  const slots = competency?.slots.filter(({ sensitive }) => !sensitive) ?? [];
  return { slots: toWire({ slots }, frameOf(result)?.slots ?? {}), names: slots.map(({ name }) => name) };
}

/** The change to the handoff that is written together with the turn's session. */
export function handoffAfter(
  { owner, next, held, isPassedOn }: PeopleChange,
  session: Session,
  previous: Handoff | undefined,
  turn: { query: string; institution: string; now: number; seal: WordsSeal },
): HandoffChange {
  const { institution, now, query, seal } = turn;
  const { sessionId, key: sessionKey, versionId, application } = session;
  const place = {
    institution,
    sessionId,
    sessionKey,
    versionId,
    ...(application !== undefined && { application }),
  };
  const begun = previous ?? newHandoff(place, now);
  const { claim, ...unclaimed } = begun;
  const kept = owner === 'people' && held === undefined && claim ? { ...unclaimed, claim } : unclaimed;
  const changed = {
    ...next,
    ...(owner === 'assistant' && { endsAt: now + SESSION_LIFETIME_MS }),
    ...(held && { held: sealHeld(held, seal) }),
  };
  const said = isPassedOn ? [{ from: 'user' as const, qid: session.qid, text: query }] : [];
  return withMessages(kept, changed, said, { seal, now, people: session.people ?? [] });
}
