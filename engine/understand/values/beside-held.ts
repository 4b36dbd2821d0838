import type { Candidate } from '../../values/recognizer.ts';
import { dayOfIso, minuteOfIso } from '../../values/time/calendar.ts';
import type { SlotValue } from '../view.ts';

/**
 * Completes a new value from the value it replaces: a bare number takes its currency, a day its month, an
 * hour its half of the day.
 */
export function besideHeld(candidate: Candidate, held: SlotValue | undefined): Candidate {
  if (held === undefined) return candidate;
  if (candidate.quality === 'weak' && held.details.currency !== undefined)
    return { ...candidate, details: held.details };
  const { value, alternatives: [alternative] = [] } = candidate;
  const [minute, otherMinute, heldMinute] = [value, alternative?.value, held.value].map(minuteOf);
  if (alternative !== undefined && minute != null && otherMinute != null && heldMinute != null) {
    const isNearer = Math.abs(otherMinute - heldMinute) < Math.abs(minute - heldMinute);
    return isNearer
      ? { ...candidate, ...alternative, alternatives: [{ value, details: candidate.details }] }
      : candidate;
  }
  if (!isDay(value) || !isDay(alternative?.value) || !isDay(held.value)) return candidate;
  // A bare day of the month fits any month.
  const isOfAnyMonth =
    value.slice(8) === alternative.value.slice(8) && value.slice(5, 7) !== alternative.value.slice(5, 7);
  const inMonth = held.value.slice(0, 8) + value.slice(8);
  return isOfAnyMonth && inMonth > value && dayOfIso(inMonth) !== null
    ? { ...candidate, value: inMonth }
    : candidate;
}

const minuteOf = (value: unknown): number | null => (typeof value === 'string' ? minuteOfIso(value) : null);

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
