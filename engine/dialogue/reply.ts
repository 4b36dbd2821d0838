import {
  type CompiledCompetency,
  type CompiledSlot,
  type CompiledState,
  type CompiledTransition,
  ROOT,
} from '../assistant.ts';
import { isDeed, yesTransition } from '../deeds.ts';
import type { Command } from '../understand/commands.ts';
import type { CallBusinessLogic } from './business-logic/protocol.ts';
import { confirmationOf, isChanged, saidBackOf } from './deeds.ts';
import { fill, type GivenValue } from './fill.ts';
import { carried, fromSession } from './kept-slots.ts';
import { sayUnknown } from './listed-values.ts';
import { moveTo } from './moves.ts';
import { asksWhether, ended, missed, type Settled, settle, stays } from './settle.ts';
import type { StoredFrame } from './state.ts';
import { placeOf, sayMessage, type TurnContext } from './turn-context.ts';
import type { Visit } from './visit.ts';
import { explainValues, valuesOfWish } from './wish-values.ts';

/** A reply within the current competency. */
export interface Reply {
  visit: Visit;
  /** The competency before the turn. */
  stored: StoredFrame;
  /** The values in the query. */
  given: GivenValue[];
}

/** Executes a command in the current competency; without a command, only fills in the query's values. */
export async function replyWith(
  command: Command | undefined,
  reply: Reply,
  turn: TurnContext,
  call: CallBusinessLogic,
): Promise<Settled> {
  const { visit, stored, given } = reply;
  if (stored.confirms !== undefined) return answerWhether(command, stored.confirms, reply, turn, call);
  switch (command?.do) {
    case 'affirm':
      return affirm(command.said ?? turn.utterance.text, reply, turn, call);
    case 'deny': {
      const transition = transitionOf(visit, 'deny', turn);
      // A no never leads to a deed, whatever its transition.
      const isLeft = transition === undefined || isDeed(turn.loaded.assistant, transition.to[0] ?? ROOT);
      return isLeft ? leave(visit, turn) : take(visit, transition, given, turn, call);
    }
    case 'cancel':
      return cancel(reply, turn, call);
    case 'skip':
      if (stored.asked !== null) visit.skipped = [...visit.skipped, stored.asked];
      return settle(turn, visit, given, call);
    case 'correct': {
      const slot = slotToCorrect(visit.competency, command);
      if (slot === null) {
        const asked = stays(turn, visit, stored.asked, [sayMessage(turn, 'change_what')], stored.prompt);
        const { saidBack } = stored;
        return { ...asked, frame: asked.frame && { ...asked.frame, ...(saidBack && { saidBack }) } };
      }
      askAnew(visit, slot);
      return settle(turn, visit, given, call);
    }
    case 'back':
      return goBack(reply, turn, call);
    case 'restart': {
      visit.slots = fromSession(visit.competency, visit.kept, turn.utterance.clock);
      visit.skipped = [];
      visit.lengths = {};
      visit.misses = {};
      const entered = placeOf(turn.loaded, visit.intent ?? ROOT);
      if (entered !== null && entered.competency === visit.competency) visit.state = entered.state;
      visit.speech.push(sayMessage(turn, 'restarted'));
      return settle(turn, visit, [], call);
    }
    case 'unknown_value': {
      const slot = visit.competency.slots.find(({ name }) => name === command.slot);
      const speech = sayUnknown(turn, visit, command);
      if (slot === undefined) return settle(turn, visit, given, call);
      if (stored.asked === slot.name && given.length === 0) return missed(turn, visit, slot, [speech], call);
      askAnew(visit, slot);
      visit.speech.push(speech);
      return settle(turn, visit, given, call);
    }
    default:
      return settle(turn, visit, given, call);
  }
}

/** The slot that a correction asks for again; null if the user must be asked what to change. */
export function slotToCorrect(
  { slots }: CompiledCompetency,
  { slot: corrected }: Command & { do: 'correct' },
): CompiledSlot | null {
  const slot = slots.find(({ name }) => name === corrected);
  return slot === undefined || slot.ask === null ? null : slot;
}

function askAnew(visit: Visit, { name }: CompiledSlot): void {
  delete visit.slots[name];
  visit.wanted = name;
}

/** Executes the reply to the engine's own question whether to enter a deed or a label. */
async function answerWhether(
  command: Command | undefined,
  to: string,
  { visit, stored, given }: Reply,
  turn: TurnContext,
  call: CallBusinessLogic,
): Promise<Settled> {
  const place = placeOf(turn.loaded, to);
  if (place === null || command?.do === 'deny' || command?.do === 'cancel') return leave(visit, turn);
  const { clock } = turn.utterance;
  const isSame =
    stored.saidBack === saidBackOf(visit) && !given.some((value) => isChanged(visit.slots, value));
  if (command?.do === 'affirm' && isSame) {
    visit.assent = true;
    moveTo(turn, visit, { on: 'yes', to: [to], slot: null, clear: [], say: null }, to);
    return settle(turn, visit, [], call);
  }
  fill(visit, given, clock, turn.loaded.assistant.entities);
  return asksWhether(turn, visit, to);
}

