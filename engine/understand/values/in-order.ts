import type { CompiledSlot } from '../../assistant.ts';
import type { Candidate } from '../../values/recognizer.ts';
import { addMonths, calendarDate, type Day, dayOfIso, isoDate } from '../../values/time/calendar.ts';
import { roleOf } from './roles.ts';
import type { FoundSlot, ValueTable } from './value-table.ts';

/** Weeks in a year: the limit for steps to the right day. */
const MOST_STEPS = 53;

/**
 * Moves a date with an open week or month after the date that it must follow. In "there on 19 December and
 * back on the 28th", the 28th is in December. The author's rules and the slots' roles give the order.
 */
export function inOrder<Value extends FoundSlot>(values: readonly Value[], table: ValueTable): Value[] {
  const meantFor = (name: string): unknown =>
    values.find(({ slot }) => slot === name)?.candidate.value ?? table.heldBy(name)?.value;
  return values.map((value) => {
    const slot = table.slotCalled(value.slot);
    if (slot === undefined || !isOpen(value.candidate)) return value;
    const candidate = beginningsOf(slot, table).reduce(
      (later, { name, isStrict }) => notBefore(later, meantFor(name), isStrict),
      value.candidate,
    );
    return candidate === value.candidate ? value : { ...value, candidate };
  });
}

/**
 * The slots that a slot's value must follow, by the author's rules. Without rules, by the two slots' roles.
 */
export function beginningsOf(
  slot: CompiledSlot,
  { slots, language }: ValueTable,
): { name: string; isStrict: boolean }[] {
  const rules = (slot.validate?.others ?? []).filter(({ order }) => order === 'min' || order === 'after');
  if (rules.length > 0) return rules.map((rule) => ({ name: rule.slot, isStrict: rule.order === 'after' }));
  if (roleOf(slot, language) !== 'end') return [];
  return slots
    .filter((begin) => begin.entity === slot.entity && roleOf(begin, language) === 'begin')
    .map(({ name }) => ({ name, isStrict: false }));
}

/** True if a date leaves its week or month open. A date with a month is never moved to another year. */
const isOpen = ({ cycle }: Candidate): boolean => cycle !== undefined && cycle.months < 12;

/** The first matching day on or after another day; after it if strict. */
export function notBefore(candidate: Candidate, from: unknown, isStrict: boolean): Candidate {
  const [day, first] = [dayIn(candidate.value), dayIn(from)];
  const { cycle } = candidate;
  if (day === null || first === null || cycle === undefined) return candidate;
  const isLate = (candidateDay: Day) => (isStrict ? candidateDay > first : candidateDay >= first);
  if (isLate(day)) return candidate;
  const { date } = calendarDate(day);
  for (let step = 1; step <= MOST_STEPS; step += 1) {
    const next = addMonths(day, cycle.months * step) + cycle.days * step;
    // Shorter months lack some days, such as the 31st.
    const isOfKind = cycle.months === 0 || calendarDate(next).date === date;
    if (isLate(next) && isOfKind) {
      const { alternatives: _, ...unambiguous } = candidate;
      return { ...unambiguous, value: isoDate(next) };
    }
  }
  return candidate;
}

const dayIn = (value: unknown): Day | null => (typeof value === 'string' ? dayOfIso(value) : null);
