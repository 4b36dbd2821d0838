import { isDeeperThan } from '../depth.ts';
import type { TurnContext } from '../turn-context.ts';
import { deedFrame, withDeed } from '../unknown-deeds.ts';
import type { Visit } from '../visit.ts';
import type { AppliedAnswer } from './applied-answer.ts';
import { applyAnswer } from './apply-answer.ts';
import { callOf } from './call.ts';
import { businessLogicAnswer, type CallBusinessLogic } from './protocol.ts';
import { isEarly, type Mapped } from './request.ts';

/** The most nesting levels in an answer. */
const MAX_ANSWER_DEPTH = 64;

/** The most calls in one turn; each wish always gets its first call. */
const MAX_CALLS = 3;

const NONE: Mapped = { statuses: new Map(), before: {} };

/**
 * Calls the business logic and applies its answer; null if the call failed. If the answer has slots mapped to its
 * candidates, a second call asks the server to confirm them.
 */
export async function consult(
  turn: TurnContext,
  visit: Visit,
  call: CallBusinessLogic,
): Promise<AppliedAnswer | null> {
  const before = visit.slots;
  const first = await callOnce(turn, visit, call, NONE);
  // First-generation servers expect no second call.
  const isDone = first === null || first.mapped.size === 0 || first.move !== null || isEarly(turn);
  if (isDone || !mayCallAgain(turn)) return first;
  const second = await callOnce(turn, visit, call, { statuses: first.mapped, before });
  if (second === null && visit.pending !== null) return null;
  if (second === null) {
    turn.explanation.businessLogic = 'answered';
    return first;
  }
  // A slot that the first answer dropped stays dropped unless the second fills it.
  const dropped = [...first.dropped].filter(([name]) => !Object.hasOwn(visit.slots, name));
  return { ...second, dropped: new Map([...dropped, ...second.dropped]) };
}

/**
 * Calls about the state that the business logic chose, if the version wants that and the turn has not done so. If that
 * call fails, the previous answer stands. Null if there was no answer at all.
 */
export async function consultNext(
  turn: TurnContext,
  visit: Visit,
  call: CallBusinessLogic,
): Promise<AppliedAnswer | null> {
  if (turn.loaded.assistant.businessLogic?.asksAboutTarget !== true) return null;
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
/** Some servers answer 500 for states they do not handle; their assistants continue without an answer. */
const isPassedOver = ({ loaded }: TurnContext, reason: string): boolean =>
  reason === 'status_500' && loaded.assistant.businessLogic?.onError === null;

/** True for a status that means the server does not handle the state. */
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
    // Whatever the outcome of the repeated call, the first may have done the deed.
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
    // A state that only reports asks for no values, so unchanged values are not refusals.
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
  });
  visit.businessLogic = outcome.body;
  visit.sessionInfo = applied.sessionInfo ?? visit.sessionInfo;
  return applied;
}
