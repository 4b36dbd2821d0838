import type { CompiledSlot } from '../../assistant.ts';
import type { Language } from '../../language/language.ts';
import { numbersIn } from '../../values/number.ts';
import { type Candidate, type Recognizer, type Utterance, withText } from '../../values/recognizer.ts';
import { heldIn, type SlotValue } from '../view.ts';
import { marksOf } from './marks.ts';

/** A replacement for a held value. */
interface Instead {
  slot: CompiledSlot;
  candidate: Candidate;
}

/**
 * Reads a number in place of another one that tells a held value: "is 3 possible instead of 4" with 4 pm held means
 * 3 pm. Null if no slot or several slots fit.
 */
export function numberInstead(
  slots: readonly CompiledSlot[],
  held: Readonly<Record<string, SlotValue>>,
  recognizerOf: (entity: string) => Recognizer,
  utterance: Utterance,
  language: Language,
): Instead | null {
  const numbers = numbersIn(utterance);
  if (numbers.length !== 2) return null;
  const marks = marksOf(utterance.text, utterance.words, numbers, language, {
    isHeld: () => true,
    mayReplace: () => true,
    mayRepair: () => true,
    asks: () => false,
    listed: () => null,
    isLedBy: () => false,
  });
  const replacement = numbers.find((_, index) => typeof marks[index]?.replaces === 'number');
  const old = numbers.find((number) => number !== replacement);
  if (replacement === undefined || old === undefined) return null;
  const exchanges = slots.flatMap((slot): Instead[] => {
    const heldValue = heldIn(held, slot.name);
    if (heldValue === undefined || slot.multiple) return [];
    const read = ({ start, end }: { start: number; end: number }) =>
      recognizerOf(slot.entity)(withText(utterance, utterance.text.slice(start, end)))[0];
    const [before, after] = [read(old), read(replacement)];
    const meanings = before === undefined ? [] : [before, ...(before.alternatives ?? [])];
    const isHeld = meanings.some(({ value }) => value === heldValue.value);
    return isHeld && after !== undefined
      ? [{ slot, candidate: { ...after, start: replacement.start, end: replacement.end } }]
      : [];
  });
  const [only] = exchanges;
  return only !== undefined && exchanges.length === 1 ? only : null;
}
