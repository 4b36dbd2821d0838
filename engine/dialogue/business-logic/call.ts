import { createHash } from 'node:crypto';
import { ROOT } from '../../assistant.ts';
import { isDeed } from '../../deeds.ts';
import type { DialogState, PendingDeed } from '../state.ts';
import { placeOf, type TurnContext } from '../turn-context.ts';
import { deedFrame, unknownAlike, withDeed } from '../unknown-deeds.ts';
import type { Visit } from '../visit.ts';
import type { BusinessLogicRequest, CallPurpose } from './protocol.ts';
import { type Mapped, requestOf } from './request.ts';
import { wireName } from './wire.ts';

/**
 * A call's body, its purpose, and the deed to remember if its outcome stays unknown (null for a lookup). If a deed with
 * the same values has an unknown outcome, its call is repeated under the same key, so that the deed happens once.
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
  const key = keyOf(turn, visit, request);
  if (!isDeed(turn.loaded.assistant, visit.state.name)) {
    return { request, purpose: { key, pending: null }, deed: null };
  }
  const { qid, query } = turn.input;
  const deed = { key, qid, query, from: turn.before.frames.at(-1)?.state ?? ROOT, calls: 1 };
  return { request, purpose: { key, pending: pendingState(turn, visit, deed) }, deed };
}

/**
 * The call's key: the same for equal calls of one turn, different for all other calls. It leaves out slots that the
 * server added in this turn, since they may differ when the turn is repeated.
 */
function keyOf({ input }: TurnContext, visit: Visit, { state, slots }: BusinessLogicRequest): string {
  const held = new Set(Object.keys(visit.slots).map(wireName));
  const ours = Object.fromEntries(
    Object.entries(slots).filter(([name]) => held.has(name) || !Object.hasOwn(visit.serverSlots, name)),
  );
  return createHash('sha256')
    .update(JSON.stringify([input.turnKey ?? input.qid, state, ours]))
    .digest('base64url');
}

/** Removes and returns the call of the remembered deed that the visit repeats. */
function takeUnknownAlike(turn: TurnContext, visit: Visit): PendingDeed | null {
  const alike = unknownAlike(turn, visit);
  if (alike === undefined) return null;
  turn.unknown = turn.unknown.filter((deed) => deed !== alike);
  return alike.pending;
}

/** The conversation before the turn, with the pending deed on top and the other deeds that may have been done. */
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
