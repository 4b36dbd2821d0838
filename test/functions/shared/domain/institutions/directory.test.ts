import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  institutionOfClientId,
  isInstitutionName,
  isUserId,
  normalizeUsername,
} from '../../../../../functions/shared/domain/institutions/directory.ts';
import { runs } from '../../../../support/runs.ts';

test.each([
  ['a', true],
  ['a-1', true],
  ['a'.repeat(63), true],
  ['a'.repeat(64), false],
  ['', false],
  ['-a', false],
  ['a-', false],
  ['A', false],
  ['a.b', false],
  ['a#b', false],
  ['*', false],
  ['a\n', false],
])('institution name %j: %j', (name, valid) => {
  expect(isInstitutionName(name)).toBe(valid);
});

test.each([
  ['x', true],
  [' ~', true],
  ['x'.repeat(64), true],
  ['x'.repeat(65), false],
  ['', false],
  ['ü', false],
  ['a\n', false],
  ['\x7f', false],
])('user id %j: %j', (userId, valid) => {
  expect(isUserId(userId)).toBe(valid);
});

test('a client id names its institution, and nothing else does', () => {
  const random = '0123456789ABCDEFabcd';
  expect(institutionOfClientId(`acme-1.${random}`)).toBe('acme-1');
  for (const text of [
    random,
    `.${random}`,
    `acme.${random}0`,
    `acme.${random.slice(1)}`,
    `-a.${random}`,
    `a.b.${random}`,
  ]) {
    expect(institutionOfClientId(text)).toBeUndefined();
  }
});

test.each([
  ['Ann', 'ann'],
  ['ＡＮＮ', 'ann'],
  ['Jo\u0308rg', 'jörg'],
  ['ann@example.com', 'ann@example.com'],
  ['ann b', 'ann b'],
  ['x'.repeat(128), 'x'.repeat(128)],
  ['x'.repeat(129), undefined],
  ['', undefined],
  [' ann', undefined],
  ['ann ', undefined],
  ['a\0', undefined],
  ['a\u200bb', undefined],
  ['\ud800', undefined],
])('user name %j is compared as %j', (text, expected) => {
  expect(normalizeUsername(text)).toBe(expected);
});

test('a user name that was folded is folded no further', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const once = normalizeUsername(text);
      if (once !== undefined) expect(normalizeUsername(once)).toBe(once);
    }),
    { numRuns: runs(1000) },
  );
});
