import { type CompiledCompetency, type CompiledSlot, ROOT } from '../assistant.ts';
import { businessLogicAnswer, type CallBusinessLogic } from '../business-logic.ts';
import type { FoundSlot } from '../slots/find.ts';
import type { Clock } from '../slots/temporal/calendar.ts';
import { isAllowed } from '../slots/validate.ts';
import { escapeText } from '../template/render.ts';
import type { TurnResult } from '../turn.ts';
import { type AppliedAnswer, applyAnswer } from './apply-answer.ts';
import { isDeeperThan } from './depth.ts';
import { resultOf } from './result.ts';
import type { Speech } from './speech.ts';
import { backToRoot, type DialogState, type HeldValue, type SlotValue } from './state.ts';
import { say, sayMessage, type Turn } from './turn-context.ts';
import { dataOf, requestOf, type Visit } from './visit-data.ts';

/** Fills slots, calls the business logic, then asks for what is missing or says what the state says. */
export async function visitState(
  turn: Turn,
  visit: Visit,
  found: readonly FoundSlot[],
  call: CallBusinessLogic,
): Promise<TurnResult> {
  const rejected = fill(visit, found, turn.utterance.clock);
  if (rejected !== null) {
    const reject =
      rejected.reject === null
        ? sayMessage(turn, 'not_understood')
        : say(turn, rejected.reject, dataOf(turn, visit));
    return missed(turn, visit, rejected, [...visit.speech, reject]);
  }
  const dropped = new Map<string, string>();
  if (visit.competency.businessLogic) {
    const applied = await consult(turn, visit, call);
    if (applied !== null) {
      for (const [name, error] of applied.dropped) dropped.set(name, error);
      if (applied.move?.to === ROOT) return end(turn, visit, visit.speech);
    } else {
      const onError = turn.loaded.assistant.businessLogic?.onError ?? null;
      if (onError !== null) return end(turn, visit, [say(turn, onError, dataOf(turn, visit))]);
    }
  }
  return finish(turn, visit, dropped);
}

/** Puts the found values into their slots; the first that breaks its rule is returned and left empty. */
function fill(visit: Visit, found: readonly FoundSlot[], clock: Clock): CompiledSlot | null {
  let rejected: CompiledSlot | null = null;
  for (const slot of visit.competency.slots) {
    const given = found.filter((one) => one.slot === slot.name);
    if (given.length === 0) continue;
    const values = given.map((one) => heldOf(one, slot, clock));
    const [first, ...more] = distinct(values.filter((value) => value !== null));
    if (first === undefined || values.includes(null)) {
      delete visit.slots[slot.name];
      rejected ??= slot;
    } else visit.slots[slot.name] = more.length === 0 ? first : { ...first, more };
  }
  return rejected;
}

/** The first of a candidate's meanings that the slot's rule allows, or null. */
function heldOf({ candidate, raw }: FoundSlot, { validate }: CompiledSlot, clock: Clock): HeldValue | null {
  const meanings = [candidate, ...(candidate.alternatives ?? [])];
  const meaning = meanings.find((one) => isAllowed(one, validate, clock));
  return meaning === undefined ? null : { value: meaning.value, raw, resolved: -1, details: meaning.details };
}

/** Values without those that an earlier one says already. */
const distinct = (values: readonly HeldValue[]): HeldValue[] =>
  values.filter(({ value }, index) => values.findIndex((other) => other.value === value) === index);

/** Levels of objects and lists in an answer: far more than any needs, far fewer than overflow a stack. */
const MAX_ANSWER_DEPTH = 64;

/** Calls the business logic and applies its answer to the visit; null where the call failed. */
async function consult(turn: Turn, visit: Visit, call: CallBusinessLogic): Promise<AppliedAnswer | null> {
  const outcome = await call(requestOf(turn, visit));
  const { explanation } = turn;
  explanation.businessLogic = 'failed';
  if (outcome.status === 'failed') {
    explanation.findings.push(`the business logic failed: ${outcome.reason}`);
    return null;
  }
  const answer = isDeeperThan(outcome.body, MAX_ANSWER_DEPTH)
    ? null
    : businessLogicAnswer.safeParse(outcome.body);
  if (answer === null || !answer.success) {
    const where = answer?.error?.issues[0]?.path.join('.') || 'the body';
    explanation.findings.push(`the business logic’s answer is not valid at ${where}`);
    return null;
  }
  explanation.businessLogic = 'answered';
  const applied = applyAnswer(answer.data, visit.state, visit.competency, visit.slots);
  explanation.findings.push(...applied.findings.slice(0, 20));
  Object.assign(visit, {
    slots: applied.slots,
    responseSlots: applied.responseSlots,
    visualPayload: applied.visualPayload,
  });
  visit.businessLogic = outcome.body;
  visit.sessionInfo = applied.sessionInfo ?? visit.sessionInfo;
  if (applied.move !== null) moveTo(turn, visit, applied.move);
  return applied;
}

