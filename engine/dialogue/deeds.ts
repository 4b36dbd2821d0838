import { createHash } from 'node:crypto';
import { type CompiledState, entityNamed, ROOT } from '../assistant.ts';
import { isDeed, yesTransition } from '../deeds.ts';
import { beyondTurn } from './kept-slots.ts';
import type { Speech } from './speech.ts';
import type { HeldValue, SlotValue } from './state.ts';
import { toldName } from './told-name.ts';
import { sayMessage, type TurnContext, titleOf } from './turn-context.ts';
import type { Visit } from './visit.ts';

/**
 * The rules for deeds:
 * - Business logic is called for a deed only in the turn of the user's yes (`Visit.assent`).
 * - A yes covers only the values that the question stated (`saidBackOf`). A later value leads back to the question
 *   (`confirmationOf`).
 * - Where the author asks no question before a deed, the engine asks (`askWhether`).
 * - After an unknown outcome, the call is repeated under the same key without a new yes.
 */

/** True if the visited state is a deed to which the user has not agreed in this turn. */
export const lacksAssent = ({ loaded }: TurnContext, { state, assent, pending }: Visit): boolean =>
  !assent && pending === null && isDeed(loaded.assistant, state.name);

/** A digest of the values that a question stated, as the next turn will hold them. */
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

/** True if a value is new for its slot. */
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

/** The state of a competency whose yes leads to the deed; undefined if there is none. */
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

/** True if a yes in another state leads to the named state. */
export const needsYes = ({ loaded }: TurnContext, name: string): boolean =>
  [...loaded.states.values()].some((state) => state.name !== name && yesTransition(state)?.to[0] === name);

/**
 * The question whether to enter a deed or label, with the values. The engine asks it if the author's dialog does not.
 */
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
