import type { CompiledSlot } from '../../assistant.ts';
import { DURATION_ENTITY, traitsOf } from '../../built-in-entities.ts';
import { languageOf } from '../../language/languages.ts';
import type { Unit } from '../../language/time.ts';
import { contains } from '../../text/stretch.ts';
import { numbersByThemselves } from '../../values/quantities.ts';
import type { Candidate } from '../../values/recognizer.ts';
import { MINUTES_A_DAY } from '../../values/time/calendar.ts';
import { nounsAsked } from './ones.ts';
import type { ValueTable } from './value-table.ts';

const MINUTES: Readonly<Partial<Record<Unit, number>>> = {
  minute: 1,
  hour: 60,
  day: MINUTES_A_DAY,
  night: MINUTES_A_DAY,
  week: 7 * MINUTES_A_DAY,
};

/** The units of time that a word means. */
export const unitsOf = (word: string, language: string): Unit[] =>
  (languageOf(language).time.phrases.get(word) ?? []).flatMap(({ kind, value }) =>
    kind === 'unit' ? [value as Unit] : [],
  );

/** The unit of time that a number slot counts, by its name or its “how many” question; null if none. */
export function unitCounted(slot: CompiledSlot, language: string): Unit | null {
  if (traitsOf(slot.entity).bareNumber !== 'value') return null;
  const names = [...slot.name.split('_'), ...(nounsAsked(slot, language) ?? [])];
  return names.flatMap((name) => unitsOf(name, language))[0] ?? null;
}

/** The minutes of the unit of time that a number slot counts; null if it counts none, or months. */
export const minutesCounted = (slot: CompiledSlot, language: string): number | null =>
  MINUTES[unitCounted(slot, language) ?? 'month'] ?? null;

/** Lengths of time as numbers of the unit that a slot counts: “two weeks” are 14 nights. */
export function lengthsFor(slot: CompiledSlot, table: ValueTable): Candidate[] {
  const { utterance } = table;
  const minutesOfUnit = minutesCounted(slot, utterance.language);
  if (minutesOfUnit === null) return [];
  return table.recognized(DURATION_ENTITY).flatMap((length): Candidate[] => {
    const { minutes } = length.details;
    const value = typeof minutes === 'number' ? minutes / minutesOfUnit : 0;
    if (!Number.isInteger(value) || value <= 0) return [];
    // The number of "two nights" itself.
    const number = numbersByThemselves(utterance).find(
      (within) => contains(length, within) && within.value === value,
    );
    const { start, end } = number ?? length;
    return [{ start, end, value, details: {}, quality: 'exact' }];
  });
}

/** True for a number slot that counts days or nights. */
export function countsDays(slot: CompiledSlot, language: string): boolean {
  const unit = unitCounted(slot, language);
  return unit === 'day' || unit === 'night';
}
