import type { CompiledSlot } from '../assistant.ts';
import type { SetWay } from '../understand/commands.ts';
import { movedBy } from '../understand/values/moved.ts';
import type { Candidate, Meaning } from '../values/recognizer.ts';
import type { Clock } from '../values/time/calendar.ts';
import { isAllowed, isPast, keepsOrder, meaningsIn } from '../values/validate.ts';
import { type Entities, fieldsOf } from './entity-fields.ts';
import type { HeldValue, SlotValue, StoredLength } from './state.ts';
import type { Visit } from './visit.ts';

/** A value for a slot. */
export interface GivenValue {
  slot: string;
  candidate: Candidate;
  /** The user's own words. */
  raw: string;
  way: SetWay;
}

/** Empties a slot and asks for it again; with a value, only removes that value from the slot. */
export function clear(
  visit: Visit,
  { slot, value, isDeclined }: { slot: string; value?: Meaning['value']; isDeclined?: true },
): void {
  const [first, ...more] =
    value === undefined ? [] : allOf(visit.slots[slot]).filter((held) => held.value !== value);
  if (first === undefined) delete visit.slots[slot];
  else visit.slots[slot] = more.length === 0 ? first : { ...first, more };
  if (isDeclined) visit.skipped = [...new Set([...visit.skipped, slot])];
  else if (value === undefined) visit.wanted = slot;
}

/**
 * Fills slots with the given values. If slots limit each other, new values are checked against existing ones, and an
 * existing value that no longer fits is dropped. An end given as a duration is filled once its beginning is known.
 * @returns the first slot left empty because a value broke its rule; null if there is none
 */
export function fill(
  visit: Visit,
  told: readonly GivenValue[],
  clock: Clock,
  entities: Entities,
): CompiledSlot | null {
  const [lengths, values] = parted(told);
  Object.assign(visit.lengths, lengths);
  const ofValues = put(visit, values, clock, entities);
  const ends = endsOf(visit);
  const given = [...values, ...ends];
  let rejected = put(visit, ends, clock, entities) ?? ofValues;
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

/** Separates durations, by slot, from the other values. */
function parted(told: readonly GivenValue[]): [Record<string, StoredLength>, GivenValue[]] {
  const lengths: Record<string, StoredLength> = {};
  for (const { slot, candidate, raw, way } of told) {
    if (way === 'length')
      lengths[slot] = { after: String(candidate.details.after), duration: String(candidate.value), raw };
  }
  return [lengths, told.filter(({ way }) => way !== 'length')];
}

/** The ends whose beginnings are now known. Forgets their durations, and those of ends that were given directly. */
function endsOf({ lengths, slots }: Visit): GivenValue[] {
  return Object.entries(lengths).flatMap(([slot, { after, duration, raw }]): GivenValue[] => {
    const beginning = Object.hasOwn(slots, after) ? slots[after] : undefined;
    const isGiven = Object.hasOwn(slots, slot);
    if (beginning === undefined && !isGiven) return [];
    delete lengths[slot];
    const end = beginning === undefined || isGiven ? null : movedBy(beginning, { duration, sign: 1 });
    if (end === null) return [];
    return [{ slot, candidate: { ...end, start: 0, end: 0, quality: 'exact' }, raw, way: 'mention' }];
  });
}

/** True if a slot's values keep the required order with the slots that limit it. */
function isInOrder({ slots }: Visit, { name, validate }: CompiledSlot): boolean {
  return (validate?.others ?? []).every(({ order, slot }) =>
    meaningsOf(slots[name]).every((meaning) =>
      meaningsOf(slots[slot]).every((bound) => keepsOrder(meaning, bound, order)),
    ),
  );
}

/** The comparable values: texts and numbers. Business logic may have set other values. */
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

/**
 * The candidate's first meaning that the slot's rule allows, or null. Past meanings come first if the slot prefers
 * them.
 */
function heldOf(
  { candidate, raw }: GivenValue,
  { validate, entity, prefer }: CompiledSlot,
  clock: Clock,
  entities: Entities,
): HeldValue | null {
  const all = meaningsIn(candidate);
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

const distinct = (values: readonly HeldValue[]): HeldValue[] =>
  values.filter(({ value }, index) => values.findIndex((known) => known.value === value) === index);
