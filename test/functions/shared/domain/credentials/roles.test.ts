import { expect, test } from 'vitest';
import { ALL_ROLES, ROLES, roleOf } from '../../../../../functions/shared/domain/credentials/roles.ts';
import { ALL_SCOPES, type Scope } from '../../../../../functions/shared/domain/credentials/scopes.ts';

test('each role has all the rights of the one before, and more', () => {
  const roles = ALL_ROLES.map((role): readonly Scope[] => ROLES[role]);
  for (const [place, scopes] of roles.entries()) {
    const before = roles[place - 1] ?? [];
    expect(before.every((scope) => scopes.includes(scope))).toBe(true);
    expect(scopes.length).toBeGreaterThan(before.length);
  }
  expect(ROLES.operator).toEqual(ALL_SCOPES);
});

test('a role is recognised by exactly its scopes, in any order', () => {
  for (const role of ALL_ROLES) expect(roleOf(ROLES[role].toReversed())).toBe(role);
  expect(roleOf(ROLES.author.slice(1))).toBeUndefined();
  expect(roleOf([])).toBeUndefined();
});

test('only publishers and operators assign versions and read the audit trail', () => {
  const may = (scope: Scope) => ALL_ROLES.filter((role) => (ROLES[role] as readonly Scope[]).includes(scope));
  expect(may('version_write')).toEqual(['publisher', 'operator']);
  expect(may('audit_read')).toEqual(['publisher', 'operator']);
  expect(may('ai_model_write')).toEqual(['author', 'publisher', 'operator']);
});
