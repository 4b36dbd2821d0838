import type { Scope } from '../credentials/scopes.ts';
import type { FieldError } from '../errors.ts';
import { referrersCovered } from './referrers.ts';

/** What holds a key back. */
export interface KeyLimits {
  scopes: readonly Scope[];
  /** As `parseReferrers` gives them; empty means anywhere. */
  referrers: readonly string[];
  /** Epoch seconds; absent where the key does not expire. */
  expiresAt?: number;
}

/** Limits that are to be others; `null` lets a key live until it is deleted. */
export type LimitChanges = Partial<Pick<KeyLimits, 'scopes' | 'referrers'>> & { expiresAt?: number | null };

/**
 * What of a change would let a key do more than before, by the names of its fields. To take scopes
 * away, to end a key sooner and to hold it to fewer places loosens nothing, nor does what stays as it is.
 */
export function loosenedFields(before: KeyLimits, after: LimitChanges): FieldError[] {
  const { scopes = [], referrers = before.referrers, expiresAt = before.expiresAt } = after;
  const found: FieldError[] = [];
  if (!scopes.every((scope) => before.scopes.includes(scope))) {
    found.push({ field: 'scopes', message: 'name scopes that the key has' });
  }
  if (!referrersCovered(referrers, before.referrers)) {
    found.push({ field: 'referrer_addresses', message: 'name places within those that the key has' });
  }
  if (before.expiresAt !== undefined && (expiresAt ?? Number.POSITIVE_INFINITY) > before.expiresAt) {
    found.push({
      field: 'expires_at',
      message: 'give a time that is no later than the one that the key has',
    });
  }
  return found;
}
