import { createHash } from 'node:crypto';
import { ROOT } from '../../assistant.ts';
import { isDeed } from '../../deeds.ts';
import type { DialogState, PendingDeed } from '../state.ts';
import { placeOf, type TurnContext } from '../turn-context.ts';
import { deedFrame, unknownAlike, withDeed } from '../unknown-deeds.ts';
import type { Visit } from '../visit.ts';
import type { BusinessLogicRequest, CallPurpose } from './protocol.ts';
import { type Mapped, requestOf } from './request.ts';

/**
 * A call as it is made: its body, its purpose, and the deed that it is for, as the conversation remembers it where
 * nobody learns what came of it; null where it only looks something up. What is asked again is asked as it was. A deed
 * with the values of one whose outcome nobody knows is that one, asked for again: its key does it once.
 */
export function callOf(
  turn: TurnContext,
  visit: Visit,
  mapped: Mapped,
): { request: BusinessLogicRequest; purpose: CallPurpose; deed: PendingDeed | null } {
  const request = requestOf(turn, visit, mapped);
  const isFirst = mapped.statuses.size === 0;
  if (isFirst) visit.pending ??= takeUnknownAlike(turn, visit);
  const { pending } = visit;
  if (pending !== null && isFirst) {
    const { key, qid, query } = pending;
    const deed = { ...pending, calls: pending.calls + 1 };
    const purpose = { key, pending: pendingState(turn, visit, deed) };
    return { request: { ...request, qid, query }, purpose, deed };
  }
  const key = keyOf(turn, request);
  if (!isDeed(turn.loaded.assistant, visit.state.name)) {
    return { request, purpose: { key, pending: null }, deed: null };
  }
  const { qid, query } = turn.input;
  const deed = { key, qid, query, from: turn.before.frames.at(-1)?.state ?? ROOT, calls: 1 };
  return { request, purpose: { key, pending: pendingState(turn, visit, deed) }, deed };
}

/** The same for calls that ask the same of one turn, whoever takes it; another one for anything else. */
const keyOf = ({ input }: TurnContext, { state, slots }: BusinessLogicRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([input.turnKey ?? input.qid, state, slots]))
    .digest('base64url');

/** The call of a deed of unknown outcome that the visit is about to do once more, which is no longer kept beside it. */
function takeUnknownAlike(turn: TurnContext, visit: Visit): PendingDeed | null {
  const alike = unknownAlike(turn, visit);
  if (alike === undefined) return null;
  turn.unknown = turn.unknown.filter((deed) => deed !== alike);
  return alike.pending;
}

/** The conversation as it stood, with the deed on top of it, and beside it the other deeds that may have been done. */
function pendingState(turn: TurnContext, visit: Visit, pending: PendingDeed): DialogState {
  const { frames } = turn.before;
  const top = placeOf(turn.loaded, frames.at(-1)?.state ?? ROOT);
  const below = top?.competency.name === visit.competency.name ? frames.slice(0, -1) : frames;
  return {
    ...turn.before,
    frames: [...below, deedFrame(visit, pending)],
    choice: null,
    sessionInfo: visit.sessionInfo,
    unknown: turn.answered.reduce(withDeed, turn.unknown),
  };
}
