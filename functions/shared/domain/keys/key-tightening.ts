import type { Scope } from '../credentials/scopes.ts';
import type { FieldError } from '../errors.ts';
import { referrersCovered } from './referrers.ts';

/** The limits of a key. */
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
 * Lists the fields of a change that would let a key do more than before, as the contract names them.
 * Taking scopes away, ending a key sooner and holding it to fewer places loosen nothing; nor does a field that stays
 * as it is.
 */
export function loosenedFields(before: KeyLimits, after: LimitChanges): FieldError[] {
  const { scopes = [], referrers = before.referrers, expiresAt = before.expiresAt } = after;
  const loosened: FieldError[] = [];
  if (!scopes.every((scope) => before.scopes.includes(scope))) {
    loosened.push({ field: 'scopes', message: 'name scopes that the key has' });
  }
  if (!referrersCovered(referrers, before.referrers)) {
    loosened.push({ field: 'referrer_addresses', message: 'name places within those that the key has' });
  }
  if (before.expiresAt !== undefined && (expiresAt ?? Number.POSITIVE_INFINITY) > before.expiresAt) {
    loosened.push({
      field: 'expires_at',
      message: 'give a time that is no later than the one that the key has',
    });
  }
  return loosened;
}
