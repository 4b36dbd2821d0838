import type { CompiledSlot } from '../../assistant.ts';
import type { Stretch } from '../../text/stretch.ts';
import { numbersIn } from '../../values/number.ts';
import { type Candidate, withText } from '../../values/recognizer.ts';
import { marksOf } from './marks.ts';
import type { ValueTable } from './value-table.ts';

/**
 * Reads a number in place of another one that tells a held value: "is 3 possible instead of 4" with 4 pm held means
 * 3 pm. Null if no slot or several slots fit.
 */
export function numberInstead(table: ValueTable): { slot: CompiledSlot; candidate: Candidate } | null {
  const { slots, utterance, language } = table;
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
  const exchanges = slots.flatMap((slot) => {
    const heldValue = table.heldBy(slot.name);
    if (heldValue === undefined || slot.multiple) return [];
    const read = ({ start, end }: Stretch) =>
      table.recognized(slot.entity, withText(utterance, utterance.text.slice(start, end)))[0];
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
