import type { CompiledSlot } from '../../assistant.ts';
import { traitsOf } from '../../built-in-entities.ts';
import type { WordsOfChange } from '../../language/change.ts';
import type { Language } from '../../language/language.ts';
import { roleNamesOf } from '../../language/languages.ts';
import { numbersIn } from '../../values/number.ts';
import { type Candidate, type Recognizer, type Utterance, withText } from '../../values/recognizer.ts';
import type { SlotValue } from '../view.ts';
import { marksOf } from './marks.ts';
import { roleOf } from './roles.ts';

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

/**
 * The days that two bare numbers mean, in the place of those that the two ends of a stretch of days hold: "21 to 28".
 * None where the competency has no such slots, or says more by the numbers.
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
  const roles = roleNamesOf(language);
  const ends = (['begin', 'end'] as const).map((role) =>
    slots.filter(
      (slot) =>
        traitsOf(slot.entity).bareNumber === 'day' &&
        Object.hasOwn(held, slot.name) &&
        roleOf(slot, utterance.language, roles) === role,
    ),
  );
  return [first, last].flatMap(({ start, end }, index): Instead[] => {
    const [slot, ...others] = ends[index] ?? [];
    const [day] = recognizeDays(withText(utterance, utterance.text.slice(start, end)));
    if (slot === undefined || others.length > 0 || day === undefined) return [];
    return [{ slot, candidate: { ...day, start, end, quality: 'exact' } }];
  });
}
