import type { SlotRule } from '../assistant.ts';

/** True where a value keeps its slot's rule: within `min` and `max` where it is a number, one of `one_of`. */
export function isAllowed(value: unknown, rule: SlotRule | null): boolean {
  if (rule === null) return true;
  if (typeof value === 'number') {
    if (rule.min !== null && value < rule.min) return false;
    if (rule.max !== null && value > rule.max) return false;
  }
  return rule.oneOf === null || rule.oneOf.includes(String(value));
}
