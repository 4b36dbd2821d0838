import type { CompiledSlot } from '../../assistant.ts';
import type { WordsOfChange } from '../../language/change.ts';
import { numbersIn } from '../../values/number.ts';
import { type Candidate, type Recognizer, type Utterance, withText } from '../../values/recognizer.ts';
import type { SlotValue } from '../view.ts';
import { marksOf } from './marks.ts';

/** A value that takes the place of the one that a slot holds. */
interface Instead {
  slot: CompiledSlot;
  candidate: Candidate;
}

/**
 * What a bare number means that is said in the place of another, which a slot holds: "is 3 possible instead of 4", of
 * 4 pm. Null where no slot holds it, or several do.
 */
export function numberInstead(
  slots: readonly CompiledSlot[],
  held: Readonly<Record<string, SlotValue>>,
  recognizerOf: (entity: string) => Recognizer,
  utterance: Utterance,
  change: WordsOfChange,
): Instead | null {
  const numbers = numbersIn(utterance);
  if (numbers.length !== 2) return null;
  const marks = marksOf(utterance.text, utterance.words, numbers, change, {
    isHeld: () => true,
    mayReplace: () => true,
    asks: () => false,
  });
  const meant = numbers.find((_, index) => typeof marks[index]?.replaces === 'number');
  const old = numbers.find((one) => one !== meant);
  if (meant === undefined || old === undefined) return null;
  const found = slots.flatMap((slot): Instead[] => {
    const own = Object.hasOwn(held, slot.name) ? held[slot.name] : undefined;
    if (own === undefined || slot.multiple) return [];
    const read = ({ start, end }: { start: number; end: number }) =>
      recognizerOf(slot.entity)(withText(utterance, utterance.text.slice(start, end)))[0];
    const [before, after] = [read(old), read(meant)];
    const meanings = before === undefined ? [] : [before, ...(before.alternatives ?? [])];
    const isHeld = meanings.some(({ value }) => value === own.value);
    return isHeld && after !== undefined
      ? [{ slot, candidate: { ...after, start: meant.start, end: meant.end } }]
      : [];
  });
  const [only] = found;
  return only !== undefined && found.length === 1 ? only : null;
}
