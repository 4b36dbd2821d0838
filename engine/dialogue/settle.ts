import { type CompiledSlot, ROOT } from '../assistant.ts';
import { isDeed } from '../deeds.ts';
import { awaitsReply } from '../understand/view.ts';
import { consult, consultNext } from './business-logic/consult.ts';
import type { CallBusinessLogic } from './business-logic/protocol.ts';
import { askWhether, confirmationOf, lacksAssent, needsYes, saidBackOf } from './deeds.ts';
import { fill, type GivenValue } from './fill.ts';
import { deedOfSlots, followSlots, moveTo } from './moves.ts';
import { promptOf, questionOf } from './prompt.ts';
import { joinSpeech, type Speech } from './speech.ts';
import type { StoredFrame } from './state.ts';
import { escapeText } from './template/render.ts';
import { sayFailed, sayLost, sayState } from './told-deeds.ts';
import { placeOf, say, sayMessage, sayOf, type TurnContext } from './turn-context.ts';
import { keepUnknown } from './unknown-deeds.ts';
import { dataOf, missingSlot, type Visit } from './visit.ts';

/** A competency at the end of its turn. */
export interface Settled {
  visit: Visit;
  /** The frame to keep until the user answers; null if the competency has ended. */
  frame: StoredFrame | null;
  speech: Speech[];
  /** The state that spoke last; `root` if none did. */
  spokenBy: string;
  /** True if the waiting competencies are dropped too. */
  leavesAll?: boolean;
}

/** Fills slots, calls business logic, then asks for a missing slot or says the state's text. */
export async function settle(
  turn: TurnContext,
  visit: Visit,
  given: readonly GivenValue[],
  call: CallBusinessLogic,
): Promise<Settled> {
  const rejected = fill(visit, given, turn.utterance.clock, turn.loaded.assistant.entities);
  if (rejected !== null) {
    turn.explanation.findings.push(`the slot ${rejected.name} was refused by its validate`);
    turn.explanation.missed.push({ slot: rejected.name, why: 'refused' });
    const reject =
      rejected.reject === null
        ? sayMissed(turn, visit, rejected, 'not_understood')
        : say(turn, rejected.reject, dataOf(turn, visit));
    // Without a question, the refusal is the question.
    const before = rejected.ask === null && rejected.reject !== null ? [] : [reject];
    return missed(turn, visit, rejected, [...visit.speech, ...before], call);
  }
  if (followSlots(turn, visit)) return ended(visit, visit.speech);
  const bySlot = deedOfSlots(turn, visit);
  if (bySlot !== null) return asksWhether(turn, visit, bySlot);
  if (lacksAssent(turn, visit)) return unasked(turn, visit, call);
  const dropped = new Map<string, string>();
  let applied = visit.competency.businessLogic ? await consult(turn, visit, call) : undefined;
  if (visit.pending !== null) return awaitsOutcome(turn, visit);
  // After a refused deed the state's text would be untrue, so the competency ends.
  const isOver = visit.isRefused || turn.loaded.assistant.businessLogic?.onError != null;
  if (applied === null && isOver) return ended(visit, [sayFailed(turn, dataOf(turn, visit))]);
  // Each answer may move to a state that needs another call.
  while (applied) {
    for (const [name, error] of applied.dropped) dropped.set(name, error);
    if (applied.move !== null) {
      moveTo(turn, visit, applied.move.transition, applied.move.to);
      visit.assent = staysAgreed(turn, visit);
    }
    if (applied.move?.to === ROOT || followSlots(turn, visit)) return ended(visit, visit.speech);
    const by = lacksAssent(turn, visit) ? undefined : applied.move?.transition;
    applied = by && (await consultNext(turn, visit, by, call));
    if (visit.pending !== null) return awaitsOutcome(turn, visit);
  }
  for (const name of Object.keys(visit.slots)) dropped.delete(name);
  return finish(turn, visit, dropped, call);
}

/**
 * True if the user's consent still counts in the state that business logic moved to. It does not if that state is
 * entered by a yes.
 */
const staysAgreed = (turn: TurnContext, { assent, state }: Visit): boolean =>
  !needsYes(turn, state.name) && (assent || isDeed(turn.loaded.assistant, state.name));

