import type { SlotOrder, SlotRule } from '../assistant.ts';
import { matchesWhole } from './pattern.ts';
import type { Candidate, Meaning } from './recognizer.ts';
import { type Clock, isoDate, localTime } from './time/calendar.ts';
import { type DurationParts, partsOfDuration } from './time/iso-durations.ts';

/** `today`, `today+30d`, `today-1d`. */
const FROM_TODAY = /^today(?:\s*([+-])\s*(\d{1,5})\s*d)?$/;
/** A date, with or without a time of day, or a time of day alone. */
const FIXED = /^(?:\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?)?|\d{2}:\d{2})$/;

/** A day, or a moment of one. */
const DATED = /^\d{4}-\d{2}-\d{2}(?:T|$)/;

const NAMED_GRAINS: ReadonlySet<unknown> = new Set(['week', 'weekend', 'month', 'quarter', 'year', 'part']);

/** True if a text is a valid bound for dates or times. */
export const isTemporalBound = (bound: string): boolean => FROM_TODAY.test(bound) || FIXED.test(bound);

/**
 * True if a value keeps its slot's rule: `min` and `max` for numbers, dates and times (including the end of a stretch),
 * `one_of`, length, and pattern.
 */
export function isAllowed({ value, details }: Meaning, rule: SlotRule | null, clock: Clock): boolean {
  if (rule === null) return true;
  if (typeof value === 'number') {
    if (typeof rule.min === 'number' && value < rule.min) return false;
    if (typeof rule.max === 'number' && value > rule.max) return false;
  } else if (typeof value === 'string') {
    // A named stretch, such as this month, only has to overlap the bounds; a stretch with given ends must lie within
    // them.
    const [from, to] = [startOf({ value, details }) ?? value, endOf({ value, details }) ?? value];
    if (typeof rule.min === 'string' && isBefore(from, boundOf(rule.min, clock))) return false;
    if (typeof rule.max === 'string' && isBefore(boundOf(rule.max, clock), to)) return false;
  }
  const text = String(value);
  const { length } = [...text];
  if (rule.minLength !== null && length < rule.minLength) return false;
  if (rule.maxLength !== null && length > rule.maxLength) return false;
  if (rule.pattern !== null && !matchesWhole(rule.pattern, text)) return false;
  if (rule.oneOf === null || rule.oneOf.includes(text)) return true;
  // Texts and codes have no grain, even if one looks like a duration.
  return details.grain !== undefined && rule.oneOf.some((one) => isAsLong(one, text));
}

/** All meanings of a candidate, the likeliest first. */
export const meaningsIn = (candidate: Candidate): Meaning[] => [candidate, ...(candidate.alternatives ?? [])];

/** True if a slot's rule allows no meaning of a candidate. */
export const isRefused = (candidate: Candidate, rule: SlotRule | null, clock: Clock): boolean =>
  !meaningsIn(candidate).some((meaning) => isAllowed(meaning, rule, clock));

/** True if a text is a duration in the form of values: `P2W`, `PT1H30M`. */
export const isDuration = (text: string): boolean => partsOfDuration(text) !== null;

/** True for two durations of the same length, such as `PT90M` and `PT1H30M`. Months have no length in days. */
function isAsLong(one: string, other: string): boolean {
  const [length, otherLength] = [partsOfDuration(one), partsOfDuration(other)];
  if (length === null || otherLength === null) return false;
  return length.months === otherLength.months && minutesOf(length) === minutesOf(otherLength);
}

const minutesOf = ({ days, minutes }: DurationParts): number => 24 * 60 * days + minutes;

/**
 * True if a value is in the required order with another slot's value. If a stretch has given ends, the far end counts;
 * a named stretch, such as this month, only has to overlap. Values that cannot be compared, such as amounts in two
 * currencies, are allowed.
 */
export function keepsOrder(value: Meaning, bound: Meaning, order: SlotOrder['order']): boolean {
  const isLater = order === 'min' || order === 'after';
  const [low, high] = isLater ? [bound, value] : [value, bound];
  const isStrict = order === 'after' || order === 'before';
  if (typeof low.value === 'number' && typeof high.value === 'number') {
    const [from, to] = [low.details.currency, high.details.currency];
    if (from !== undefined && to !== undefined && from !== to) return true;
    return isStrict ? low.value < high.value : low.value <= high.value;
  }
  const [from, to] = [endOf(low), startOf(high)];
  if (from === null || to === null) return true;
  // A day and a time of the same day have no order.
  const isAlike = Math.min(from.length, 16) === Math.min(to.length, 16);
  return isStrict && isAlike ? isBefore(from, to) : !isBefore(to, from);
}

/** True for a day or a moment that has come. Today counts as past. */
export function isPast({ value }: Meaning, clock: Clock): boolean {
  if (typeof value !== 'string') return false;
  return value.includes('T') ? Date.parse(value) <= clock.now : value <= isoDate(localTime(clock).day);
}

/** True for a day or a stretch of time that ended before today. */
export const isOver = ({ value, details }: Meaning, clock: Clock): boolean =>
  typeof value === 'string' &&
  DATED.test(value) &&
  isBefore(lastOf(value, details), isoDate(localTime(clock).day));

/**
 * The first and last moment of a value, for comparison. They are swapped for a named stretch, which only has to
 * overlap.
 */
const startOf = ({ value, details }: Meaning): string | null =>
  typeof value !== 'string' ? null : NAMED_GRAINS.has(details.grain) ? lastOf(value, details) : value;
const endOf = ({ value, details }: Meaning): string | null =>
  typeof value !== 'string' ? null : NAMED_GRAINS.has(details.grain) ? value : lastOf(value, details);
const lastOf = (value: string, { end }: Meaning['details']): string =>
  typeof end === 'string' ? end : value;

function boundOf(bound: string, clock: Clock): string {
  const relative = FROM_TODAY.exec(bound);
  if (relative === null) return bound;
  const days = Number(relative[2] ?? 0) * (relative[1] === '-' ? -1 : 1);
  return isoDate(localTime(clock).day + days);
}

/** Compares two ISO 8601 texts, as far as both are given: a time of day in only one of them does not count. */
function isBefore(value: string, bound: string): boolean {
  const length = Math.min(value.length, bound.length, 16);
  return value.slice(0, length) < bound.slice(0, length);
}
