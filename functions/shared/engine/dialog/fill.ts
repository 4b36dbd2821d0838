import type { CompiledSlot } from '../assistant.ts';
import type { FoundSlot } from '../slots/find.ts';
import type { Clock } from '../slots/temporal/calendar.ts';
import { isAllowed } from '../slots/validate.ts';
import type { HeldValue } from './state.ts';
import type { Visit } from './visit-data.ts';

/** Puts the found values into their slots; the first that breaks its rule is returned and left empty. */
export function fill(visit: Visit, found: readonly FoundSlot[], clock: Clock): CompiledSlot | null {
  let rejected: CompiledSlot | null = null;
  for (const slot of visit.competency.slots) {
    const given = found.filter((one) => one.slot === slot.name);
    if (given.length === 0) continue;
    const values = given.map((one) => heldOf(one, slot, clock));
    const [first, ...more] = distinct(values.filter((value) => value !== null));
    if (first === undefined || values.includes(null)) {
      delete visit.slots[slot.name];
      rejected ??= slot;
    } else visit.slots[slot.name] = more.length === 0 ? first : { ...first, more };
  }
  return rejected;
}

/** The first of a candidate's meanings that the slot's rule allows, or null. */
function heldOf({ candidate, raw }: FoundSlot, { validate }: CompiledSlot, clock: Clock): HeldValue | null {
  const meanings = [candidate, ...(candidate.alternatives ?? [])];
  const meaning = meanings.find((one) => isAllowed(one, validate, clock));
  return meaning === undefined ? null : { value: meaning.value, raw, resolved: -1, details: meaning.details };
}

/** Values without those that an earlier one says already. */
const distinct = (values: readonly HeldValue[]): HeldValue[] =>
  values.filter(({ value }, index) => values.findIndex((other) => other.value === value) === index);
