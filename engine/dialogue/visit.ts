import { type CompiledSlot, type CompiledText, ROOT } from '../assistant.ts';
import type { FoundSlot } from '../understand/find-slots.ts';
import { consult } from './business-logic/consult.ts';
import type { CallBusinessLogic } from './business-logic/protocol.ts';
import { end, stay } from './ends.ts';
import { fill } from './fill.ts';
import { followSlots, moveTo } from './moves.ts';
import { promptOf } from './prompt.ts';
import type { Speech } from './speech.ts';
import { escapeText } from './template/render.ts';
import type { TurnResult } from './turn.ts';
import { say, sayMessage, type Turn } from './turn-context.ts';
import { dataOf, missingSlot, type Visit } from './visit-data.ts';

/** Fills slots, calls the business logic, then asks for what is missing or says what the state says. */
export async function visitState(
  turn: Turn,
  visit: Visit,
  found: readonly FoundSlot[],
  call: CallBusinessLogic,
): Promise<TurnResult> {
  const rejected = fill(visit, found, turn.utterance);
  if (rejected !== null) {
    turn.explanation.findings.push(`the slot ${rejected.name} was refused by its validate`);
    const reject =
      rejected.reject === null
        ? sayMessage(turn, 'not_understood')
        : say(turn, rejected.reject, dataOf(turn, visit));
    return missed(turn, visit, rejected, [...visit.speech, reject], call);
  }
  if (followSlots(turn, visit)) return end(turn, visit, visit.speech);
  const dropped = new Map<string, string>();
  if (visit.competency.businessLogic) {
    const applied = await consult(turn, visit, call);
    if (applied === null) {
      const onError = turn.loaded.assistant.businessLogic?.onError ?? null;
      if (onError !== null) return end(turn, visit, [say(turn, onError, dataOf(turn, visit))]);
    } else {
      for (const [name, error] of applied.dropped) dropped.set(name, error);
      if (applied.move !== null) moveTo(turn, visit, applied.move.transition, applied.move.to);
      if (applied.move?.to === ROOT || followSlots(turn, visit)) return end(turn, visit, visit.speech);
    }
  }
  return finish(turn, visit, dropped, call);
}

async function finish(
  turn: Turn,
  visit: Visit,
  dropped: ReadonlyMap<string, string>,
  call: CallBusinessLogic,
): Promise<TurnResult> {
  const { state } = visit;
  for (const name of Object.keys(visit.slots)) delete visit.misses[name];
  const data = dataOf(
    turn,
    visit,
    [...dropped.values()].find((error) => error !== ''),
  );
  const missing = missingSlot(visit);
  // A terminal state that no query leads to (a confirmation, a farewell) speaks whatever is missing.
  const asks = !state.terminal || state.isLabel || (missing !== undefined && dropped.has(missing.name));
  if (missing !== undefined && asks) {
    returnToAsk(turn, visit);
    if (dropped.has(missing.name)) return missed(turn, visit, missing, visit.speech, call, data);
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

/** A failed attempt at a slot: asks again, or leaves the question after the slot's `retries`. */
export async function missed(
  turn: Turn,
  visit: Visit,
  slot: CompiledSlot,
  before: readonly Speech[],
  call: CallBusinessLogic,
  data: Record<string, unknown> = dataOf(turn, visit),
): Promise<TurnResult> {
  const misses = (visit.misses[slot.name] ?? 0) + 1;
  if (misses >= slot.retries) return exhausted(turn, visit, slot, call);
  visit.misses[slot.name] = misses;
  const speech =
    slot.ask === null ? before : withError(before, asksAgain(turn, visit, slot.ask, slot.name, data), data);
  return stay(turn, visit, slot.name, speech);
}

/** A question of a competency that the business logic was not asked about in this turn is said as it was before. */
function asksAgain(
  turn: Turn,
  { competency, businessLogic }: Visit,
  ask: CompiledText,
  name: string,
  data: Record<string, unknown>,
): Speech {
  const { asked } = turn.before;
  const isSame = competency.businessLogic && businessLogic === null && asked === name;
  const prompt = isSame ? promptOf(turn, turn.before) : null;
  return prompt ?? say(turn, ask, data);
}

async function exhausted(
  turn: Turn,
  visit: Visit,
  slot: CompiledSlot,
  call: CallBusinessLogic,
): Promise<TurnResult> {
  const { onRetriesExhausted: instead } = slot;
  turn.explanation.findings.push(`the slot ${slot.name} was asked for as often as its retries allow`);
  delete visit.misses[slot.name];
  // Once a turn, so that two slots cannot send the conversation to and fro.
  if (visit.isExhausted) return end(turn, visit, [sayMessage(turn, 'too_many_retries')]);
  visit.isExhausted = true;
  if (instead !== null) {
    visit.speech = [];
    visit.suspended = [];
    moveTo(
      turn,
      visit,
      { on: 'retries', to: [instead.to], slot: null, clear: [], say: instead.say },
      instead.to,
    );
    if (instead.to !== ROOT) return visitState(turn, visit, [], call);
    return end(turn, visit, instead.say === null ? [sayMessage(turn, 'too_many_retries')] : visit.speech);
  }
  if (slot.required) return end(turn, visit, [sayMessage(turn, 'too_many_retries')]);
  visit.skipped = [...visit.skipped, slot.name];
  return finish(turn, visit, new Map(), call);
}
