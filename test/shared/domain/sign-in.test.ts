import { argon2Sync } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Client, Login, User } from '../../../functions/shared/domain/directory.ts';
import { clientSecretDigest } from '../../../functions/shared/domain/secrets.ts';
import { signInClient, signInUser } from '../../../functions/shared/domain/sign-in.ts';
import { clientThrottle, passwordThrottle } from '../../../functions/shared/domain/throttle.ts';
import { memoryAccounts } from '../../support/memory-accounts.ts';
import { ORIGIN, refusalOf } from '../../support/rules.ts';

const CLIENT_ID = `acme.${'x'.repeat(20)}`;
const SECRET = 's'.repeat(40);
const DAY = 24 * 3_600_000;

const client: Client = {
  clientId: CLIENT_ID,
  institution: 'acme',
  displayName: 'Acme',
  secretDigest: clientSecretDigest(SECRET),
  grants: ['client_credentials'],
  redirectUris: [],
  scopes: ['query', 'app_read'],
  status: 'active',
  createdAt: 0,
};
const user: User = {
  institution: 'acme',
  userId: 'ann',
  scopes: ['query', 'account_read'],
  status: 'active',
  revision: 3,
  createdAt: 0,
};

let accounts = memoryAccounts();
beforeEach(() => {
  accounts = memoryAccounts();
});

describe('a client signs in a user', () => {
  const attempt = { ...ORIGIN, clientId: CLIENT_ID, clientSecret: SECRET, serviceUserId: 'ann' };
  const signIn = (changes: Partial<typeof attempt> & { scope?: string } = {}) =>
    signInClient(accounts.store, { ...attempt, ...changes });
  const keys = clientThrottle(CLIENT_ID, ORIGIN.sourceIp).delayedBy[0] ?? { source: '', account: '' };
  beforeEach(() => {
    accounts.clients.push(client);
    accounts.users.push(user);
  });

  test('with what both may do, and from now on its address is trusted', async () => {
    expect(await signIn()).toEqual({
      institution: 'acme',
      userId: 'ann',
      userRevision: 3,
      scopes: ['query'],
      grant: 'client_credentials',
      clientId: CLIENT_ID,
      success: [{ key: keys.source, failuresSeen: 0, trusts: true }],
    });
    expect(accounts.events).toEqual([]);
    expect(accounts.failures.size).toBe(0);
  });

  test('writes no success where the address is trusted and nothing failed', async () => {
    accounts.failures.set(keys.source, { failures: 0, lastFailedAt: 0, signedInAt: ORIGIN.now - 1 });
    expect(await signIn()).not.toHaveProperty('success');
    accounts.failures.set(keys.source, { failures: 2, lastFailedAt: 0, signedInAt: ORIGIN.now - 1 });
    expect(await signIn()).toMatchObject({ success: [{ failuresSeen: 2 }] });
  });

  test.each<[string, { clientId?: string; clientSecret?: string }]>([
    ['a wrong secret', { clientSecret: 'wrong' }],
    ['an unknown client', { clientId: `acme.${'y'.repeat(20)}` }],
    ['what is no client id', { clientId: 'my-secret' }],
  ])('not with %s, which is counted and in the trail', async (_, changes) => {
    expect(await refusalOf(() => signIn(changes))).toEqual({
      code: 'invalid_client',
      message: 'The client id or the client secret is wrong.',
    });
    const named = changes.clientId !== 'my-secret';
    const counted = clientThrottle(changes.clientId ?? CLIENT_ID, ORIGIN.sourceIp).countedAt[0];
    expect([...accounts.failures.keys()]).toEqual([counted?.source, counted?.account]);
    expect(accounts.events).toEqual([
      {
        at: ORIGIN.now,
        action: 'token.issue',
        outcome: 'refused',
        reason: 'invalid_client',
        institution: named ? 'acme' : '-',
        actor: { kind: 'client', ...(named && { id: changes.clientId ?? CLIENT_ID, userId: 'ann' }) },
        sourceIp: ORIGIN.sourceIp,
        requestId: ORIGIN.requestId,
      },
    ]);
  });

  test.each([
    ['disabled', { status: 'disabled' as const }, 'invalid_client'],
    ['without that grant', { grants: ['authorization_code' as const] }, 'unauthorized_client'],
    ['without any of the user’s scopes', { scopes: [] }, 'invalid_scope'],
  ])('not where it is %s', async (_, changes, code) => {
    accounts.clients.splice(0, 1, { ...client, ...changes });
    expect(await refusalOf(() => signIn())).toMatchObject({ code });
  });

  test('not where it is public', async () => {
    const { secretDigest: _, ...open } = client;
    accounts.clients.splice(0, 1, open);
    expect(await refusalOf(() => signIn())).toMatchObject({ code: 'invalid_client' });
    expect(await refusalOf(() => signIn({ clientSecret: '' }))).toMatchObject({ code: 'invalid_client' });
  });

  test.each([
    ['is disabled', 'ann', { status: 'disabled' as const }],
    ['is another institution’s', 'ann', { institution: 'rival' }],
    ['is unknown', 'bob', {}],
    ['has no id', 'a\nb', {}],
  ])('not one who %s: the secret is right, so nothing is counted', async (_, serviceUserId, changes) => {
    accounts.users.splice(0, 1, { ...user, ...changes });
    expect(await refusalOf(() => signIn({ serviceUserId }))).toEqual({
      code: 'invalid_grant',
      message: 'service_user_id names no active user of your institution.',
    });
    expect(accounts.failures.size).toBe(0);
    expect(accounts.events).toHaveLength(1);
  });

  test('not one whom the store gives of another institution', async () => {
    const store = {
      ...accounts.store,
      readClientSignIn: async () => ({
        client,
        user: { ...user, institution: 'rival' },
        throttle: [{ source: undefined, account: undefined }],
      }),
    };
    expect(await refusalOf(() => signInClient(store, attempt))).toMatchObject({ code: 'invalid_grant' });
  });

  test.each([
    ['query', ['query']],
    ['query query', ['query']],
    ['account_read', undefined],
    ['query app_read', undefined],
    ['query admin', undefined],
    ['', undefined],
  ])('asking for %j gets %j', async (scope, scopes) => {
    if (scopes === undefined) {
      expect(await refusalOf(() => signIn({ scope }))).toEqual({
        code: 'invalid_scope',
        message: 'Ask for scopes that are allowed here: query.',
      });
      return;
    }
    expect(await signIn({ scope })).toMatchObject({ scopes });
  });

  test('is told where nothing is allowed at all', async () => {
    accounts.users.splice(0, 1, { ...user, scopes: [] });
    expect(await refusalOf(() => signIn())).toMatchObject({
      code: 'invalid_scope',
      message: 'Ask for scopes that are allowed here: none.',
    });
  });

  test('not while it is slowed down, whatever the secret', async () => {
    accounts.failures.set(keys.source, { failures: 5, lastFailedAt: ORIGIN.now });
    for (const clientSecret of [SECRET, 'wrong']) {
      expect(await refusalOf(() => signIn({ clientSecret }))).toMatchObject({
        code: 'too_many_requests',
        retryAfterSeconds: 1,
      });
    }
    expect(accounts.failures.get(keys.source)?.failures).toBe(5);
    expect(accounts.events.map(({ reason }) => reason)).toEqual(['too_many_requests', 'too_many_requests']);
  });

  test('asks the store for nothing that has not the form of an id', async () => {
    const asked: unknown[] = [];
    const store = {
      ...accounts.store,
      readClientSignIn: async (...[ids, keys]: Parameters<typeof accounts.store.readClientSignIn>) => {
        asked.push(ids);
        return accounts.store.readClientSignIn(ids, keys);
      },
    };
    const asking = (changes: object) => refusalOf(() => signInClient(store, { ...attempt, ...changes }));
    await asking({ clientId: 'my-secret' });
    await asking({ serviceUserId: 'a\nb' });
    expect(asked).toEqual([undefined, { institution: 'acme', clientId: CLIENT_ID, userId: undefined }]);
  });

  test('not where the store fails, and that is no refusal', async () => {
    const store = { ...accounts.store, readClientSignIn: () => Promise.reject(new Error('down')) };
    await expect(signInClient(store, attempt)).rejects.toThrow('down');
    expect(accounts.events).toEqual([]);
  });
});

