import { beforeEach, describe, expect, test } from 'vitest';
import {
  setUserPassword,
  setUserScopes,
  setUserStatus,
  type UserChange,
} from '../../../../../functions/shared/domain/institutions/user-changes.ts';
import { verifyPassword } from '../../../../../functions/shared/domain/sign-in/passwords.ts';
import { ANN, memoryOwners, NOW, operatorEventOf, token } from '../../../../support/memory-owners.ts';
import { refusalOf } from '../../../../support/rules.ts';

let memory = memoryOwners();
beforeEach(() => {
  memory = memoryOwners();
});

const NO_USER = { code: 'not_found', message: 'acme has no user ann.' };

describe('the scopes of a user', () => {
  test('that are removed are removed from every token and key that had them', async () => {
    expect(await setUserScopes(memory.operator, ANN, ['query'])).toMatchObject({ scopes: ['query'] });
    expect(memory.held.done).toEqual([
      ['change', 'ann', { scopes: ['query'] }],
      ['narrow', 't1', ['query']],
      ['narrow', 'k1', ['query']],
      ['narrow', 't2', ['query']],
    ]);
    expect(memory.held.events).toEqual([{ ...operatorEventOf('user.set-scopes'), scopes: ['query'] }]);
  });

  test('that are added change no credential', async () => {
    await setUserScopes(memory.operator, ANN, ['query', 'app_read', 'app_write']);
    expect(memory.held.done).toHaveLength(1);
  });

  test('are not removed from expired credentials', async () => {
    memory.held.owned.ann = [{ ...token('over'), expiresAt: NOW / 1000 }, token('live')];
    await setUserScopes(memory.operator, ANN, []);
    expect(memory.held.done.slice(1)).toEqual([['narrow', 'live', []]]);
  });

  test('are removed again from credentials that changed meanwhile', async () => {
    memory.held.overtaken = 1;
    await setUserScopes(memory.operator, ANN, ['query']);
    expect(memory.held.done.filter((one) => JSON.stringify(one).includes('t1'))).toHaveLength(2);
    expect(memory.held.owned.ann?.every(({ scopes }) => scopes.length === 1)).toBe(true);
  });

  test('give a conflict if the credentials keep changing', async () => {
    memory.held.owned.ann = [token('t1')];
    memory.held.overtaken = 9;
    await setUserScopes(memory.operator, ANN, []);
    expect(memory.held.done).toHaveLength(11);
    memory.held.owned.ann = [token('t1')];
    memory.held.overtaken = 10;
    expect(await refusalOf(() => setUserScopes(memory.operator, ANN, []))).toEqual({
      code: 'conflict',
      message: "The user's credentials kept changing. Set the scopes again.",
    });
  });
});

describe('a user who is', () => {
  test('disabled loses the tokens, and has the keys suspended', async () => {
    expect(await setUserStatus(memory.operator, ANN, 'disabled')).toMatchObject({ status: 'disabled' });
    expect(memory.held.done).toEqual([
      ['change', 'ann', { status: 'disabled' }],
      ['revoke', 'ann', 't1'],
      ['suspend', 'k1', true],
      ['revoke', 'ann', 't2'],
    ]);
    expect(memory.held.events).toEqual([operatorEventOf('user.disable')]);
  });

  test('enabled gets the keys back, but no tokens', async () => {
    expect(await setUserStatus(memory.operator, ANN, 'active')).toMatchObject({ status: 'active' });
    expect(memory.held.done).toEqual([
      ['change', 'ann', { status: 'active' }],
      ['suspend', 'k1', false],
    ]);
    expect(memory.held.events).toEqual([operatorEventOf('user.enable')]);
  });

  test('unknown is not found, and nothing is touched', async () => {
    memory.held.user = undefined;
    expect(await refusalOf(() => setUserScopes(memory.operator, ANN, []))).toEqual(NO_USER);
    expect(await refusalOf(() => setUserStatus(memory.operator, ANN, 'disabled'))).toEqual(NO_USER);
    expect(await refusalOf(() => setUserPassword(memory.operator, ANN, 'correct horse'))).toEqual(NO_USER);
    expect(memory.held.done.map((one) => Array.isArray(one) && one[0])).toEqual(['change', 'change']);
  });
});

describe('a new password', () => {
  test('revokes the tokens and keeps the keys', async () => {
    await setUserPassword(memory.operator, ANN, 'correct horse');
    const [[, , change], ...rest] = memory.held.done as [[string, string, UserChange], ...unknown[]];
    expect(Object.keys(change)).toEqual(['passwordHash']);
    expect(await verifyPassword('correct horse', change.passwordHash)).toBe(true);
    expect(rest).toEqual([
      ['revoke', 'ann', 't1'],
      ['revoke', 'ann', 't2'],
    ]);
    expect(memory.held.events).toEqual([operatorEventOf('user.set-password')]);
  });

  test('is refused for a user without a user name', async () => {
    if (memory.held.user) delete memory.held.user.username;
    expect(await refusalOf(() => setUserPassword(memory.operator, ANN, 'correct horse'))).toEqual({
      code: 'conflict',
      message: 'ann has no user name to sign in with.',
    });
    expect(memory.held.done).toEqual([]);
  });

  test('that is too short changes nothing', async () => {
    expect(await refusalOf(() => setUserPassword(memory.operator, ANN, 'short'))).toMatchObject({
      code: 'invalid_request',
    });
    expect(memory.held.done).toEqual([]);
  });
});