/** Handles a deed without consent: states changed values again and calls no business logic. */
async function unasked(turn: TurnContext, visit: Visit, call: CallBusinessLogic): Promise<Settled> {
  const before = turn.before.frames.at(-1);
  const isSame =
    before?.state === visit.state.name &&
    saidBackOf({ competency: visit.competency, slots: before.slots }) === saidBackOf(visit);
  if (isSame) return finish(turn, visit, new Map(), call);
  const confirmation = confirmationOf(turn, visit.state);
  if (confirmation === undefined) {
    const missing = missingSlot(visit);
    if (!missing?.required || missing.ask === null) return asksWhether(turn, visit, visit.state.name);
    const ask = sayOf(turn, { text: missing.ask, rich: missing.rich }, dataOf(turn, visit));
    return stays(turn, visit, missing.name, [...visit.speech, ask]);
  }
  turn.explanation.transitions.push({ from: visit.state.name, to: confirmation.name, on: 'said_back' });
  visit.state = confirmation;
  return settle(turn, visit, [], call);
}

/** Asks the engine's own question before a deed or a label. */
export function asksWhether(turn: TurnContext, visit: Visit, to: string): Settled {
  const speech = [...visit.speech, askWhether(turn, visit, to)];
  const { frame, ...settled } = stays(turn, visit, null, speech);
  return { ...settled, frame: frame && { ...frame, confirms: to, saidBack: saidBackOf(visit) } };
}

/** The competency stays in the visited state and awaits `asked`. */
export function stays(
  turn: TurnContext,
  visit: Visit,
  asked: string | null,
  speech: Speech[],
  prompt: StoredFrame['prompt'] = joinSpeech(speech.slice(-1)),
): Settled {
  const frame: StoredFrame = {
    state: visit.state.name,
    intent: visit.intent,
    slots: visit.slots,
    asked,
    misses: visit.misses,
    skipped: visit.skipped,
    ...(Object.keys(visit.lengths).length > 0 ? { lengths: visit.lengths } : {}),
    prompt: prompt && { language: turn.input.language, ...prompt },
    ...(asked === null && awaitsReply(visit.state) ? { saidBack: saidBackOf(visit) } : {}),
  };
  return { visit, frame, speech, spokenBy: visit.state.name };
}

/** Maximum number of calls for a deed whose outcome is unknown. */
const MAX_CALLS = 4;

/**
 * Says that the deed's outcome is unknown; the next turn asks again. After {@link MAX_CALLS} calls the competency ends,
 * and the next similar request asks once more.
 */
function awaitsOutcome(turn: TurnContext, visit: Visit): Settled {
  if (visit.pending === null || visit.pending.calls >= MAX_CALLS) {
    keepUnknown(turn, visit);
    return ended(visit, [sayLost(turn, visit)]);
  }
  const text = turn.loaded.assistant.businessLogic?.onUnknown ?? null;
  const speech = text === null ? sayMessage(turn, 'outcome_unknown') : say(turn, text, dataOf(turn, visit));
  const { frame, ...settled } = stays(turn, visit, null, [speech], null);
  return { ...settled, frame: frame && { ...frame, pending: visit.pending } };
}

/** The competency has ended. */
export const ended = (visit: Visit, speech: Speech[], spokenBy: string = ROOT): Settled => ({
  visit,
  frame: null,
  speech,
  spokenBy,
});

async function finish(
  turn: TurnContext,
  visit: Visit,
  dropped: ReadonlyMap<string, string>,
  call: CallBusinessLogic,
): Promise<Settled> {
  for (const name of Object.keys(visit.slots)) delete visit.misses[name];
  for (const slot of dropped.keys())
    if (hadValue(turn, slot)) turn.explanation.missed.push({ slot, why: 'refused' });
  const error = [...dropped.values()].find((text) => text !== '');
  const data = dataOf(turn, visit, error);
  const missing = missingSlot(visit);
  const { state } = visit;
  // A terminal state without utterances (a confirmation, a farewell) speaks even with missing slots.
  const asks = !state.terminal || state.isLabel || (missing !== undefined && dropped.has(missing.name));
  if (missing !== undefined && asks) {
    if (dropped.has(missing.name)) {
      returnToAsk(turn, visit);
      return missed(turn, visit, missing, visit.speech, call, data);
    }
    const ask =
      missing.ask === null
        ? sayMessage(turn, 'not_understood')
        : sayOf(turn, { text: missing.ask, rich: missing.rich }, data);
    return stays(turn, visit, missing.name, withError(visit.speech, ask, data));
  }
  const stateSpeech = sayState(turn, visit, data);
  if (stateSpeech === null) return ended(visit, [...visit.speech, sayFailed(turn, data)]);
  const speech = withError(visit.speech, stateSpeech, data);
  if (state.handsOff) turn.handsOff = true;
  return state.terminal ? ended(visit, speech, state.name) : stays(turn, visit, null, speech);
}

