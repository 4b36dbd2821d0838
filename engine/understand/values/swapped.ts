import type { CompiledSlot } from '../../assistant.ts';
import { phrasesIn } from '../../text/phrases.ts';
import type { Stretch } from '../../text/stretch.ts';
import { heldIn, type SlotValue } from '../view.ts';
import { roleOf } from './roles.ts';
import type { FoundSlot, ValueTable } from './value-table.ts';

/** Exchanges the values of two slots of one entity: "the other way round". Empty if the pair is unclear. */
export function swapped({ slots, held, utterance, language }: ValueTable): FoundSlot[] {
  const [on] = phrasesIn(utterance.words, language.change.swapped);
  if (on === undefined) return [];
  const filled = slots.flatMap((slot) => {
    const value = heldIn(held, slot.name);
    return value === undefined ? [] : [[slot, value] as const];
  });
  const pairs = filled.flatMap((one, index) =>
    filled
      .slice(index + 1)
      .flatMap((other) => (other[0].entity === one[0].entity ? [[one, other] as const] : [])),
  );
  const [pair, ...morePairs] =
    pairs.length > 1 ? pairs.filter(([[slot]]) => roleOf(slot, language) === 'origin') : pairs;
  if (pair === undefined || morePairs.length > 0) return [];
  const [[slot, value], [partner, partnersValue]] = pair;
  return [...exchangedFor(slot, partnersValue, on), ...exchangedFor(partner, value, on)];
}

function exchangedFor({ name }: CompiledSlot, { value, details, raw }: SlotValue, on: Stretch): FoundSlot[] {
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  return [{ slot: name, candidate: { ...on, value, details, quality: 'exact' }, raw }];
}
