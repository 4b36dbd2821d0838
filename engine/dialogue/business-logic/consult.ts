import type { CompiledTransition } from '../../assistant.ts';
import { asksAboutTarget } from '../../deeds.ts';
import { isDeeperThan } from '../depth.ts';
import type { TurnContext } from '../turn-context.ts';
import { deedFrame, withDeed } from '../unknown-deeds.ts';
import type { Visit } from '../visit.ts';
import type { AppliedAnswer } from './applied-answer.ts';
import { applyAnswer } from './apply-answer.ts';
import { callOf } from './call.ts';
import { businessLogicAnswer, type CallBusinessLogic } from './protocol.ts';
import { isEarly, type Mapped } from './request.ts';

/** Maximum nesting of an answer: far more than needed, and safe for the stack. */
const MAX_ANSWER_DEPTH = 64;

/** Maximum number of calls in a turn; each request in a query always gets its first call. */
const MAX_CALLS = 3;

const NONE: Mapped = { statuses: new Map(), before: {} };

/**
 * Calls the business logic and applies its answer to the visit; null if the call failed. If the answer has slots to map
 * to candidates, calls the server a second time to confirm the mapped values.
 */
export async function consult(
  turn: TurnContext,
  visit: Visit,
  call: CallBusinessLogic,
): Promise<AppliedAnswer | null> {
  const before = visit.slots;
  const first = await callOnce(turn, visit, call, NONE);
  // Servers of the first generation do not support a second call.
  const isDone = first === null || first.mapped.size === 0 || first.move !== null || isEarly(turn);
  if (isDone || !mayCallAgain(turn)) return first;
  const second = await callOnce(turn, visit, call, { statuses: first.mapped, before });
  if (second === null && visit.pending !== null) return null;
  if (second === null) {
    turn.explanation.businessLogic = 'answered';
    return first;
  }
  // A slot dropped by the first answer stays dropped unless the second fills it.
  const dropped = [...first.dropped].filter(([name]) => !Object.hasOwn(visit.slots, name));
  return { ...second, dropped: new Map([...dropped, ...second.dropped]) };
}

/**
 * Calls business logic again for the state that it has just moved to, if the transition asks for that and the turn has
 * not yet called for that state. If the call fails, the earlier answer counts.
 * @returns null if there is no new answer
 */
export async function consultNext(
  turn: TurnContext,
  visit: Visit,
  by: CompiledTransition,
  call: CallBusinessLogic,
): Promise<AppliedAnswer | null> {
  if (!asksAboutTarget(turn.loaded.assistant, by)) return null;
  if (!visit.competency.businessLogic || turn.consulted.includes(visit.state.name)) return null;
  if (!mayCallAgain(turn)) return null;
  const applied = await consult(turn, visit, call);
  turn.explanation.businessLogic = 'answered';
  return applied;
}

function mayCallAgain({ consulted, explanation }: TurnContext): boolean {
  if (consulted.length < MAX_CALLS) return true;
  explanation.findings.push(`the business logic was called ${MAX_CALLS} times, and is not called again`);
  return false;
}
/** Some servers answer 500 for states that they do not handle, and expect the assistant to continue. */
const isPassedOver = ({ loaded }: TurnContext, reason: string): boolean =>
  reason === 'status_500' && loaded.assistant.businessLogic?.onError === null;

/** True if the server's status says that it does not handle the state. */
const isUnhandled = (reason: string): boolean => reason === 'status_500' || reason === 'status_501';

async function callOnce(
  turn: TurnContext,
  visit: Visit,
  call: CallBusinessLogic,
  mapped: Mapped,
): Promise<AppliedAnswer | null> {
  turn.consulted.push(visit.state.name);
  const { request, purpose, deed } = callOf(turn, visit, mapped);
  const outcome = await call(request, purpose);
  const { explanation } = turn;
  explanation.businessLogic = 'failed';
  if (outcome.status === 'failed') {
    explanation.findings.push(`the business logic failed: ${outcome.reason}`);
    // The earlier call may have done the deed, even if this one failed.
    const mayBeDone = visit.pending !== null && outcome.isNotDone !== true;
    const isUnknown = mayBeDone || (outcome.mayHaveActed && !isPassedOver(turn, outcome.reason));
    visit.pending = isUnknown ? deed : null;
    visit.isRefused = !isUnknown && deed !== null && !isUnhandled(outcome.reason);
    return null;
  }
  const answer = isDeeperThan(outcome.body, MAX_ANSWER_DEPTH)
    ? null
    : businessLogicAnswer.safeParse(outcome.body);
  if (answer === null || !answer.success) {
    const where = answer?.error?.issues[0]?.path.join('.') || 'the body';
    explanation.findings.push(`the business logic’s answer is not valid at ${where}`);
    visit.pending = deed;
    return null;
  }
  visit.pending = null;
  if (deed !== null) turn.answered = withDeed(turn.answered, deedFrame(visit, deed));
  explanation.businessLogic = 'answered';
  const applied = applyAnswer(answer.data, {
    state: visit.state,
    competency: visit.competency,
    slots: visit.slots,
    sent: mapped.statuses,
    // In a state that only reports a deed, an unchanged value is not refused.
    isStrict: isEarly(turn) && (!visit.state.terminal || visit.state.isLabel),
  });
  explanation.findings.push(...applied.findings.slice(0, 20));
  if (applied.refusedState !== null) {
    explanation.refused.push({ from: visit.state.name, to: applied.refusedState.slice(0, 64) });
  }
  Object.assign(visit, {
    slots: applied.slots,
    responseSlots: { ...visit.responseSlots, ...applied.responseSlots },
    visualPayload: { ...visit.visualPayload, ...applied.visualPayload },
    serverSlots: { ...visit.serverSlots, ...applied.serverSlots },
  });
  visit.businessLogic = outcome.body;
  visit.sessionInfo = applied.sessionInfo ?? visit.sessionInfo;
  return applied;
}
