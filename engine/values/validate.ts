import type { SlotOrder, SlotRule } from '../assistant.ts';
import { matchesWhole } from './pattern.ts';
import type { Meaning } from './recognizer.ts';
import { type Clock, isoDate, localTime } from './time/calendar.ts';

/** `today`, `today+30d`, `today-1d`. */
const FROM_TODAY = /^today(?:\s*([+-])\s*(\d{1,5})\s*d)?$/;
/** A date, with or without a time of day, or a time of day alone. */
const FIXED = /^(?:\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?)?|\d{2}:\d{2})$/;

const NAMED_GRAINS: ReadonlySet<unknown> = new Set(['week', 'weekend', 'month', 'quarter', 'year', 'part']);

/** True if a text can bound dates or times. */
export const isTemporalBound = (bound: string): boolean => FROM_TODAY.test(bound) || FIXED.test(bound);

/**
 * True if a value keeps its slot's rule: a number, a date or a time (with its end, if it has one) within `min` and `max`;
 * one of `one_of`; of the wanted length and pattern.
 */
export function isAllowed({ value, details }: Meaning, rule: SlotRule | null, clock: Clock): boolean {
  if (rule === null) return true;
  if (typeof value === 'number') {
    if (typeof rule.min === 'number' && value < rule.min) return false;
    if (typeof rule.max === 'number' && value > rule.max) return false;
  } else if (typeof value === 'string') {
    // A part of a named stretch, such as this month, is enough; a stretch with given ends must lie within.
    const [from, to] = [startOf({ value, details }) ?? value, endOf({ value, details }) ?? value];
    if (typeof rule.min === 'string' && isBefore(from, boundOf(rule.min, clock))) return false;
    if (typeof rule.max === 'string' && isBefore(boundOf(rule.max, clock), to)) return false;
  }
  const text = String(value);
  const { length } = [...text];
  if (rule.minLength !== null && length < rule.minLength) return false;
  if (rule.maxLength !== null && length > rule.maxLength) return false;
  if (rule.pattern !== null && !matchesWhole(rule.pattern, text)) return false;
  return rule.oneOf === null || rule.oneOf.includes(text);
}

/**
 * True if a value is in the wanted order with that of another slot. The far end of a stretch counts if its ends were
 * given; a part of a named stretch, such as this month, is enough. Values that cannot be compared, such as amounts in two
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
  // A day, and a time of that day, have no order.
  const isAlike = Math.min(from.length, 16) === Math.min(to.length, 16);
  return isStrict && isAlike ? isBefore(from, to) : !isBefore(to, from);
}

/** True of a day, or a moment of one, that has come: today is past for whoever tells what happened. */
export function isPast({ value }: Meaning, clock: Clock): boolean {
  if (typeof value !== 'string') return false;
  return value.includes('T') ? Date.parse(value) <= clock.now : value <= isoDate(localTime(clock).day);
}

/** The first and the last moment of a value, to compare. A named stretch has them swapped: a part of it is enough. */
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

/** Of two ISO 8601 texts; what only one of them tells, such as the time of day, does not count. */
function isBefore(value: string, bound: string): boolean {
  const length = Math.min(value.length, bound.length, 16);
  return value.slice(0, length) < bound.slice(0, length);
}
