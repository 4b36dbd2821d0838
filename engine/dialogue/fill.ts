import type { CompiledSlot } from '../assistant.ts';
import type { FoundSlot } from '../understand/find-slots.ts';
import type { Utterance } from '../values/recognizer.ts';
import type { Clock } from '../values/time/calendar.ts';
import { isAllowed } from '../values/validate.ts';
import type { HeldValue, SlotValue } from './state.ts';
import type { Visit } from './visit-data.ts';

/** Words that say of a slot with several values that new ones come beside the old. */
const ADDING: Readonly<Record<string, readonly string[]>> = {
  en: ['also', 'too', 'add', 'plus'],
  es: ['tambien', 'ademas', 'anade', 'agrega', 'suma'],
  de: ['auch', 'noch', 'dazu', 'ausserdem', 'zusatzlich'],
  fr: ['aussi', 'ajoute', 'ajoutez'],
  pt: ['tambem', 'alem', 'adiciona', 'acrescenta'],
  it: ['anche', 'aggiungi', 'inoltre'],
};

const adds = ({ words, language }: Utterance): boolean =>
  words.some(({ text }) => ADDING[language]?.includes(text) ?? false);

/** Puts the found values into their slots; the first that breaks its rule is returned and left empty. */
export function fill(visit: Visit, found: readonly FoundSlot[], utterance: Utterance): CompiledSlot | null {
  let rejected: CompiledSlot | null = null;
  for (const slot of visit.competency.slots) {
    const given = found.filter((one) => one.slot === slot.name);
    if (given.length === 0) continue;
    const values = given.map((one) => heldOf(one, slot, utterance.clock));
    const before = slot.multiple && adds(utterance) ? allOf(visit.slots[slot.name]) : [];
    const [first, ...more] = distinct([...before, ...values.filter((value) => value !== null)]);
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

/** All values of a slot. */
export function allOf(held: SlotValue | undefined): HeldValue[] {
  if (held === undefined) return [];
  const { more = [], ...first } = held;
  return [first, ...more];
}

/** Values without those that an earlier one says already. */
const distinct = (values: readonly HeldValue[]): HeldValue[] =>
  values.filter(({ value }, index) => values.findIndex((other) => other.value === value) === index);
