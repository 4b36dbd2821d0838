import type { CompiledSlot } from '../../assistant.ts';
import { traitsOf } from '../../built-in-entities.ts';
import type { Language } from '../../language/language.ts';
import { numbersIn } from '../../values/number.ts';
import { type Candidate, type Recognizer, type Utterance, withText } from '../../values/recognizer.ts';
import { heldIn, type SlotValue } from '../view.ts';
import { marksOf } from './marks.ts';
import { roleOf } from './roles.ts';

/** A replacement for a held value. */
interface Instead {
  slot: CompiledSlot;
  candidate: Candidate;
}

/**
 * Reads a bare number as the new hour of a held time: "is 3 possible instead of 4" with 4 pm held means 3 pm.
 * A number alone changes the only slot that holds an hour. Null if no slot or several slots fit.
 */
export function numberInstead(
  slots: readonly CompiledSlot[],
  held: Readonly<Record<string, SlotValue>>,
  recognizerOf: (entity: string) => Recognizer,
  utterance: Utterance,
  language: Language,
): Instead | null {
  const numbers = numbersIn(utterance);
  if (numbers.length === 1) return hourInstead(slots, held, recognizerOf, utterance);
  if (numbers.length !== 2) return null;
  const marks = marksOf(utterance.text, utterance.words, numbers, language, {
    isHeld: () => true,
    mayReplace: () => true,
    asks: () => false,
    listed: () => null,
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

/** Reads the text's number as the hour of the only slot that holds a time. */
function hourInstead(
  slots: readonly CompiledSlot[],
  held: Readonly<Record<string, SlotValue>>,
  recognizerOf: (entity: string) => Recognizer,
  utterance: Utterance,
): Instead | null {
  const [slot, ...more] = slots.filter(
    ({ name, entity }) => traitsOf(entity).bareNumber === 'hour' && heldIn(held, name) !== undefined,
  );
  if (slot === undefined || more.length > 0) return null;
  const hour = recognizerOf(slot.entity)(utterance).find(({ quality }) => quality === 'answer');
  return hour === undefined ? null : { slot, candidate: hour };
}

/**
 * Reads two bare numbers as the new first and last day of a held period: "21 to 28". Empty if the competency has no
 * such pair of slots or the text has other numbers.
 */
export function daysInstead(
  slots: readonly CompiledSlot[],
  held: Readonly<Record<string, SlotValue>>,
  recognizeDays: Recognizer,
  utterance: Utterance,
  language: Language,
): Instead[] {
  const [first, last, ...more] = numbersIn(utterance);
  if (first === undefined || last === undefined || more.length > 0) return [];
  const between = utterance.text.slice(first.end, last.start).trim().toLowerCase();
  if (!/^[-–—]$/u.test(between) && !language.roles.end.beside.includes(between)) return [];
  const ends = (['begin', 'end'] as const).map((role) =>
    slots.filter(
      (slot) =>
        traitsOf(slot.entity).bareNumber === 'day' &&
        Object.hasOwn(held, slot.name) &&
        roleOf(slot, language) === role,
    ),
  );
  return [first, last].flatMap(({ start, end }, index): Instead[] => {
    const [slot, ...moreSlots] = ends[index] ?? [];
    const [day] = recognizeDays(withText(utterance, utterance.text.slice(start, end)));
    if (slot === undefined || moreSlots.length > 0 || day === undefined) return [];
    return [{ slot, candidate: { ...day, start, end, quality: 'exact' } }];
  });
}
