import type { CompiledSlot } from '../../assistant.ts';
import { phraseAt } from '../../text/phrases.ts';
import { type Stretch, union } from '../../text/stretch.ts';
import type { Word } from '../../text/words.ts';
import type { Candidate } from '../../values/recognizer.ts';
import type { SlotValue } from '../view.ts';
import { roleOf } from './roles.ts';
import type { FoundSlot, ValueTable } from './value-table.ts';

/** Exchanges the values of two slots of one entity: "the other way round". Empty if the pair is unclear. */
export function swapped({ slots, held, utterance, language }: ValueTable): FoundSlot[] {
  const on = phraseIn(utterance.words, language.change.swapped);
  if (on === null) return [];
  const filled = slots.filter(({ name }) => Object.hasOwn(held, name));
  const pairs = filled.flatMap((slot, index) =>
    filled
      .slice(index + 1)
      .flatMap((partner) => (partner.entity === slot.entity ? [[slot, partner] as const] : [])),
  );
  const [pair, ...morePairs] =
    pairs.length > 1 ? pairs.filter(([slot]) => roleOf(slot, language) === 'origin') : pairs;
  if (pair === undefined || morePairs.length > 0) return [];
  const [slot, partner] = pair;
  const exchanged = [exchangedFor(slot, held[partner.name], on), exchangedFor(partner, held[slot.name], on)];
  return exchanged.every((value) => value !== null) ? exchanged : [];
}

function exchangedFor({ name }: CompiledSlot, value: SlotValue | undefined, on: Stretch): FoundSlot | null {
  if (typeof value?.value !== 'string' && typeof value?.value !== 'number') return null;
  const candidate: Candidate = { ...on, value: value.value, details: value.details, quality: 'exact' };
  return { slot: name, candidate, raw: value.raw };
}

/** The stretch of the first matching phrase. */
function phraseIn(words: readonly Word[], phrases: readonly string[]): Stretch | null {
  for (const at of words.keys()) {
    const length = phraseAt(words, at, phrases);
    if (length > 0) return union(words.slice(at, at + length));
  }
  return null;
}
