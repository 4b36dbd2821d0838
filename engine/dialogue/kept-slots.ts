import type { CompiledCompetency, CompiledSlot } from '../assistant.ts';
import type { Clock } from '../values/time/calendar.ts';
import { isAllowed } from '../values/validate.ts';
import type { SlotValue } from './state.ts';

type Slots = Readonly<Record<string, SlotValue>>;

/** Under what a slot is kept: its name and entity. */
export const slotKey = ({ name, entity }: CompiledSlot): string => `${name} ${entity}`;

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
    // Another competency may have had another rule for it. What the business logic confirmed is its own.
    const values = [value, ...(value.more ?? [])];
    const isFine = values.every(
      ({ value: one, details }) =>
        (typeof one !== 'string' && typeof one !== 'number') ||
        isAllowed({ value: one, details }, slot.validate, clock),
    );
    if (isFine || value.resolved === 1) slots[slot.name] = value;
  }
  return slots;
}

/** What lasts for the session, with a competency's slots of that kind as they are now. */
export function intoSession(competency: CompiledCompetency, slots: Slots, kept: Slots) {
  const session: Record<string, SlotValue> = { ...kept };
  for (const slot of competency.slots) {
    const value = Object.hasOwn(slots, slot.name) ? slots[slot.name] : undefined;
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
