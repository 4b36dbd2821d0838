import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  parseReferrers,
  referrerAllowed,
  referrersCovered,
} from '../../../../../functions/shared/domain/keys/referrers.ts';
import { runs } from '../../../../support/runs.ts';

describe('one list of places covers another', () => {
  test.each([
    ['example.com', 'example.com', true],
    ['example.com', 'www.example.com', false],
    ['example.com', '*.example.com', false],
    ['example.com', 'notexample.com', false],
    ['*.example.com', 'a.example.com', true],
    ['*.example.com', 'a.b.example.com', true],
    ['*.example.com', '*.example.com', true],
    ['*.example.com', '*.b.example.com', true],
    ['*.example.com', 'example.com', false],
    ['*.example.com', 'aexample.com', false],
    ['*.example.com', '*.com', false],
    ['*.b.example.com', '*.example.com', false],
    ['*.b.example.com', 'a.example.com', false],
    ['a.example.com', '*.example.com', false],
    ['192.0.2.1', '192.0.2.1', true],
    ['192.0.2.1', '192.0.2.1/32', true],
    ['192.0.2.1', '192.0.2.2', false],
    ['192.0.2.1', '192.0.2.0/31', false],
    ['192.0.2.0/24', '192.0.2.200', true],
    ['192.0.2.0/24', '192.0.3.0', false],
    ['192.0.2.0/24', '192.0.2.0/24', true],
    ['192.0.2.0/24', '192.0.2.128/25', true],
    ['192.0.2.0/24', '192.0.2.0/23', false],
    ['192.0.2.0/24', '192.0.3.0/25', false],
    ['192.0.2.0/24', '::ffff:192.0.2.7', true],
    ['::ffff:192.0.2.0/120', '192.0.2.7', true],
    ['2001:db8::/32', '2001:db8:1::/48', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:db8:1::/48', '2001:db8::/32', false],
    ['0.0.0.0/0', '198.51.100.0/24', true],
    ['0.0.0.0/0', '::/0', false],
    ['::/0', '0.0.0.0/0', false],
    ['::/0', '10.0.0.1', false],
    ['0.0.0.0/0', 'example.com', false],
    ['*.example.com', '10.0.0.1', false],
  ])('%j covers %j: %j', (wide, narrow, covered) => {
    const [place, entry] = [parseReferrers(wide), parseReferrers(narrow)];
    expect([place, entry].map(({ length }) => length)).toEqual([1, 1]);
    expect(referrersCovered(entry, place)).toBe(covered);
  });

  test('an empty list covers any list, and only an empty list covers it', () => {
    expect(referrersCovered([], ['example.com'])).toBe(false);
    expect(referrersCovered(['example.com'], [])).toBe(true);
    expect(referrersCovered([], [])).toBe(true);
  });

  test('each place must lie within a single other place, not within two halves', () => {
    const wide = ['*.example.com', '192.0.2.0/25', '192.0.2.128/25'];
    expect(referrersCovered(['a.example.com', '192.0.2.200'], wide)).toBe(true);
    expect(referrersCovered(['a.example.com', 'example.com'], wide)).toBe(false);
    expect(referrersCovered(['192.0.2.0/24'], wide)).toBe(false);
  });

  test('covered places allow no request that the others refuse', () => {
    const label = fc.constantFrom('a', 'b', 'c');
    const host = fc
      .array(label, { minLength: 1, maxLength: 3 })
      .map((labels) => [...labels, 'org'].join('.'));
    const byte = fc.constantFrom(0, 1, 128, 255);
    const address = fc.tuple(byte, byte).map(([high, low]) => `10.0.${high}.${low}`);
    const range = fc
      .tuple(address, fc.integer({ min: 16, max: 32 }))
      .map(([base, bits]) => `${base}/${bits}`);
    const entry = fc.oneof(
      host,
      host.map((name) => `*.${name}`),
      address,
      range,
    );
    const list = fc.uniqueArray(entry, { maxLength: 3 });
    fc.assert(
      fc.property(list, list, host, address, (narrow, wide, from, sourceIp) => {
        fc.pre(referrersCovered(narrow, wide));
        const source = { sourceIp, origin: `https://${from}` };
        if (referrerAllowed(narrow, source)) expect(referrerAllowed(wide, source)).toBe(true);
      }),
      { numRuns: runs(2000) },
    );
  });
});
