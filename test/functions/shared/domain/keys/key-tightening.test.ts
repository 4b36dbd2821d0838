import { describe, expect, test } from 'vitest';
import {
  type KeyLimits,
  type LimitChanges,
  loosenedFields,
} from '../../../../../functions/shared/domain/keys/key-tightening.ts';

const held: KeyLimits = {
  scopes: ['query', 'app_read'],
  referrers: ['*.example.com', '192.0.2.0/24'],
  expiresAt: 1000,
};
const free: KeyLimits = { scopes: ['query'], referrers: [] };
const names = (before: KeyLimits, after: LimitChanges) =>
  loosenedFields(before, after).map(({ field }) => field);

describe('no field is loosened', () => {
  test.each<[KeyLimits, LimitChanges]>([
    [held, {}],
    [held, { scopes: ['app_read', 'query'], referrers: held.referrers, expiresAt: 1000 }],
    [held, { scopes: ['query'] }],
    [held, { expiresAt: 999 }],
    [held, { referrers: ['a.example.com'] }],
    [held, { referrers: ['192.0.2.7', '*.b.example.com'] }],
    [free, { referrers: ['example.org'] }],
    [free, { referrers: [] }],
    [free, { expiresAt: 1 }],
    [free, { expiresAt: null }],
  ])('of %j by %j', (before, after) => {
    expect(loosenedFields(before, after)).toEqual([]);
  });
});

describe('a loosened field is named', () => {
  test.each<[KeyLimits, LimitChanges, string]>([
    [held, { scopes: ['query', 'app_write'] }, 'scopes'],
    [held, { scopes: ['app_write'] }, 'scopes'],
    [held, { expiresAt: 1001 }, 'expires_at'],
    [held, { expiresAt: null }, 'expires_at'],
    [held, { referrers: [] }, 'referrer_addresses'],
    [held, { referrers: ['a.example.com', 'example.com'] }, 'referrer_addresses'],
    [held, { referrers: ['192.0.2.0/23'] }, 'referrer_addresses'],
  ])('of %j by %j', (before, after, field) => {
    expect(names(before, after)).toEqual([field]);
  });

  test('if all of them are loosened at once, each with the allowed values', () => {
    expect(loosenedFields(held, { scopes: ['app_write'], referrers: [], expiresAt: null })).toEqual([
      { field: 'scopes', message: 'use only scopes that the key has' },
      { field: 'referrer_addresses', message: 'use only places that the key already allows' },
      { field: 'expires_at', message: "use a time no later than the key's present expiry" },
    ]);
  });
});
