import type { Scope } from '../credentials/scopes.ts';
import type { FieldError } from '../errors.ts';
import { referrersCovered } from './referrers.ts';

/** The limits of a key. */
export interface KeyLimits {
  scopes: readonly Scope[];
  /** As `parseReferrers` returns them; empty means anywhere. */
  referrers: readonly string[];
  /** Epoch seconds; absent if the key does not expire. */
  expiresAt?: number;
}

/** New limits; with `null` the key never expires. */
export type LimitChanges = Partial<Pick<KeyLimits, 'scopes' | 'referrers'>> & { expiresAt?: number | null };

/**
 * The fields of a change that would loosen a key, under their names on the wire. Removed scopes, an earlier expiry
 * and fewer places only tighten it; an unchanged field is allowed.
 */
export function loosenedFields(before: KeyLimits, after: LimitChanges): FieldError[] {
  const { scopes = [], referrers = before.referrers, expiresAt = before.expiresAt } = after;
  const loosened: FieldError[] = [];
  if (!scopes.every((scope) => before.scopes.includes(scope))) {
    loosened.push({ field: 'scopes', message: 'use only scopes that the key has' });
  }
  if (!referrersCovered(referrers, before.referrers)) {
    loosened.push({ field: 'referrer_addresses', message: 'use only places that the key already allows' });
  }
  if (before.expiresAt !== undefined && (expiresAt ?? Number.POSITIVE_INFINITY) > before.expiresAt) {
    loosened.push({
      field: 'expires_at',
      message: "use a time no later than the key's present expiry",
    });
  }
  return loosened;
}
