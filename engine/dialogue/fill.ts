import type { CompiledSlot } from '../assistant.ts';
import type { SetWay } from '../understand/commands.ts';
import type { Candidate, Meaning } from '../values/recognizer.ts';
import type { Clock } from '../values/time/calendar.ts';
import { isAllowed, isPast, keepsOrder } from '../values/validate.ts';
import { type Entities, fieldsOf } from './entity-fields.ts';
import type { HeldValue, SlotValue } from './state.ts';
import type { Visit } from './visit.ts';

/** A value that is given to a slot. */
export interface GivenValue {
  slot: string;
  candidate: Candidate;
  /** The user's own words. */
  raw: string;
  way: SetWay;
}

/**
 * Puts the given values into their slots; the first that breaks its rule is returned and left empty. Where slots bound
 * each other, what was given is measured by what is held; what was held no longer, once another has changed, is given up.
 */
export function fill(
  visit: Visit,
  given: readonly GivenValue[],
  clock: Clock,
  entities: Entities,
): CompiledSlot | null {
  let rejected = put(visit, given, clock, entities);
  const isGiven = (name: string) => given.some(({ slot }) => slot === name);
  const bounded = visit.competency.slots
    .filter(({ name, validate }) =>
      (validate?.others ?? []).some(({ slot }) => isGiven(name) || isGiven(slot)),
    )
    .sort((a, b) => Number(isGiven(b.name)) - Number(isGiven(a.name)));
  for (const slot of bounded) {
    if (isInOrder(visit, slot)) continue;
    delete visit.slots[slot.name];
    rejected ??= slot;
  }
  return rejected;
}

/** True if a slot's values are in order with those of the slots that bound them: none before its `min`, and so on. */
function isInOrder({ slots }: Visit, { name, validate }: CompiledSlot): boolean {
  return (validate?.others ?? []).every(({ order, slot }) =>
    meaningsOf(slots[name]).every((meaning) =>
      meaningsOf(slots[slot]).every((bound) => keepsOrder(meaning, bound, order)),
    ),
  );
}

/** The values that can be compared: texts and numbers. A business logic may have set others. */
const meaningsOf = (held: SlotValue | undefined): Meaning[] =>
  allOf(held).flatMap(({ value, details }) =>
    typeof value === 'string' || typeof value === 'number' ? [{ value, details }] : [],
  );

function put(
  visit: Visit,
  given: readonly GivenValue[],
  clock: Clock,
  entities: Entities,
): CompiledSlot | null {
  let rejected: CompiledSlot | null = null;
  for (const slot of visit.competency.slots) {
    const slotValues = given.filter((value) => value.slot === slot.name);
    if (slotValues.length === 0) continue;
    const values = slotValues.map((value) => heldOf(value, slot, clock, entities));
    const adds = slot.multiple && slotValues.some(({ way }) => way === 'add');
    const before = adds ? allOf(visit.slots[slot.name]) : [];
    const [first, ...more] = distinct([...before, ...values.filter((value) => value !== null)]);
    if (first === undefined || values.includes(null)) {
      delete visit.slots[slot.name];
      rejected ??= slot;
    } else visit.slots[slot.name] = more.length === 0 ? first : { ...first, more };
  }
  return rejected;
}

/** The first of a candidate's meanings that the slot's rule allows, past ones before others where it prefers them; or null. */
function heldOf(
  { candidate, raw }: GivenValue,
  { validate, entity, prefer }: CompiledSlot,
  clock: Clock,
  entities: Entities,
): HeldValue | null {
  const all: Meaning[] = [candidate, ...(candidate.alternatives ?? [])];
  const past = prefer === 'past' ? all.filter((meaning) => isPast(meaning, clock)) : [];
  const meanings = [...past, ...all];
  const meaning = meanings.find((candidate) => isAllowed(candidate, validate, clock));
  if (meaning === undefined) return null;
  const { value, details } = meaning;
  return { value, raw, resolved: -1, details: { ...fieldsOf(entities, entity, value), ...details } };
}

/** All values of a slot. */
function allOf(held: SlotValue | undefined): HeldValue[] {
  if (held === undefined) return [];
  const { more = [], ...first } = held;
  return [first, ...more];
}

/** Values without those that an earlier one says already. */
const distinct = (values: readonly HeldValue[]): HeldValue[] =>
  values.filter(({ value }, index) => values.findIndex((known) => known.value === value) === index);