describe('a user signs in by password', () => {
  const PASSWORD = 'correct horse';
  /** A hash that is right and cheap: what the rule does with it is not its strength. */
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
  beforeEach(() => {
    accounts.logins.push(login);
    accounts.users.push(user);
  });

  test.each([undefined, 'acme'])('with institution %s', async (institution) => {
    const approval = await signIn(institution === undefined ? {} : { institution });
    expect(approval).toEqual({
      institution: 'acme',
      userId: 'ann',
      userRevision: 4,
      scopes: ['query', 'app_read'],
      grant: 'password',
      success: expect.any(Array),
    });
    const [named] = passwordThrottle('acme', 'ann', ORIGIN.sourceIp).delayedBy;
    expect(approval.success).toContainEqual(
      institution === undefined
        ? { key: named?.source, trusts: true }
        : { key: named?.source, failuresSeen: 0, trusts: true },
    );
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
      message: 'The user name or the password is wrong, or the user name needs its institution.',
    });
    const { countedAt } = passwordThrottle(changes.institution, changes.username ?? 'ann', ORIGIN.sourceIp);
    expect([...accounts.failures.keys()].sort()).toEqual(
      countedAt.flatMap(({ source, account }) => [source, account]).sort(),
    );
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

  test('asks the store for nothing that has not the form of a name', async () => {
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

  test('not one who is disabled, in the same words', async () => {
    accounts.logins.splice(0, 1, { ...login, status: 'disabled' });
    expect(await refusalOf(() => signIn())).toMatchObject({ code: 'invalid_grant' });
  });

  test('not without the institution where two have the name', async () => {
    accounts.logins.push({ ...login, institution: 'rival' });
    expect(await refusalOf(() => signIn())).toMatchObject({ code: 'invalid_grant' });
    expect(await signIn({ institution: 'rival' })).toMatchObject({ institution: 'rival' });
  });

  test('for what is asked for, or nothing', async () => {
    expect(await signIn({ scope: 'app_read' })).toMatchObject({ scopes: ['app_read'] });
    expect(await refusalOf(() => signIn({ scope: 'account_read' }))).toMatchObject({ code: 'invalid_scope' });
  });

  test('not while the name is slowed down, whatever the password', async () => {
    const [anywhere] = passwordThrottle(undefined, 'ann', ORIGIN.sourceIp).delayedBy;
    accounts.failures.set(anywhere?.source ?? '', { failures: 5, lastFailedAt: ORIGIN.now });
    for (const password of [PASSWORD, 'wrong']) {
      expect(await refusalOf(() => signIn({ password }))).toMatchObject({ code: 'too_many_requests' });
    }
    expect(accounts.failures.size).toBe(1);
  });

  test('whose failures from a day ago are nothing any more', async () => {
    const [anywhere] = passwordThrottle(undefined, 'ann', ORIGIN.sourceIp).delayedBy;
    accounts.failures.set(anywhere?.source ?? '', { failures: 50, lastFailedAt: ORIGIN.now - DAY });
    expect(await signIn()).toMatchObject({ userId: 'ann' });
  });
});
