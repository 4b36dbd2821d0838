import { beforeEach, describe, expect, test } from 'vitest';
import type { AuditEvent } from '../../../functions/shared/domain/audit.ts';
import type { Client, Directory, User } from '../../../functions/shared/domain/directory.ts';
import { verifyPassword } from '../../../functions/shared/domain/passwords.ts';
import {
  type ClientDependencies,
  revokeTokens,
  rotateClientSecret,
  setClientStatus,
} from '../../../functions/shared/domain/revocation.ts';
import { clientSecretDigest } from '../../../functions/shared/domain/secrets.ts';
import {
  type OwnedCredential,
  setUserPassword,
  setUserScopes,
  setUserStatus,
  type UserChange,
  type UserId,
} from '../../../functions/shared/domain/user-changes.ts';
import { countingBytes, refusalOf } from '../../support/rules.ts';

const NOW = Date.UTC(2030, 0, 1);
const ANN = { institution: 'acme', userId: 'ann' };
const CLIENT_ID = `acme.${'x'.repeat(20)}`;

/** What the store holds, and what was done to it, in order. */
let user: User | undefined;
let owned: Record<string, OwnedCredential[]>;
let done: unknown[];
let events: AuditEvent[];
/** How many narrowings the credentials' owner gets ahead of. */
let overtaken = 0;
/** The most credentials that were read at one time, and how many are being read. */
let reading = { now: 0, most: 0 };
let knownClient: Client['clientId'] | undefined;

const operator: ClientDependencies = {
  now: () => NOW,
  random: countingBytes(),
  directory: {
    changeClient: async (institution, clientId, change, event) => {
      done.push(['change client', institution, clientId, change]);
      events.push(event);
      return clientId === knownClient;
    },
  } as Directory,
  audit: { record: async (event) => void events.push(event) },
  users: {
    change: async (_, change: UserChange, event) => {
      done.push(['change', change]);
      events.push(event);
      const { passwordHash: _hash, ...rest } = change;
      return user && { ...user, ...rest };
    },
    users: async function* (institution) {
      for (const userId of Object.keys(owned)) yield { institution, userId };
    },
    credentials: async function* ({ userId }: UserId) {
      reading = { now: reading.now + 1, most: Math.max(reading.most, reading.now + 1) };
      await Promise.resolve();
      yield* owned[userId] ?? [];
      reading.now -= 1;
    },
    narrow: async (_, credential, scopes) => {
      done.push(['narrow', credential.id, scopes]);
      overtaken -= 1;
      if (overtaken >= 0) return false;
      credential.scopes = scopes;
      return true;
    },
    suspend: async ({ id }, suspended) => void done.push(['suspend', id, suspended]),
    revoke: async ({ userId }, { id }) => {
      done.push(['revoke', userId, id]);
      owned[userId] = (owned[userId] ?? []).filter((one) => one.id !== id);
    },
  },
};

const token = (id: string, clientId?: string): OwnedCredential => ({
  kind: 'token',
  id,
  digest: id,
  scopes: ['query', 'app_read'],
  expiresAt: NOW / 1000 + 1,
  ...(clientId === undefined ? {} : { clientId }),
});
const key = (id: string): OwnedCredential => ({ kind: 'key', id, digest: id, scopes: ['query', 'app_read'] });

beforeEach(() => {
  user = {
    ...ANN,
    username: 'ann',
    scopes: ['query', 'app_read'],
    status: 'active',
    revision: 2,
    createdAt: 0,
  };
  owned = { ann: [token('t1'), key('k1'), token('t2', CLIENT_ID)], bob: [token('b1', CLIENT_ID), key('k2')] };
  done = [];
  events = [];
  overtaken = 0;
  reading = { now: 0, most: 0 };
  knownClient = CLIENT_ID;
});

const event = (action: string, target = 'ann') => ({
  at: NOW,
  action,
  outcome: 'done',
  institution: 'acme',
  target,
  actor: { kind: 'operator', id: 'operator' },
  requestId: expect.any(String),
});
const NO_USER = { code: 'not_found', message: 'acme has no user ann.' };

describe('the scopes of a user', () => {
  test('that are lost are lost to every token and key that had them', async () => {
    expect(await setUserScopes(operator, ANN, ['query'])).toMatchObject({ scopes: ['query'] });
    expect(done).toEqual([
      ['change', { scopes: ['query'] }],
      ['narrow', 't1', ['query']],
      ['narrow', 'k1', ['query']],
      ['narrow', 't2', ['query']],
    ]);
    expect(events).toEqual([event('user.set-scopes')]);
  });

  test('that are won change no credential', async () => {
    await setUserScopes(operator, ANN, ['query', 'app_read', 'app_write']);
    expect(done).toHaveLength(1);
  });

  test('leave alone what is over, from its last second on', async () => {
    owned.ann = [{ ...token('over'), expiresAt: NOW / 1000 }, token('live')];
    await setUserScopes(operator, ANN, []);
    expect(done.slice(1)).toEqual([['narrow', 'live', []]]);
  });

  test('are taken again from credentials that changed meanwhile', async () => {
    overtaken = 1;
    await setUserScopes(operator, ANN, ['query']);
    expect(done.filter((one) => JSON.stringify(one).includes('t1'))).toHaveLength(2);
    expect(owned.ann?.every(({ scopes }) => scopes.length === 1)).toBe(true);
  });

  test('are given up where the credentials keep changing', async () => {
    owned.ann = [token('t1')];
    overtaken = 9;
    await setUserScopes(operator, ANN, []);
    expect(done).toHaveLength(11);
    owned.ann = [token('t1')];
    overtaken = 10;
    expect(await refusalOf(() => setUserScopes(operator, ANN, []))).toEqual({
      code: 'conflict',
      message: 'Credentials of the user kept changing; set the scopes again.',
    });
  });
});

