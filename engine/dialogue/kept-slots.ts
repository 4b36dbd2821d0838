import type { CompiledCompetency, CompiledSlot } from '../assistant.ts';
import { traitsOf } from '../built-in-entities.ts';
import { heldIn } from '../understand/view.ts';
import type { Clock } from '../values/time/calendar.ts';
import { isAllowed } from '../values/validate.ts';
import type { SlotValue } from './state.ts';

type Slots = Readonly<Record<string, SlotValue>>;

/** The key of a session slot: name and entity. */
export const slotKey = ({ name, entity }: CompiledSlot): string => `${name} ${entity}`;

/**
 * The slots that a competency takes over from another competency that the user refers to. A slot with the same name and
 * entity takes the value. So does the only required slot of an entity if the other competency has only one value of the
 * entity. Numbers, texts and yes/no values always need a slot of the same name.
 */
export function takenOver(
  slots: Slots,
  from: CompiledCompetency,
  to: CompiledCompetency,
  clock: Clock,
): Record<string, SlotValue> {
  const taken = carried(slots, from, to);
  for (const entity of new Set(from.slots.map((slot) => slot.entity))) {
    if (traitsOf(entity).needsItsSlot) continue;
    const held = from.slots.filter((slot) => slot.entity === entity && Object.hasOwn(slots, slot.name));
    const asked = to.slots.filter((slot) => slot.entity === entity && slot.required);
    const [source, ...sources] = held;
    const [target, ...targets] = asked;
    const value = source && slots[source.name];
    if (value === undefined || target === undefined || sources.length + targets.length > 0) continue;
    if (!Object.hasOwn(taken, target.name) && isAllowedIn(target, value, clock)) taken[target.name] = value;
  }
  return taken;
}

/** A competency's initial slots: session values of slots with the same name and entity, if its rules allow them. */
export function fromSession(
  competency: CompiledCompetency,
  kept: Slots,
  clock: Clock,
): Record<string, SlotValue> {
  const slots: Record<string, SlotValue> = {};
  for (const slot of competency.slots) {
    const value = Object.hasOwn(kept, slotKey(slot)) ? kept[slotKey(slot)] : undefined;
    if (slot.keep !== 'session' || value === undefined) continue;
    // Values confirmed by the business logic need no check.
    if (value.resolved === 1 || isAllowedIn(slot, value, clock)) slots[slot.name] = value;
  }
  return slots;
}

/** True if a slot's rule allows a value from another competency, which may have a different rule. */
const isAllowedIn = ({ validate }: CompiledSlot, value: SlotValue, clock: Clock): boolean =>
  [value, ...(value.more ?? [])].every(
    ({ value: allowed, details }) =>
      (typeof allowed !== 'string' && typeof allowed !== 'number') ||
      isAllowed({ value: allowed, details }, validate, clock),
  );

/** Session slots, updated with a competency's current values. */
export function intoSession(competency: CompiledCompetency, slots: Slots, kept: Slots) {
  const session: Record<string, SlotValue> = { ...kept };
  for (const slot of competency.slots) {
    const value = heldIn(slots, slot.name);
    if (slot.keep === 'session' && value !== undefined) session[slotKey(slot)] = value;
  }
  return session;
}

/** The slots that outlive the turn. */
export const beyondTurn = (competency: CompiledCompetency, slots: Slots): Record<string, SlotValue> =>
  Object.fromEntries(
    Object.entries(slots).filter(
      ([name]) => competency.slots.find((slot) => slot.name === name)?.keep !== 'turn',
    ),
  );

/** The slots kept when a transition enters another competency: slots with the same name and entity. */
export function carried(
  slots: Slots,
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
