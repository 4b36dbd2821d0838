import type { CompiledSlot } from '../assistant.ts';
import type { Candidate } from '../values/recognizer.ts';
import { allOf } from './fill.ts';
import type { SlotValue } from './state.ts';

/** The entity of a slot, by their names. */
export const entityIn = (slots: readonly CompiledSlot[], name: string): string | undefined =>
  slots.find((slot) => slot.name === name)?.entity;

/** The slots of an entity that hold a value. */
export const holders = (
  slots: readonly CompiledSlot[],
  held: Readonly<Record<string, SlotValue>>,
  entity: string | undefined,
  { value }: Candidate,
): string[] =>
  slots.flatMap(({ name, entity: own }) => {
    const one = own === entity && Object.hasOwn(held, name) ? held[name] : undefined;
    return one !== undefined && allOf(one).some((each) => each.value === value) ? [name] : [];
  });