describe('a user who is', () => {
  test('disabled loses the tokens, and the keys for as long', async () => {
    expect(await setUserStatus(operator, ANN, 'disabled')).toMatchObject({ status: 'disabled' });
    expect(done).toEqual([
      ['change', { status: 'disabled' }],
      ['revoke', 'ann', 't1'],
      ['suspend', 'k1', true],
      ['revoke', 'ann', 't2'],
    ]);
    expect(events).toEqual([event('user.disable')]);
  });

  test('enabled has the keys again, and no token is touched', async () => {
    expect(await setUserStatus(operator, ANN, 'active')).toMatchObject({ status: 'active' });
    expect(done).toEqual([
      ['change', { status: 'active' }],
      ['suspend', 'k1', false],
    ]);
    expect(events).toEqual([event('user.enable')]);
  });

  test('unknown is not found, and nothing is touched', async () => {
    user = undefined;
    expect(await refusalOf(() => setUserScopes(operator, ANN, []))).toEqual(NO_USER);
    expect(await refusalOf(() => setUserStatus(operator, ANN, 'disabled'))).toEqual(NO_USER);
    expect(await refusalOf(() => setUserPassword(operator, ANN, 'correct horse'))).toEqual(NO_USER);
    expect(done.map((one) => Array.isArray(one) && one[0])).toEqual(['change', 'change', 'change']);
  });
});

describe('another password', () => {
  test('takes the tokens away and leaves the keys', async () => {
    await setUserPassword(operator, ANN, 'correct horse');
    const [[, change], ...rest] = done as [[string, UserChange], ...unknown[]];
    expect(Object.keys(change)).toEqual(['passwordHash']);
    expect(await verifyPassword('correct horse', change.passwordHash)).toBe(true);
    expect(rest).toEqual([
      ['revoke', 'ann', 't1'],
      ['revoke', 'ann', 't2'],
    ]);
    expect(events).toEqual([event('user.set-password')]);
  });

  test('is of no use to a user without a name', async () => {
    if (user) delete user.username;
    expect(await refusalOf(() => setUserPassword(operator, ANN, 'correct horse'))).toEqual({
      code: 'conflict',
      message: 'ann has no user name, so nothing to sign in with.',
    });
    expect(done).toHaveLength(1);
  });

  test('that is too short changes nothing', async () => {
    expect(await refusalOf(() => setUserPassword(operator, ANN, 'short'))).toMatchObject({
      code: 'invalid_request',
    });
    expect(done).toEqual([]);
  });
});

describe('tokens are revoked', () => {
  test.each([
    ['of a user', { ...ANN }, 'ann', ['t1', 't2']],
    ['of a user by one client', { ...ANN, clientId: CLIENT_ID }, 'ann', ['t2']],
    ['of a client', { institution: 'acme', clientId: CLIENT_ID }, CLIENT_ID, ['t2', 'b1']],
    ['of an institution', { institution: 'acme' }, 'acme', ['t1', 't2', 'b1']],
  ])('%s, and no key', async (_, selection, target, revoked) => {
    expect(await revokeTokens(operator, selection)).toBe(revoked.length);
    expect(new Set(done.map((one) => JSON.stringify(one)))).toEqual(
      new Set(revoked.map((id) => JSON.stringify(['revoke', id === 'b1' ? 'bob' : 'ann', id]))),
    );
    expect(events).toEqual([event('token.revoke', target)]);
  });

  test('of every user, so many at a time', async () => {
    const many = Array.from({ length: 40 }, (_, index) => `u${index}`);
    owned = Object.fromEntries(many.map((userId) => [userId, [token(`t-${userId}`)]]));
    expect(await revokeTokens(operator, { institution: 'acme' })).toBe(40);
    expect(reading.most).toBe(16);
  });
});

describe('a client that is', () => {
  test('disabled loses its tokens', async () => {
    expect(await setClientStatus(operator, CLIENT_ID, 'disabled')).toBe(2);
    expect(done[0]).toEqual(['change client', 'acme', CLIENT_ID, { status: 'disabled' }]);
    expect(done.slice(1)).toEqual(
      expect.arrayContaining([
        ['revoke', 'ann', 't2'],
        ['revoke', 'bob', 'b1'],
      ]),
    );
    expect(done).toHaveLength(3);
    expect(events).toEqual([event('client.disable', CLIENT_ID)]);
  });

  test('enabled loses nothing', async () => {
    expect(await setClientStatus(operator, CLIENT_ID, 'active')).toBe(0);
    expect(done).toEqual([['change client', 'acme', CLIENT_ID, { status: 'active' }]]);
    expect(events).toEqual([event('client.enable', CLIENT_ID)]);
  });

  test('given another secret keeps its tokens', async () => {
    const secret = await rotateClientSecret(operator, CLIENT_ID);
    const change = { secretDigest: clientSecretDigest(secret) };
    expect(done).toEqual([['change client', 'acme', CLIENT_ID, change]]);
    expect(events).toEqual([event('client.rotate-secret', CLIENT_ID)]);
  });

  test.each([`acme.${'y'.repeat(20)}`, 'no-client-id'])('unknown is not found: %s', async (clientId) => {
    const refusal = { code: 'not_found', message: `There is no client ${clientId}.` };
    expect(await refusalOf(() => setClientStatus(operator, clientId, 'disabled'))).toEqual(refusal);
    expect(await refusalOf(() => rotateClientSecret(operator, clientId))).toEqual(refusal);
    expect(done).toHaveLength(clientId.startsWith('acme') ? 2 : 0);
  });
});
