import type { CompiledSlot } from '../assistant.ts';
import type { SetWay } from '../understand/commands.ts';
import type { Candidate, Meaning } from '../values/recognizer.ts';
import type { Clock } from '../values/time/calendar.ts';
import { isAllowed, isPast, keepsOrder } from '../values/validate.ts';
import { type Entities, fieldsOf } from './entity-fields.ts';
import type { HeldValue, SlotValue } from './state.ts';
import type { Visit } from './visit.ts';

/** A value for a slot. */
export interface GivenValue {
  slot: string;
  candidate: Candidate;
  /** The user's own words. */
  raw: string;
  way: SetWay;
}

/**
 * Fills slots with the given values. Returns the first value that breaks its rule and leaves its slot empty. Checks new
 * values against held ones, and drops a held value that no longer fits.
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

/** True if a slot's values satisfy the order rules between slots, such as `min`. */
function isInOrder({ slots }: Visit, { name, validate }: CompiledSlot): boolean {
  return (validate?.others ?? []).every(({ order, slot }) =>
    meaningsOf(slots[name]).every((meaning) =>
      meaningsOf(slots[slot]).every((bound) => keepsOrder(meaning, bound, order)),
    ),
  );
}

/** The comparable values: texts and numbers. Business logic may have set others. */
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

/** The first meaning that the slot's rule allows, past ones first if the rule prefers them; null if none. */
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

function allOf(held: SlotValue | undefined): HeldValue[] {
  if (held === undefined) return [];
  const { more = [], ...first } = held;
  return [first, ...more];
}

/** Removes duplicate values. */
const distinct = (values: readonly HeldValue[]): HeldValue[] =>
  values.filter(({ value }, index) => values.findIndex((known) => known.value === value) === index);
