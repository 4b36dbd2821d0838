import { type CompiledState, type CompiledTransition, ROOT } from '../assistant.ts';
import { isDeed } from '../deeds.ts';
import { carried } from './kept-slots.ts';
import { say, type TurnContext } from './turn-context.ts';
import { dataOf, type Visit } from './visit.ts';

/** Maximum number of successive slot transitions in a turn. */
const MAX_MOVES = 8;

/** Takes a transition: says its text, empties its `clear` slots and carries the other slots over. */
export function moveTo(turn: TurnContext, visit: Visit, transition: CompiledTransition, to: string): void {
  turn.explanation.transitions.push({ from: visit.state.name, to, on: transition.on });
  if (transition.say !== null) visit.speech.push(say(turn, transition.say, dataOf(turn, visit)));
  if (transition.label !== undefined)
    visit.label = { name: transition.label, probability: visit.label?.probability ?? 1 };
  for (const name of transition.clear) {
    delete visit.slots[name];
    visit.skipped = visit.skipped.filter((skipped) => skipped !== name);
  }
  const state = turn.loaded.states.get(to);
  const competency = state && turn.loaded.competencies.get(state.competency);
  if (state === undefined || competency === undefined) return;
  visit.slots = carried(visit.slots, visit.competency, competency);
  Object.assign(visit, { state, competency });
}

/** Follows slot transitions whose slots have the required values. @returns true if one leads to root */
export function followSlots(turn: TurnContext, visit: Visit): boolean {
  const visited = new Set([visit.state.name]);
  for (let moves = 0; moves < MAX_MOVES; moves += 1) {
    const transition = transitionBySlots(visit);
    const to = transition?.to[0];
    if (transition === undefined || to === undefined || visited.has(to)) return false;
    if (!visit.assent && isDeed(turn.loaded.assistant, to)) return false;
    visited.add(to);
    moveTo(turn, visit, transition, to);
    if (to === ROOT) return true;
  }
  return false;
}

/** The deed that the current values lead to without the user's consent; null if there is none. */
export function deedOfSlots({ loaded }: TurnContext, visit: Visit): string | null {
  if (visit.assent) return null;
  const to = transitionBySlots(visit)?.to[0] ?? ROOT;
  return to !== visit.state.name && isDeed(loaded.assistant, to) ? to : null;
}

/** The state that the current values lead to; the visited state if they lead nowhere. */
export function stateBySlots(
  { states }: TurnContext['loaded'],
  place: Pick<Visit, 'state' | 'slots'>,
): CompiledState {
  return states.get(transitionBySlots(place)?.to[0] ?? '') ?? place.state;
}

/** The first transition of the state whose condition the current values meet. */
const transitionBySlots = ({
  state,
  slots,
}: Pick<Visit, 'state' | 'slots'>): CompiledTransition | undefined =>
  state.transitions.find((candidate) => holds(candidate, slots));

function holds({ on, slot }: CompiledTransition, slots: Visit['slots']): boolean {
  if (on !== 'slot' || slot === null || !Object.hasOwn(slots, slot.name)) return false;
  return slot.is === null || slot.is.includes(String(slots[slot.name]?.value));
}
