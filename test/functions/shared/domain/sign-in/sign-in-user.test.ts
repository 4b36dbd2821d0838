import { argon2Sync } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Login } from '../../../../../functions/shared/domain/institutions/directory.ts';
import {
  ACCOUNT_RATE,
  passwordThrottle,
  SOURCE_RATE,
} from '../../../../../functions/shared/domain/sign-in/password-throttle.ts';
import { signInUser } from '../../../../../functions/shared/domain/sign-in/sign-in.ts';
import { memoryAccounts } from '../../../../support/memory-accounts.ts';
import { ANN, ORIGIN, refusalOf } from '../../../../support/rules.ts';

const DAY = 24 * 3_600_000;

let accounts = memoryAccounts();
beforeEach(() => {
  accounts = memoryAccounts();
});

describe('a user signs in by password', () => {
  const PASSWORD = 'correct horse';
  /** A valid, cheap hash: its strength does not matter here. */
  const cheap = argon2Sync('argon2id', {
    message: PASSWORD,
    nonce: Buffer.alloc(8),
    parallelism: 1,
    tagLength: 16,
    memory: 8,
    passes: 1,
  });
  const login: Login = {
    institution: 'acme',
    userId: 'ann',
    scopes: ['query', 'app_read'],
    status: 'active',
    revision: 4,
    passwordHash: `$argon2id$v=19$m=8,t=1,p=1$${'A'.repeat(11)}$${cheap.toString('base64').replaceAll('=', '')}`,
  };
  const attempt = { ...ORIGIN, username: 'ann', password: PASSWORD };
  const signIn = (
    changes: { username?: string; password?: string; institution?: string; scope?: string } = {},
  ) => signInUser(accounts.store, { ...attempt, ...changes });
  const { named, name } = passwordThrottle('acme', 'ann', ORIGIN.sourceIp);
  beforeEach(() => {
    accounts.logins.push(login);
    accounts.users.push(ANN);
  });

  test.each([undefined, 'acme'])('with institution %s', async (institution) => {
    const approval = await signIn(institution === undefined ? {} : { institution });
    expect(approval).toEqual({
      institution: 'acme',
      userId: 'ann',
      userRevision: 4,
      scopes: ['query', 'app_read'],
      grant: 'password',
      success: expect.any(Object),
    });
    const { account, source } = passwordThrottle(institution, 'ann', ORIGIN.sourceIp);
    expect(approval.success).toEqual({
      tallies: [{ key: named }, { key: name, ofName: true }],
      buckets: [
        { key: account, rate: ACCOUNT_RATE },
        { key: source, rate: SOURCE_RATE },
      ],
    });
    expect(accounts.events).toEqual([]);
  });

  test('however the name is spelled', async () => {
    expect(await signIn({ username: 'ＡＮＮ' })).toMatchObject({ userId: 'ann' });
  });

  test.each<[string, { username?: string; password?: string; institution?: string }, string, string?]>([
    ['a wrong password', { password: 'wrong' }, 'acme', 'ann'],
    ['a wrong password, the institution named', { password: 'wrong', institution: 'acme' }, 'acme', 'ann'],
    ['an unknown name', { username: 'bob' }, '-'],
    ['an unknown name in an institution', { username: 'bob', institution: 'acme' }, 'acme'],
    ['no name', { username: ' ann' }, '-'],
    ['what is no institution', { institution: 'Acme Inc' }, '-'],
    ['an unknown institution', { institution: 'rival' }, '-'],
  ])('not with %s, which is counted and in the trail', async (_, changes, institution, userId) => {
    expect(await refusalOf(() => signIn(changes))).toEqual({
      code: 'invalid_grant',
      message: 'The user name or password is wrong, or the institution must be given too.',
    });
    const { account, source, ...at } = passwordThrottle(
      changes.institution,
      changes.username ?? 'ann',
      ORIGIN.sourceIp,
    );
    expect([...accounts.tallies.keys()].sort()).toEqual(Object.values(at).sort());
    for (const { attempts, forgiven } of accounts.tallies.values())
      expect([attempts, forgiven]).toEqual([1, 0]);
    expect([...accounts.buckets]).toEqual([
      [account, { emptyAt: ORIGIN.now + 600_000 }],
      [source, { emptyAt: ORIGIN.now + 60_000 }],
    ]);
    expect(accounts.events).toEqual([
      {
        at: ORIGIN.now,
        action: 'token.issue',
        outcome: 'refused',
        reason: 'invalid_grant',
        institution,
        actor: { kind: 'user', ...(userId && { userId }) },
        sourceIp: ORIGIN.sourceIp,
        requestId: ORIGIN.requestId,
      },
    ]);
  });

  test('without asking the store for malformed names', async () => {
    const asked: unknown[] = [];
    const store = {
      ...accounts.store,
      readPasswordSignIn: async (...[ids, keys]: Parameters<typeof accounts.store.readPasswordSignIn>) => {
        asked.push(ids);
        return accounts.store.readPasswordSignIn(ids, keys);
      },
    };
    const asking = (changes: object) =>
      refusalOf(() => signInUser(store, { ...attempt, password: 'wrong', ...changes }));
    await asking({ username: ' ann' });
    await asking({ username: ' ann', institution: 'acme' });
    await asking({ institution: 'Acme Inc' });
    await asking({ institution: 'acme' });
    await asking({});
    expect(asked).toEqual([
      undefined,
      undefined,
      undefined,
      { username: 'ann', institution: 'acme' },
      { username: 'ann', institution: undefined },
    ]);
  });

  test('not a disabled one, with the same error', async () => {
    accounts.logins.splice(0, 1, { ...login, status: 'disabled' });
    expect(await refusalOf(() => signIn())).toMatchObject({ code: 'invalid_grant' });
  });

  test('not without the institution if two have the name', async () => {
    accounts.logins.push({ ...login, institution: 'rival' });
    expect(await refusalOf(() => signIn())).toMatchObject({ code: 'invalid_grant' });
    expect(await signIn({ institution: 'rival' })).toMatchObject({ institution: 'rival' });
  });

  test('with only the requested scopes, or not at all', async () => {
    expect(await signIn({ scope: 'app_read' })).toMatchObject({ scopes: ['app_read'] });
    expect(await refusalOf(() => signIn({ scope: 'account_read' }))).toMatchObject({ code: 'invalid_scope' });
  });

  test('not while the name is slowed down, whatever the password', async () => {
    accounts.tallies.set(name, { attempts: 5, forgiven: 0, lastAt: ORIGIN.now });
    for (const password of [PASSWORD, 'wrong']) {
      expect(await refusalOf(() => signIn({ password }))).toMatchObject({ code: 'too_many_requests' });
    }
    expect([...accounts.tallies.values()].map(({ attempts }) => attempts)).toEqual([5]);
  });

  test('despite failures from a day ago', async () => {
    accounts.tallies.set(name, { attempts: 50, forgiven: 0, lastAt: ORIGIN.now - DAY });
    expect(await signIn()).toMatchObject({ userId: 'ann' });
  });

  test('not if concurrent attempts came first, whatever the password', async () => {
    const late = { ...accounts.store, reserve: async () => false };
    for (const password of [PASSWORD, 'wrong']) {
      for (const username of ['ann', 'nobody']) {
        const refusal = await refusalOf(() => signInUser(late, { ...attempt, username, password }));
        expect(refusal).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 1 });
      }
    }
  });

  test('and the attempt stays counted if the process ends before the password is checked', async () => {
    const ended = new Error('the process ended');
    const store = {
      ...accounts.store,
      async reserve(...counted: Parameters<typeof accounts.store.reserve>) {
        await accounts.store.reserve(...counted);
        throw ended;
      },
    };
    await expect(signInUser(store, attempt)).rejects.toBe(ended);
    expect(accounts.tallies.get(name)).toMatchObject({ attempts: 1, forgiven: 0 });
  });

  test('and the right password with too large a scope is not counted as a failure', async () => {
    for (let asked = 0; asked < 9; asked += 1) {
      expect(await refusalOf(() => signIn({ scope: 'account_read' }))).toMatchObject({
        code: 'invalid_scope',
      });
    }
    expect(accounts.tallies.get(name)).toMatchObject({ attempts: 9, forgiven: 9 });
    expect([...accounts.buckets.values()].map(({ emptyAt }) => emptyAt)).toEqual([ORIGIN.now, ORIGIN.now]);
  });
});
