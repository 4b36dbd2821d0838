import type { CompiledCompetency, CompiledSlot } from '../assistant.ts';
import type { BuiltInEntity } from '../built-in-entities.ts';
import { heldIn } from '../understand/view.ts';
import type { Clock } from '../values/time/calendar.ts';
import { isAllowed } from '../values/validate.ts';
import type { SlotValue } from './state.ts';

type Slots = Readonly<Record<string, SlotValue>>;

/** Entities whose values mean nothing for a slot of another name. */
const NEEDS_ITS_SLOT: ReadonlySet<string> = new Set<BuiltInEntity>(['number', 'ordinal', 'text', 'boolean']);

/** Under what a slot is kept: its name and entity. */
export const slotKey = ({ name, entity }: CompiledSlot): string => `${name} ${entity}`;

/**
 * The slots that a competency takes over from another that words point back at: those that it declares alike, and of each
 * entity the one value that the other held, if it asks for only one. A number says too little without its slot, as do a
 * text and a yes or no.
 */
export function takenOver(
  slots: Slots,
  from: CompiledCompetency,
  to: CompiledCompetency,
  clock: Clock,
): Record<string, SlotValue> {
  const taken = carried(slots, from, to);
  for (const entity of new Set(from.slots.map((slot) => slot.entity))) {
    if (NEEDS_ITS_SLOT.has(entity)) continue;
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

/** The slots that a competency begins with: those of the session that it declares alike and allows. */
export function fromSession(
  competency: CompiledCompetency,
  kept: Slots,
  clock: Clock,
): Record<string, SlotValue> {
  const slots: Record<string, SlotValue> = {};
  for (const slot of competency.slots) {
    const value = Object.hasOwn(kept, slotKey(slot)) ? kept[slotKey(slot)] : undefined;
    if (slot.keep !== 'session' || value === undefined) continue;
    // A value that the business logic confirmed needs no check.
    if (value.resolved === 1 || isAllowedIn(slot, value, clock)) slots[slot.name] = value;
  }
  return slots;
}

/** True if a slot allows a value of another competency, which may have had another rule for it. */
const isAllowedIn = ({ validate }: CompiledSlot, value: SlotValue, clock: Clock): boolean =>
  [value, ...(value.more ?? [])].every(
    ({ value: allowed, details }) =>
      (typeof allowed !== 'string' && typeof allowed !== 'number') ||
      isAllowed({ value: allowed, details }, validate, clock),
  );

/** The slots that last for the session, with those of a competency as they are now. */
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

/** The slots that stay when a transition leads to another competency: those that it declares alike. */
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