function moveTo(turn: Turn, visit: Visit, { transition, to }: NonNullable<AppliedAnswer['move']>): void {
  turn.explanation.transitions.push({ from: visit.state.name, to, on: 'business_logic' });
  if (transition.say !== null) visit.speech.push(say(turn, transition.say, dataOf(turn, visit)));
  const state = turn.loaded.states.get(to);
  const competency = state && turn.loaded.competencies.get(state.competency);
  if (state === undefined || competency === undefined) return;
  visit.slots = carried(visit.slots, visit.competency, competency);
  Object.assign(visit, { state, competency });
}

/** The slots that stay when a transition leads to another competency: those that it declares alike. */
export function carried(
  slots: Readonly<Record<string, SlotValue>>,
  from: CompiledCompetency,
  to: CompiledCompetency,
): Record<string, SlotValue> {
  if (from.name === to.name) return { ...slots };
  const entityIn = ({ slots: declared }: CompiledCompetency, name: string) =>
    declared.find((slot) => slot.name === name)?.entity;
  return Object.fromEntries(
    Object.entries(slots).filter(
      ([name]) => entityIn(to, name) !== undefined && entityIn(to, name) === entityIn(from, name),
    ),
  );
}

function finish(turn: Turn, visit: Visit, dropped: ReadonlyMap<string, string>): TurnResult {
  const { state, competency } = visit;
  for (const name of Object.keys(visit.slots)) delete visit.misses[name];
  const data = dataOf(
    turn,
    visit,
    [...dropped.values()].find((error) => error !== ''),
  );
  const missing = competency.slots.find((slot) => slot.required && !Object.hasOwn(visit.slots, slot.name));
  // A terminal state that no query leads to (a confirmation, a farewell) speaks whatever is missing.
  const asks = !state.terminal || state.isLabel || (missing !== undefined && dropped.has(missing.name));
  if (missing !== undefined && asks) {
    returnToAsk(turn, visit);
    if (dropped.has(missing.name)) return missed(turn, visit, missing, visit.speech, data);
    const ask = missing.ask === null ? sayMessage(turn, 'not_understood') : say(turn, missing.ask, data);
    return stay(turn, visit, missing.name, withError(visit.speech, ask, data));
  }
  const said = state.say === null ? { speak: '', show: '' } : say(turn, state.say, data);
  const speech = withError(visit.speech, said, data);
  return state.terminal ? end(turn, visit, speech, state.name) : stay(turn, visit, null, speech);
}

/** A value dropped at the confirmation is asked for where it was first confirmed, so that it is again. */
function returnToAsk(turn: Turn, visit: Visit): void {
  const before = turn.current;
  if (!visit.state.terminal || visit.state.isLabel || before === null) return;
  if (before.competency.name === visit.competency.name && !before.state.terminal) visit.state = before.state;
}

/** The error of a dropped value is spoken first, unless the text tells it itself. */
function withError(before: readonly Speech[], said: Speech, data: Record<string, unknown>): Speech[] {
  const error = data.error;
  if (typeof error !== 'string' || error === '' || said.speak.includes(error)) return [...before, said];
  return [...before, { speak: error, show: escapeText(error) }, said];
}

/** A failed attempt at a slot: asks again, or gives up after the slot's `retries`. */
export function missed(
  turn: Turn,
  visit: Visit,
  slot: CompiledSlot,
  before: readonly Speech[],
  data: Record<string, unknown> = dataOf(turn, visit),
): TurnResult {
  const misses = (visit.misses[slot.name] ?? 0) + 1;
  if (misses >= slot.retries) return end(turn, visit, [sayMessage(turn, 'too_many_retries')]);
  visit.misses[slot.name] = misses;
  const speech = slot.ask === null ? before : withError(before, say(turn, slot.ask, data), data);
  return stay(turn, visit, slot.name, speech);
}

/** The turn ends in the visited state, awaiting `asked`. */
export function stay(turn: Turn, visit: Visit, asked: string | null, speech: readonly Speech[]): TurnResult {
  const state: DialogState = {
    schema: 1,
    state: visit.state.name,
    slots: visit.slots,
    asked,
    misses: visit.misses,
    choice: null,
    intent: visit.intent,
    sessionInfo: visit.sessionInfo,
  };
  return result(turn, visit, state, visit.state.name, speech);
}

/** The turn ends at root; `spokenBy` is the state that had the last word. */
export function end(
  turn: Turn,
  visit: Visit,
  speech: readonly Speech[],
  spokenBy: string = ROOT,
): TurnResult {
  return result(
    turn,
    visit,
    backToRoot({ ...turn.before, sessionInfo: visit.sessionInfo }),
    spokenBy,
    speech,
  );
}

function result(
  turn: Turn,
  visit: Visit,
  state: DialogState,
  spokenBy: string,
  speech: readonly Speech[],
): TurnResult {
  return resultOf(turn, {
    state,
    competency: visit.competency.name,
    classifierState: spokenBy,
    intent: visit.intent,
    probability: visit.probability,
    speech,
    slots: { of: visit.competency, values: visit.slots },
    visualPayload: visit.visualPayload,
    businessLogic: visit.businessLogic,
  });
}
