import type { CompiledSlot } from '../../assistant.ts';
import { isBuiltIn } from '../../built-in-entities.ts';
import { heldIn } from '../../understand/view.ts';
import type { HeldValue, SlotValue } from '../state.ts';

/** Slots in answers and business-logic calls: `{"_ACCOUNT_FROM_": {"type", "values": […]}}`. */
export type WireSlots = Record<string, WireSlot>;

export interface WireSlot {
  type: string;
  values: WireSlotValue[];
}

export interface WireSlotValue {
  [detail: string]: unknown;
  /** The user's own words. */
  tokens: string;
  /** 1 confirmed, −1 not (yet) confirmed. */
  resolved: -1 | 0 | 1;
  value: unknown;
}

export const wireName = (slot: string): string => `_${slot.toUpperCase()}_`;

/** The slot name in a wire name, in any letter case, with or without the outer underscores; null if it is invalid. */
export const slotOfWireName = (name: string): string | null =>
  /^_?([a-z][a-z0-9_]*?)_?$/i.exec(name)?.[1]?.toLowerCase() ?? null;

/** The filled slots of a competency in wire form, in the order of declaration. */
export function toWire(
  competency: { slots: readonly Pick<CompiledSlot, 'name' | 'entity' | 'mapper'>[] },
  slots: Readonly<Record<string, SlotValue>>,
): WireSlots {
  const wire: WireSlots = {};
  for (const { name, entity, mapper } of competency.slots) {
    const slot = heldIn(slots, name);
    if (slot === undefined) continue;
    const values = [slot, ...(slot.more ?? [])].map((held) => wireValue(held, mapper));
    wire[wireName(name)] = { type: wireType(entity), values };
  }
  return wire;
}

/**
 * @param mapper the name of a second field for the value; a field of that name in the server's details takes precedence
 */
const wireValue = ({ details, raw, resolved, value }: HeldValue, mapper?: string): WireSlotValue => ({
  ...(mapper === undefined ? {} : { [mapper]: value }),
  ...details,
  tokens: raw,
  resolved,
  value,
});

const wireType = (entity: string): string => (isBuiltIn(entity) ? entity : 'string');
