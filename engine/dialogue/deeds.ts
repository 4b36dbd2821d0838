import { createHash } from 'node:crypto';
import { type CompiledState, entityNamed, ROOT, toldName } from '../assistant.ts';
import { isDeed, yesTransition } from '../deeds.ts';
import { beyondTurn } from './kept-slots.ts';
import type { Speech } from './speech.ts';
import type { HeldValue, SlotValue } from './state.ts';
import { sayMessage, type TurnContext, titleOf } from './turn-context.ts';
import type { Visit } from './visit.ts';

/**
 * The rules of deeds. Business logic is called for a deed only in the turn in which the user says yes to it
 * (`Visit.assent`). The yes covers only the values in the question (`saidBackOf`): a later value leads back to the
 * question (`confirmationOf`). If the author has no question before a deed, the engine asks one (`askWhether`).
 * Repeating a call of unknown outcome under the same key needs no new yes.
 */

/** True if the visited state is a deed without the user's yes in this turn. */
export const lacksAssent = ({ loaded }: TurnContext, { state, assent, pending }: Visit): boolean =>
  !assent && pending === null && isDeed(loaded.assistant, state.name);

/** A digest of the values in a question, as the next turn will hold them. */
export function saidBackOf({ competency, slots }: Pick<Visit, 'competency' | 'slots'>): string {
  const held = beyondTurn(competency, slots);
  const values = Object.keys(held)
    .sort()
    .map((name) => [name, [held[name], ...(held[name]?.more ?? [])].map((value) => meaningOf(value))]);
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22);
}

const meaningOf = (value: HeldValue | undefined): unknown => [value?.value, sorted(value?.details ?? {})];

const sorted = (fields: Record<string, unknown>): unknown[] =>
  Object.keys(fields)
    .sort()
    .map((name) => [name, fields[name]]);

/** True if a given value differs from the slot's value. */
export const isChanged = (
  slots: Readonly<Record<string, SlotValue>>,
  { slot, candidate, way }: { slot: string; candidate: { value: unknown }; way: string },
): boolean => {
  const held = Object.hasOwn(slots, slot) ? slots[slot] : undefined;
  if (held === undefined) return true;
  const { more = [] } = held;
  return (
    (way === 'replace' && more.length > 0) || ![held, ...more].some(({ value }) => value === candidate.value)
  );
};

/** The state that asks for the yes to a deed; undefined if there is none. */
export function confirmationOf({ loaded }: TurnContext, deed: CompiledState): CompiledState | undefined {
  const asking = [...loaded.states.values()].filter(
    (state) =>
      state.competency === deed.competency &&
      state.name !== deed.name &&
      !isDeed(loaded.assistant, state.name) &&
      yesTransition(state)?.to[0] === deed.name,
  );
  return asking.find(({ isLabel }) => isLabel) ?? asking[0];
}

/** True if another state's yes leads to this state: then business logic may not enter it without that yes. */
export const needsYes = ({ loaded }: TurnContext, name: string): boolean =>
  [...loaded.states.values()].some((state) => state.name !== name && yesTransition(state)?.to[0] === name);

/** The engine's own question before a deed, listing its values. */
export function askWhether(turn: TurnContext, visit: Visit, to: string): Speech {
  const values = visit.competency.slots.flatMap(({ name, entity }) => {
    const held = Object.hasOwn(visit.slots, name) ? visit.slots[name] : undefined;
    return held === undefined
      ? []
      : [held, ...(held.more ?? [])].map((value) => toldValue(turn, entity, value));
  });
  const competency = titleOf(turn, to === ROOT ? visit.state.name : to);
  return sayMessage(turn, 'confirm_wish', { competency, values });
}

function toldValue({ loaded, input }: TurnContext, entity: string, { value, raw }: HeldValue): string {
  const list = entityNamed(loaded.assistant, entity);
  if (list !== undefined && typeof value === 'string') return toldName(list, value, input.language);
  return raw === '' ? String(value) : raw;
}
