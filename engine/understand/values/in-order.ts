import type { CompiledSlot } from '../../assistant.ts';
import type { Language } from '../../language/language.ts';
import type { Candidate } from '../../values/recognizer.ts';
import { addMonths, calendarDate, type Day, dayOfIso, isoDate } from '../../values/time/calendar.ts';
import { heldIn, type SlotValue } from '../view.ts';
import type { FoundSlot } from './find-slots.ts';
import { roleOf } from './roles.ts';

/** The most steps to the day that is meant: the weeks of a year. */
const MOST_STEPS = 53;

/**
 * Moves days whose week or month was left open behind the day that they must follow: "there on 19 December and back on
 * the 28th" means the 28th of December, and "until sunday" the Sunday after the arrival. The author's rules and the
 * slots' roles tell which slot follows which.
 */
export function inOrder<Value extends FoundSlot>(
  values: readonly Value[],
  slots: readonly CompiledSlot[],
  held: Readonly<Record<string, SlotValue>>,
  language: Language,
): Value[] {
  const meantFor = (name: string): unknown =>
    values.find(({ slot }) => slot === name)?.candidate.value ?? heldIn(held, name)?.value;
  return values.map((value) => {
    const slot = slots.find(({ name }) => name === value.slot);
    if (slot === undefined || !isOpen(value.candidate)) return value;
    const candidate = beginningsOf(slot, slots, language).reduce(
      (later, { name, isStrict }) => notBefore(later, meantFor(name), isStrict),
      value.candidate,
    );
    return candidate === value.candidate ? value : { ...value, candidate };
  });
}

/** The slots that a slot's value must follow: by the author's rules, else by the two slots' roles. */
export function beginningsOf(
  slot: CompiledSlot,
  slots: readonly CompiledSlot[],
  language: Language,
): { name: string; isStrict: boolean }[] {
  const rules = (slot.validate?.others ?? []).filter(({ order }) => order === 'min' || order === 'after');
  if (rules.length > 0) return rules.map((rule) => ({ name: rule.slot, isStrict: rule.order === 'after' }));
  if (roleOf(slot, language) !== 'end') return [];
  return slots
    .filter((begin) => begin.entity === slot.entity && roleOf(begin, language) === 'begin')
    .map(({ name }) => ({ name, isStrict: false }));
}

/** True if a day's week or month was left open. A day and its month are not moved to another year. */
const isOpen = ({ cycle }: Candidate): boolean => cycle !== undefined && cycle.months < 12;

/** The first day of the candidate's kind from another day on; if strict, after it. */
function notBefore(candidate: Candidate, from: unknown, isStrict: boolean): Candidate {
  const [day, first] = [dayIn(candidate.value), dayIn(from)];
  const { cycle } = candidate;
  if (day === null || first === null || cycle === undefined) return candidate;
  const isLate = (candidateDay: Day) => (isStrict ? candidateDay > first : candidateDay >= first);
  if (isLate(day)) return candidate;
  const { date } = calendarDate(day);
  for (let step = 1; step <= MOST_STEPS; step += 1) {
    const next = addMonths(day, cycle.months * step) + cycle.days * step;
    // No month has the day of another that is longer.
    const isOfKind = cycle.months === 0 || calendarDate(next).date === date;
    if (isLate(next) && isOfKind) {
      const { alternatives: _, ...unambiguous } = candidate;
      return { ...unambiguous, value: isoDate(next) };
    }
  }
  return candidate;
}

const dayIn = (value: unknown): Day | null => (typeof value === 'string' ? dayOfIso(value) : null);