async function affirm(
  text: string,
  { visit, stored, given }: Reply,
  turn: TurnContext,
  call: CallBusinessLogic,
): Promise<Settled> {
  const transition = transitionOf(visit, 'affirm', turn);
  if (transition === undefined) return settle(turn, visit, given, call);
  const forTarget = valuesForTarget(transition, visit, given, text, turn);
  // A deed uses only values that the question stated. New values must be stated first.
  const isSaidBack =
    (stored.saidBack ?? saidBackOf(visit)) === saidBackOf(visit) &&
    !given.some((value) => isChanged(visit.slots, value)) &&
    forTarget.length === 0;
  const to = placeOf(turn.loaded, transition.to[0] ?? ROOT);
  if (!isSaidBack && to !== null && isDeed(turn.loaded.assistant, to.state.name))
    return saysBack(visit, to, { transition, given, forTarget }, turn, call);
  // This yes does not cover a label that asks for a yes of its own.
  visit.assent = isSaidBack && !(to?.state.isLabel && !isDeed(turn.loaded.assistant, to.state.name));
  return take(visit, transition, [...given, ...forTarget], turn, call);
}

/** States the values that came with the yes to a deed: in the open question, or in the deed's own question. */
async function saysBack(
  visit: Visit,
  { state, competency }: { state: CompiledState; competency: CompiledCompetency },
  {
    transition,
    given,
    forTarget,
  }: { transition: CompiledTransition; given: GivenValue[]; forTarget: GivenValue[] },
  turn: TurnContext,
  call: CallBusinessLogic,
): Promise<Settled> {
  if (competency === visit.competency) return settle(turn, visit, given, call);
  const confirmation = confirmationOf(turn, state);
  moveTo(turn, visit, transition, confirmation?.name ?? state.name);
  if (confirmation !== undefined) return settle(turn, visit, [...given, ...forTarget], call);
  fill(visit, [...given, ...forTarget], turn.utterance.clock, turn.loaded.assistant.entities);
  return asksWhether(turn, visit, state.name);
}

async function cancel({ visit }: Reply, turn: TurnContext, call: CallBusinessLogic): Promise<Settled> {
  const { assistant } = turn.loaded;
  const transition = visit.state.transitions.find(({ on }) => on === 'cancel');
  // A cancel never leads to a deed: the user only wants to leave.
  if (transition !== undefined && !isDeed(assistant, transition.to[0] ?? ROOT))
    return take(visit, transition, [], turn, call);
  // A cancel counts as a no to the confirmation, also before it is asked, if a no ends the competency.
  const no = transitionOf(visit, 'deny', turn);
  return no !== undefined && ends(no, turn) ? take(visit, no, [], turn, call) : leave(visit, turn);
}

async function goBack(
  { visit, stored }: Reply,
  turn: TurnContext,
  call: CallBusinessLogic,
): Promise<Settled> {
  const { slots } = visit.competency;
  const filled = slots.filter(({ name, ask }) => ask !== null && Object.hasOwn(visit.slots, name));
  const asked = slots.findIndex(({ name }) => name === stored.asked);
  const before = asked < 0 ? filled : filled.filter((slot) => slots.indexOf(slot) < asked);
  const last = before.at(-1) ?? filled.at(-1);
  if (last === undefined) return leave(visit, turn);
  askAnew(visit, last);
  return settle(turn, visit, [], call);
}

/**
 * The transition of a yes or no. In a state that asks whether to cancel, a yes takes the `cancel` transition if it
 * leads to a deed.
 */
function transitionOf(
  { state }: Visit,
  answer: 'affirm' | 'deny',
  { loaded: { assistant } }: TurnContext,
): CompiledTransition | undefined {
  if (answer === 'deny') return state.transitions.find(({ on }) => on === 'no');
  const transition = yesTransition(state);
  const isTaken = transition?.on === 'yes' || isDeed(assistant, transition?.to[0] ?? ROOT);
  return isTaken ? transition : undefined;
}

async function take(
  visit: Visit,
  transition: CompiledTransition,
  given: readonly GivenValue[],
  turn: TurnContext,
  call: CallBusinessLogic,
): Promise<Settled> {
  const to = transition.to[0] ?? ROOT;
  moveTo(turn, visit, transition, to);
  if (turn.loaded.states.has(to)) return settle(turn, visit, given, call);
  return ended(visit, transition.say === null ? [sayMessage(turn, 'cancelled')] : visit.speech);
}

/**
 * The values that a yes gives to the competency that it enters: "yes, 50 euros to Anna" after the offer of a transfer.
 */
function valuesForTarget(
  { to: [to = ROOT], clear }: CompiledTransition,
  { competency, slots }: Visit,
  given: readonly GivenValue[],
  text: string,
  turn: TurnContext,
): GivenValue[] {
  const place = placeOf(turn.loaded, to);
  if (place === null || place.competency === competency) return [];
  const taken = Object.entries(carried(slots, competency, place.competency));
  const held = Object.fromEntries(taken.filter(([name]) => !clear.includes(name)));
  const values = valuesOfWish(turn, place, text, held).filter(
    ({ slot }) => !given.some((value) => value.slot === slot),
  );
  explainValues(turn, text, values);
  return values;
}

/** True if a transition ends the competency without a deed. */
function ends({ to: [to = ROOT] }: CompiledTransition, { loaded }: TurnContext): boolean {
  const state = loaded.states.get(to);
  return state === undefined || (state.terminal && !isDeed(loaded.assistant, to));
}

function leave(visit: Visit, turn: TurnContext): Settled {
  turn.explanation.transitions.push({ from: visit.state.name, to: ROOT, on: 'cancel' });
  return ended(visit, [sayMessage(turn, 'cancelled')]);
}
