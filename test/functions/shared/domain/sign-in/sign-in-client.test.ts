import { beforeEach, describe, expect, test } from 'vitest';
import { signInClient } from '../../../../../functions/shared/domain/sign-in/sign-in.ts';
import { clientThrottleKey } from '../../../../../functions/shared/domain/sign-in/throttle.ts';
import { memoryAccounts } from '../../../../support/memory-accounts.ts';
import { ANN, CLIENT, CLIENT_SECRET, ORIGIN, refusalOf } from '../../../../support/rules.ts';

const client = { ...CLIENT, revision: 6 };
const { clientId: CLIENT_ID } = client;

let accounts = memoryAccounts();
beforeEach(() => {
  accounts = memoryAccounts();
});

describe('a client signs in a user', () => {
  const attempt = { ...ORIGIN, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, serviceUserId: 'ann' };
  const signIn = (changes: Partial<typeof attempt> & { scope?: string } = {}) =>
    signInClient(accounts.store, { ...attempt, ...changes });
  const key = clientThrottleKey(CLIENT_ID, ORIGIN.sourceIp);
  beforeEach(() => {
    accounts.clients.push(client);
    accounts.users.push(ANN);
  });

  test('with the scopes that both have, and the success makes its address trusted', async () => {
    expect(await signIn()).toEqual({
      institution: 'acme',
      userId: 'ann',
      userRevision: 3,
      scopes: ['query'],
      grant: 'client_credentials',
      client: { clientId: CLIENT_ID, revision: 6, secretDigest: client.secretDigest },
      success: { tallies: [{ key }], buckets: [] },
    });
    expect(accounts.events).toEqual([]);
    expect(accounts.tallies.size).toBe(0);
  });

  test('without recording a success if the address is trusted and nothing failed', async () => {
    const trusted = { attempts: 2, lastAt: ORIGIN.now, signedInAt: ORIGIN.now - 1 };
    accounts.tallies.set(key, { ...trusted, forgiven: 2 });
    expect(await signIn()).not.toHaveProperty('success');
    accounts.tallies.set(key, { ...trusted, forgiven: 1 });
    expect(await signIn()).toHaveProperty('success');
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
    expect([...accounts.tallies]).toEqual([
      [
        clientThrottleKey(changes.clientId ?? CLIENT_ID, ORIGIN.sourceIp),
        { attempts: 1, forgiven: 0, lastAt: ORIGIN.now },
      ],
    ]);
    expect(accounts.buckets.size).toBe(0);
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
  ])('not if it is %s', async (_, changes, code) => {
    accounts.clients.splice(0, 1, { ...client, ...changes });
    expect(await refusalOf(() => signIn())).toMatchObject({ code });
  });

  test('not if it is public', async () => {
    const { secretDigest: _, ...open } = client;
    accounts.clients.splice(0, 1, open);
    expect(await refusalOf(() => signIn())).toMatchObject({ code: 'invalid_client' });
    expect(await refusalOf(() => signIn({ clientSecret: '' }))).toMatchObject({ code: 'invalid_client' });
    expect(accounts.tallies.size).toBe(0);
  });

  test.each([
    ['is disabled', 'ann', { status: 'disabled' as const }],
    ['is another institution’s', 'ann', { institution: 'rival' }],
    ['is unknown', 'bob', {}],
    ['has no id', 'a\nb', {}],
  ])(
    'not one who %s, and the right secret is not counted as a failure',
    async (_, serviceUserId, changes) => {
      accounts.users.splice(0, 1, { ...ANN, ...changes });
      expect(await refusalOf(() => signIn({ serviceUserId }))).toEqual({
        code: 'invalid_grant',
        message: 'service_user_id is not an active user of your institution.',
      });
      expect(accounts.tallies.size).toBe(0);
      expect(accounts.events).toHaveLength(1);
    },
  );

  test('not one of another institution, even if the store returns it', async () => {
    const store = {
      ...accounts.store,
      readClientSignIn: async () => ({
        client,
        user: { ...ANN, institution: 'rival' },
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
        message: 'Use scopes that are allowed here: query.',
      });
      return;
    }
    expect(await signIn({ scope })).toMatchObject({ scopes });
  });

  test('not if no scope is allowed', async () => {
    accounts.users.splice(0, 1, { ...ANN, scopes: [] });
    expect(await refusalOf(() => signIn())).toMatchObject({
      code: 'invalid_scope',
      message: 'Use scopes that are allowed here: none.',
    });
  });

  test('not while it is slowed down, whatever the secret', async () => {
    accounts.tallies.set(key, { attempts: 4, forgiven: 0, lastAt: ORIGIN.now });
    expect(await signIn()).toMatchObject({ userId: 'ann' });
    accounts.tallies.set(key, { attempts: 5, forgiven: 0, lastAt: ORIGIN.now });
    for (const clientSecret of [CLIENT_SECRET, 'wrong']) {
      expect(await refusalOf(() => signIn({ clientSecret }))).toMatchObject({
        code: 'too_many_requests',
        retryAfterSeconds: 1,
      });
    }
    expect(accounts.tallies.get(key)?.attempts).toBe(5);
    expect(accounts.events.map(({ reason }) => reason)).toEqual(['too_many_requests', 'too_many_requests']);
  });

  test('from a trusted source despite failures, for thirty days', async () => {
    const DAY = 24 * 3_600_000;
    const failed = { attempts: 50, forgiven: 0, lastAt: ORIGIN.now };
    accounts.tallies.set(key, { ...failed, signedInAt: ORIGIN.now - 30 * DAY + 1 });
    expect(await signIn()).toMatchObject({ userId: 'ann' });
    expect(await refusalOf(() => signIn({ clientSecret: 'wrong' }))).toMatchObject({
      code: 'invalid_client',
    });
    expect(accounts.tallies.get(key)?.attempts).toBe(50);
    accounts.tallies.set(key, { ...failed, signedInAt: ORIGIN.now - 30 * DAY });
    expect(await refusalOf(() => signIn())).toMatchObject({ code: 'too_many_requests' });
  });

  test('whose institution does not exist is audited under no institution', async () => {
    const clientId = `nowhere.${'x'.repeat(20)}`;
    await refusalOf(() => signIn({ clientId }));
    expect(accounts.events).toMatchObject([{ institution: '-', actor: { kind: 'client', id: clientId } }]);
  });

  test('without asking the store for malformed ids', async () => {
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

  test('not if the store fails, which is not a refusal', async () => {
    const store = { ...accounts.store, readClientSignIn: () => Promise.reject(new Error('down')) };
    await expect(signInClient(store, attempt)).rejects.toThrow('down');
    expect(accounts.events).toEqual([]);
  });
});