/** True if the query gave the slot a value, or it held one before. */
const hadValue = ({ before, explanation }: TurnContext, slot: string): boolean =>
  Object.hasOwn(before.frames.at(-1)?.slots ?? {}, slot) ||
  explanation.proposals.some(
    (given) => given.command === 'set' && given.slot === slot && given.became === 'applied',
  );

/**
 * If business logic drops a value after the yes, returns to the state before the deed, so that the user confirms the
 * new value.
 */
function returnToAsk({ before, loaded }: TurnContext, visit: Visit): void {
  const top = before.frames.at(-1);
  const from = placeOf(loaded, top?.pending?.from ?? top?.state ?? ROOT);
  const isOver = visit.state.terminal || isDeed(loaded.assistant, visit.state.name);
  if (!isOver || visit.state.isLabel || from === null) return;
  if (from.competency.name === visit.competency.name && !from.state.terminal) visit.state = from.state;
}

/** Puts a dropped value's error before the text, unless the text contains it. */
function withError(before: readonly Speech[], speech: Speech, { error }: Record<string, unknown>): Speech[] {
  if (typeof error !== 'string' || error === '' || speech.speak.includes(error)) return [...before, speech];
  return [...before, { speak: error, show: escapeText(error) }, speech];
}

/** Says why a slot is still empty, in the slot's own text or the default message. */
export function sayMissed(
  turn: TurnContext,
  visit: Visit,
  { notUnderstood, silence }: CompiledSlot,
  why: 'not_understood' | 'cannot_answer' | 'silence',
): Speech {
  const text = why === 'not_understood' ? notUnderstood : why === 'silence' ? silence : undefined;
  if (text !== undefined) return say(turn, text, dataOf(turn, visit));
  return sayMessage(turn, why === 'cannot_answer' ? 'needed' : why);
}

/** Handles a failed attempt at a slot: asks again, or gives up after the slot's `retries`. */
export async function missed(
  turn: TurnContext,
  visit: Visit,
  slot: CompiledSlot,
  before: readonly Speech[],
  call: CallBusinessLogic,
  data: Record<string, unknown> = dataOf(turn, visit),
): Promise<Settled> {
  const misses = (visit.misses[slot.name] ?? 0) + 1;
  if (misses >= slot.retries) return exhausted(turn, visit, slot, call);
  visit.misses[slot.name] = misses;
  const text = questionOf(slot);
  const speech =
    text === null
      ? [...before]
      : withError(before, asksAgain(turn, visit, { text, rich: slot.rich }, slot.name, data), data);
  return stays(turn, visit, slot.name, speech);
}

/** Repeats a slot's question. It keeps its wording if business logic was not called in this turn. */
function asksAgain(
  turn: TurnContext,
  { competency, businessLogic }: Visit,
  question: Parameters<typeof sayOf>[1],
  name: string,
  data: Record<string, unknown>,
): Speech {
  const stored = turn.before.frames.at(-1);
  const isSame = competency.businessLogic && businessLogic === null && stored?.asked === name;
  const prompt = isSame ? promptOf(turn, stored) : null;
  return prompt ?? sayOf(turn, question, data);
}

async function exhausted(
  turn: TurnContext,
  visit: Visit,
  slot: CompiledSlot,
  call: CallBusinessLogic,
): Promise<Settled> {
  const { onRetriesExhausted: instead } = slot;
  turn.explanation.findings.push(`the slot ${slot.name} was asked for as often as its retries allow`);
  delete visit.misses[slot.name];
  // Once per turn, so that two slots cannot send the conversation back and forth.
  if (visit.isExhausted) return ended(visit, [sayMessage(turn, 'too_many_retries')]);
  visit.isExhausted = true;
  // A user who does not answer has not agreed to a deed.
  if (instead !== null && !isDeed(turn.loaded.assistant, instead.to)) {
    visit.speech = [];
    moveTo(
      turn,
      visit,
      { on: 'retries', to: [instead.to], slot: null, clear: [], say: instead.say },
      instead.to,
    );
    if (instead.to !== ROOT) return { ...(await settle(turn, visit, [], call)), leavesAll: true };
    const speech = instead.say === null ? [sayMessage(turn, 'too_many_retries')] : visit.speech;
    return { ...ended(visit, speech), leavesAll: true };
  }
  if (slot.required) return ended(visit, [sayMessage(turn, 'too_many_retries')]);
  visit.skipped = [...visit.skipped, slot.name];
  return finish(turn, visit, new Map(), call);
}
