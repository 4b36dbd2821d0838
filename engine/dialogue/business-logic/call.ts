import { createHash } from 'node:crypto';
import { ROOT } from '../../assistant.ts';
import { isDeed } from '../../deeds.ts';
import type { DialogState, PendingDeed, StoredFrame } from '../state.ts';
import { placeOf, type TurnContext } from '../turn-context.ts';
import type { Visit } from '../visit.ts';
import type { BusinessLogicRequest, CallPurpose } from './protocol.ts';
import { type Mapped, requestOf } from './request.ts';

/**
 * A call as it is made: its body, its purpose, and the deed that it is for, as the conversation remembers it where
 * nobody learns what came of it; null where it only looks something up. What is asked again is asked as it was.
 */
export function callOf(
  turn: TurnContext,
  visit: Visit,
  mapped: Mapped,
): { request: BusinessLogicRequest; purpose: CallPurpose; deed: PendingDeed | null } {
  const request = requestOf(turn, visit, mapped);
  const { pending } = visit;
  if (pending !== null && mapped.statuses.size === 0) {
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

/** The conversation as it stood, with the deed on top of it. */
function pendingState(turn: TurnContext, visit: Visit, pending: PendingDeed): DialogState {
  const { frames } = turn.before;
  const top = placeOf(turn.loaded, frames.at(-1)?.state ?? ROOT);
  const below = top?.competency.name === visit.competency.name ? frames.slice(0, -1) : frames;
  const frame: StoredFrame = {
    state: visit.state.name,
    intent: visit.intent,
    slots: visit.slots,
    asked: null,
    misses: visit.misses,
    skipped: visit.skipped,
    prompt: null,
    pending,
  };
  return { ...turn.before, frames: [...below, frame], choice: null, sessionInfo: visit.sessionInfo };
}
