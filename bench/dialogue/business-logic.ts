import type { CallBusinessLogic } from '../../engine/dialogue/business-logic/protocol.ts';
import type { SlotValue } from '../../engine/dialogue/state.ts';
import type { LoadedAssistant } from '../../engine/load.ts';
import { offersOf, type ServiceTurn } from './turns.ts';

/**
 * The business logic of a replayed dialogue. It knows only the system's acts, and never fills a value that the
 * assistant should have understood from the user. A slot that the user has not stated gets the value that the system
 * offered: before the turn for an action, in the answer to the turn for a search. If the system has just offered an
 * alternative, it replaces the user's value once the user accepts. If the system reports a failure, the call fails.
 * @param spelled the value that a slot's entity reads in a spelling
 */
export function businessLogicOf(
  { competencies, states }: LoadedAssistant,
  { told, offered, system, answer, before: goal }: ServiceTurn,
  spelled: (slot: string, spelling: string) => SlotValue,
): CallBusinessLogic {
  const isGoal = (slot: string, value: string) => goal?.slots[slot]?.includes(value) ?? false;
  return async ({ state: name, slots: held }) => {
    const state = states.get(name);
    const competency = competencies.get(state?.competency ?? '');
    if (state === undefined || competency === undefined) return { status: 'answered', body: {} };
    const isDeed = states.has(`${competency.name}_done`);
    const isDone = isDeed && state.terminal;
    const [before, after] = [system, answer].map((turn) => new Map(turn === null ? [] : offersOf(turn)));
    const slots: Record<string, object> = {};
    for (const { name: slot, required } of competency.slots) {
      const wire = `_${slot.toUpperCase()}_`;
      const value = held[wire]?.values?.[0]?.value;
      const offers = offered.get(slot) ?? [];
      const last = offers.at(-1);
      // The assistant must understand the user's values itself, unless the system has just offered an alternative.
      const isInstead = isDone && last !== undefined && before?.get(slot) === last && !isGoal(slot, last);
      const isOffered = value === undefined || offers.some((offer) => spelled(slot, offer).value === value);
      const isOurs = !told.has(slot) && isOffered;
      const fromAnswer = isOurs && value === undefined && required ? after?.get(slot) : undefined;
      const offer = isDeed ? (isOurs || isInstead ? last : undefined) : fromAnswer;
      if (offer === undefined) continue;
      const filled = spelled(slot, offer).value;
      if (value !== filled)
        slots[wire] = { type: 'string', values: [{ tokens: offer, resolved: 1, value: filled }] };
    }
    const fails = isDone && (answer?.acts.some(({ act }) => act === 'NOTIFY_FAILURE') ?? false);
    return { status: 'answered', body: { slots, ...(fails ? { state: `${competency.name}_failed` } : {}) } };
  };
}
