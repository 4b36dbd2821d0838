import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ALL_SCOPES,
  formatScopes,
  intersectScopes,
  isScope,
  parseScopes,
} from '../../../../../functions/shared/domain/credentials/scopes.ts';

test.each(['', 'Query', 'query ', 'constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  '%j is not a scope',
  (name) => {
    expect(isScope(name)).toBe(false);
    expect(parseScopes(name).scopes).not.toContain(name);
  },
);

describe('a list of scopes', () => {
  test('keeps the order, drops repeats and empty places, and sets apart what it does not know', () => {
    expect(parseScopes('  query  admin app_read query admin ')).toEqual({
      scopes: ['query', 'app_read'],
      unknown: ['admin'],
    });
    expect(parseScopes('')).toEqual({ scopes: [], unknown: [] });
    expect(parseScopes('   ')).toEqual({ scopes: [], unknown: [] });
  });

  test('is separated by spaces and nothing else (RFC 6749 §3.3)', () => {
    for (const text of ['query,app_read', 'query\tapp_read', 'query\u00a0app_read']) {
      expect(parseScopes(text)).toEqual({ scopes: [], unknown: [text] });
    }
  });

  test('is read as it was written', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...ALL_SCOPES)), (scopes) => {
        expect(parseScopes(formatScopes(scopes))).toEqual({ scopes, unknown: [] });
      }),
    );
  });
});

test('the intersection of several lists has the order of the first', () => {
  const some = fc.uniqueArray(fc.constantFrom(...ALL_SCOPES));
  fc.assert(
    fc.property(some, fc.array(some, { maxLength: 3 }), (wanted, lists) => {
      const kept = intersectScopes(wanted, ...lists);
      const expected = wanted.filter((scope) => !lists.some((list) => !list.includes(scope)));
      expect(kept).toEqual(expected);
    }),
  );
});
