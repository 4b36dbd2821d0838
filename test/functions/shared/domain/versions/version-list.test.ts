import { expect, test } from 'vitest';
import { pageOfVersions } from '../../../../../functions/shared/domain/versions/version-list.ts';
import { versionOf } from '../../../../support/versions.ts';

const ALL = ['a', 'b', 'c'].map((id) => versionOf({ institution: 'acme', id }));
const idsOf = (limit: number, after?: string) => {
  const { versions, next } = pageOfVersions(ALL, { limit, after });
  return [versions.map(({ id }) => id).join(''), next];
};

test.each([
  [1, undefined, 'a', 'a'],
  [2, undefined, 'ab', 'b'],
  [3, undefined, 'abc', undefined],
  [4, undefined, 'abc', undefined],
  [1, 'a', 'b', 'b'],
  [2, 'a', 'bc', undefined],
  [1, 'b', 'c', undefined],
  [1, 'c', '', undefined],
])('a page of %i after %s has “%s” and goes on after %s', (limit, after, ids, next) => {
  expect(idsOf(limit, after)).toEqual([ids, next]);
});

test('no page is made up after a deleted version', () => {
  expect(() => idsOf(1, 'd')).toThrow('cursor: send a cursor from an earlier answer, or start again');
});

test('an institution without versions has an empty page', () => {
  expect(pageOfVersions([], { limit: 1 })).toEqual({ versions: [] });
});
