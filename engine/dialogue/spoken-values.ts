import type { CompiledCompetency } from '../assistant.ts';
import { BOOLEAN_ENTITY, TEXT_ENTITY } from '../built-in-entities.ts';
import type { SlotValue } from '../understand/view.ts';
import type { SpokenValue } from '../values/recognizer.ts';

/** A mentioned value, as stored in the conversation. */
export interface StoredValue extends SpokenValue {
  entity: string;
}

/** Maximum number of stored values; the oldest are dropped first. */
const MOST_SPOKEN = 16;

/**
 * Adds a competency's slot values to the mentioned values, latest last. Skips sensitive and turn-only slots, slots with
 * several values, free text and yes/no slots.
 */
export function spokenWith(
  spoken: readonly StoredValue[],
  { slots }: CompiledCompetency,
  held: Readonly<Record<string, SlotValue>>,
): readonly StoredValue[] {
  const added = slots.flatMap(({ name, entity, sensitive, keep }): StoredValue[] => {
    const slotValue = Object.hasOwn(held, name) ? held[name] : undefined;
    if (slotValue === undefined || sensitive || keep === 'turn' || slotValue.more !== undefined) return [];
    if (entity === TEXT_ENTITY || entity === BOOLEAN_ENTITY) return [];
    const { value, details } = slotValue;
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    const isKnown = spoken.some((known) => isOf(known, name, entity) && known.value === value);
    return isKnown ? [] : [{ slot: name, entity, value, details }];
  });
  if (added.length === 0) return spoken;
  const others = spoken.filter(({ slot, entity }) => !added.some((value) => isOf(value, slot, entity)));
  return [...others, ...added].slice(-MOST_SPOKEN);
}

const isOf = (value: StoredValue, slot: string, entity: string): boolean =>
  value.slot === slot && value.entity === entity;

/** The mentioned values by entity, latest first. */
export const spokenByEntity = (spoken: readonly StoredValue[]): ReadonlyMap<string, readonly SpokenValue[]> =>
  Map.groupBy(spoken.toReversed(), ({ entity }) => entity);
