import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AuditEvent } from '../../../functions/shared/domain/audit.ts';
import type { Institution, User } from '../../../functions/shared/domain/directory.ts';
import {
  type ApplicationKey,
  createKey,
  deleteKey,
  isKeyName,
  type KeyChanges,
  type KeyStore,
  listKeys,
  updateKey,
} from '../../../functions/shared/domain/keys.ts';
import type { Principal } from '../../../functions/shared/domain/principal.ts';
import { appKeyDigest, isAppKey } from '../../../functions/shared/domain/secrets.ts';
import { countingBytes, ORIGIN, refusalOf } from '../../support/rules.ts';

const ID = '01234567-89ab-cdef-0123-456789abcdef';
const NOW_SECONDS = ORIGIN.now / 1000;
const institution: Institution = {
  name: 'acme',
  displayName: 'Acme',
  allowedKeyScopes: ['query', 'app_read', 'account_read'],
  createdAt: 0,
};
const user: User = {
  institution: 'acme',
  userId: 'ann',
  scopes: ['query', 'app_read', 'app_write'],
  status: 'active',
  revision: 5,
  createdAt: 0,
};
const principal: Principal = {
  kind: 'token',
  id: 'token-1',
  institution: 'acme',
  userId: 'ann',
  scopes: ['app_write', 'app_read', 'query'],
  referrers: [],
  grant: 'client_credentials',
};
const kept: ApplicationKey = {
  id: ID,
  digest: 'd',
  institution: 'acme',
  userId: 'ann',
  name: 'web',
  scopes: ['query'],
  referrers: [],
  createdAt: 1,
  sequence: 1,
};

/** A store that says no to so many writes, and keeps what it was given. */
let refusals = 0;
let context: Awaited<ReturnType<KeyStore['readContext']>>;
let listed: ApplicationKey[] = [];
const added: [ApplicationKey, number, AuditEvent][] = [];
const updated: [ApplicationKey, KeyChanges, number, AuditEvent][] = [];
const removed: [string, AuditEvent][] = [];
const keys: KeyStore = {
  readContext: async (owner, keyId) => {
    const { key, ...rest } = context;
    expect(owner).toMatchObject({ institution: 'acme', userId: 'ann' });
    return { ...rest, key: keyId === undefined || keyId !== key?.id ? undefined : key };
  },
  add: async (...what) => added.push(what) > refusals,
  update: async (...what) => updated.push(what) > refusals,
  remove: async (_, keyId, event) => {
    removed.push([keyId, event]);
    return context.key?.id === keyId;
  },
  list: async () => listed,
};
beforeEach(() => {
  refusals = 0;
  context = { institution, user, key: kept };
  for (const list of [added, updated, removed]) list.length = 0;
});

let made = 0;
const deps = {
  keys,
  random: countingBytes(),
  newId: () => `id-${added.length}`,
  nextSequence: () => {
    made += 1;
    return made;
  },
};
type Input = Parameters<typeof createKey>[2];
const create = (input: Partial<Input> = {}, as: Partial<Principal> = {}) =>
  createKey(deps, { ...principal, ...as }, { name: 'web', referrers: [], ...input }, ORIGIN);
const update = (input: Parameters<typeof updateKey>[3], id = ID) =>
  updateKey(keys, principal, id, input, ORIGIN);

const NOT_GIVEN = 'name one or more of the scopes that you can give to a key: app_read query';
const notGiven = (message = NOT_GIVEN) => ({
  code: 'invalid_request',
  message: `scopes: ${message}`,
  fields: [{ field: 'scopes', message }],
});
const NO_SUCH_KEY = {
  code: 'not_found',
  message: 'You have no key with this id; list your keys to see their ids.',
};
const GONE = {
  code: 'invalid_token',
  message: 'The user of this credential is not active; obtain another.',
};
const PAST = {
  code: 'invalid_request',
  message: 'expires_at: give a time that lies ahead by a second or more',
};

describe('a new key', () => {
  test('is its caller’s own, kept by its digest, and in the trail', async () => {
    const { key, secret } = await create({ scopes: 'query', referrers: ['a.example'] });
    expect(isAppKey(secret)).toBe(true);
    expect(key).toEqual({
      id: 'id-0',
      digest: appKeyDigest(secret),
      institution: 'acme',
      userId: 'ann',
      name: 'web',
      scopes: ['query'],
      referrers: ['a.example'],
      createdAt: ORIGIN.now,
      sequence: made,
    });
    const event = {
      at: ORIGIN.now,
      action: 'key.create',
      outcome: 'done',
      institution: 'acme',
      actor: { kind: 'token', id: 'token-1', userId: 'ann' },
      target: 'id-0',
      sourceIp: ORIGIN.sourceIp,
      requestId: ORIGIN.requestId,
    };
    expect(added).toEqual([[key, 5, event]]);
  });

  test.each(['client_credentials', 'password'] as const)('may be made by a token of %s', async (grant) => {
    expect(await create({}, { grant })).toHaveProperty('secret');
  });

  test.each([undefined, 'authorization_code'] as const)('may not be made by one of %s', async (grant) => {
    const { grant: _, ...bare } = principal;
    const as = grant === undefined ? bare : { ...bare, grant };
    expect(await refusalOf(() => createKey(deps, as, { name: 'web', referrers: [] }, ORIGIN))).toEqual({
      code: 'bearer_token_required',
      message:
        'To create a key, send a Bearer token that was obtained with the client credentials or password grant.',
    });
    expect(added).toEqual([]);
  });

  test('whose user changes meanwhile is made anew, five times at most', async () => {
    refusals = 4;
    const { key } = await create();
    expect(added).toHaveLength(5);
    expect(new Set(added.map(([{ digest }]) => digest)).size).toBe(5);
    expect(added[4]?.[0]).toBe(key);
    added.length = 0;
    refusals = 5;
    expect(await refusalOf(create)).toEqual({
      code: 'conflict',
      message: 'The user was changed at the same moment; send the request again.',
    });
    expect(added).toHaveLength(5);
  });
});

describe('the scopes of a key', () => {
  test('are all that user, institution and credential allow, where none are named', async () => {
    expect((await create()).key.scopes).toEqual(['app_read', 'query']);
  });

  test('are those that are named, if all of them may be given', async () => {
    const asked = fc.uniqueArray(
      fc.constantFrom('query', 'app_read', 'app_write', 'account_read', 'account_write', 'admin'),
      { minLength: 1 },
    );
    await fc.assert(
      fc.asyncProperty(asked, async (names) => {
        const given = create({ scopes: names.join(' ') }).then(({ key }) => key.scopes);
        if (names.every((name) => ['query', 'app_read'].includes(name))) expect(await given).toEqual(names);
        else expect(await refusalOf(() => given)).toMatchObject({ code: 'invalid_request' });
      }),
    );
  });

  test.each(['', ' ', 'admin', 'query admin', 'app_write', 'query account_read'])(
    'cannot be %j',
    async (scopes) => {
      expect(await refusalOf(() => create({ scopes }))).toEqual(notGiven());
      expect(await refusalOf(() => update({ scopes }))).toEqual(notGiven());
      expect(added).toEqual([]);
      expect(updated).toEqual([]);
    },
  );

  test.each([
    ['the user', () => ({ institution, user: { ...user, scopes: [] }, key: kept })],
    ['the institution', () => ({ institution: { ...institution, allowedKeyScopes: [] }, user, key: kept })],
    ['an institution that is gone', () => ({ institution: undefined, user, key: kept })],
  ])('are none where %s allows none', async (_, given) => {
    context = given();
    const none = NOT_GIVEN.replace('app_read query', 'none');
    expect(await refusalOf(() => create())).toEqual(notGiven(none));
    expect(await refusalOf(() => create({ scopes: 'query' }))).toEqual(notGiven(none));
  });
});

describe('the end of a key', () => {
  test('lies ahead by a second or more', async () => {
    expect(await refusalOf(() => create({ expiresAt: NOW_SECONDS }))).toMatchObject(PAST);
    expect(await refusalOf(() => update({ expiresAt: NOW_SECONDS }))).toMatchObject(PAST);
    expect((await create({ expiresAt: NOW_SECONDS + 1 })).key.expiresAt).toBe(NOW_SECONDS + 1);
    await update({ expiresAt: NOW_SECONDS + 1 });
    expect(updated[0]?.[1]).toEqual({ expiresAt: NOW_SECONDS + 1 });
  });

  test('may be none', async () => {
    expect((await create({ expiresAt: null })).key).not.toHaveProperty('expiresAt');
    await update({ expiresAt: null });
    expect(updated[0]?.[1]).toEqual({ expiresAt: null });
  });
});

describe('a change of a key', () => {
  test('changes what is given and nothing else, and the trail names the fields', async () => {
    await update({ name: 'app' });
    await update({ scopes: 'query' });
    await update({ referrers: [] });
    expect(updated.map(([, changes]) => changes)).toEqual([
      { name: 'app' },
      { scopes: ['query'] },
      { referrers: [] },
    ]);
    expect(updated[0]?.[0]).toBe(kept);
    expect(updated[0]?.[2]).toBe(5);
    expect(updated[0]?.[3]).toEqual({
      at: ORIGIN.now,
      action: 'key.update',
      outcome: 'done',
      institution: 'acme',
      actor: { kind: 'token', id: 'token-1', userId: 'ann' },
      target: ID,
      changed: ['name'],
      sourceIp: ORIGIN.sourceIp,
      requestId: ORIGIN.requestId,
    });
  });

  test('is tried again where the user changed meanwhile', async () => {
    refusals = 4;
    await update({ name: 'app' });
    expect(updated).toHaveLength(5);
    updated.length = 0;
    refusals = 5;
    expect(await refusalOf(() => update({ name: 'app' }))).toMatchObject({ code: 'conflict' });
  });

  test('of one that is over is refused, from the very second on', async () => {
    context = { institution, user, key: { ...kept, expiresAt: NOW_SECONDS } };
    expect(await refusalOf(() => update({ name: 'app' }))).toEqual(NO_SUCH_KEY);
    context = { institution, user, key: { ...kept, expiresAt: NOW_SECONDS + 1 } };
    await update({ name: 'app' });
    expect(updated).toHaveLength(1);
  });
});

test.each([
  ['disabled', { ...user, status: 'disabled' as const }],
  ['gone', undefined],
])('a user who is %s makes and changes no key', async (_, changed) => {
  context = { institution, user: changed, key: kept };
  expect(await refusalOf(create)).toEqual(GONE);
  expect(await refusalOf(() => update({ name: 'app' }))).toEqual(GONE);
});

describe('an id', () => {
  test('of no key is not found', async () => {
    const other = ID.replace('0', '1');
    expect(await refusalOf(() => update({ name: 'app' }, other))).toEqual(NO_SUCH_KEY);
    expect(await refusalOf(() => deleteKey(keys, principal, other, ORIGIN))).toEqual(NO_SUCH_KEY);
  });

  test.each(['', 'x', ID.toUpperCase(), `${ID}0`, `0${ID}`, ID.replaceAll('-', ''), `${ID}\n`])(
    'of another form is not found before any read: %j',
    async (id) => {
      context = { institution, user, key: { ...kept, id } };
      expect(await refusalOf(() => update({ name: 'app' }, id))).toEqual(NO_SUCH_KEY);
      expect(await refusalOf(() => deleteKey(keys, principal, id, ORIGIN))).toEqual(NO_SUCH_KEY);
      expect(removed).toEqual([]);
    },
  );
});

test('a deleted key is in the trail', async () => {
  await deleteKey(keys, principal, ID, ORIGIN);
  expect(removed).toMatchObject([[ID, { action: 'key.delete', outcome: 'done', target: ID }]]);
});

test('a list holds what lives, in the order of creation', async () => {
  const at = (id: string, createdAt: number, sequence: number, expiresAt?: number) => ({
    ...kept,
    id,
    createdAt,
    sequence,
    ...(expiresAt === undefined ? {} : { expiresAt }),
  });
  listed = [
    at('d', 3, 1),
    at('b', 2, 1),
    at('c', 2, 2, NOW_SECONDS + 1),
    at('over', 1, 2, NOW_SECONDS),
    at('a', 1, 9),
  ];
  for (const order of [listed, listed.toReversed()]) {
    listed = order;
    const ids = (await listKeys(keys, principal, ORIGIN.now)).map(({ id }) => id);
    expect(ids).toEqual(['a', 'b', 'c', 'd']);
  }
});

test.each([
  ['web', true],
  ['a', true],
  ['x'.repeat(128), true],
  ['x'.repeat(129), false],
  ['😀'.repeat(128), true],
  ['😀'.repeat(129), false],
  ['', false],
  ['   ', false],
  [' a ', true],
  ['a\nb', false],
  ['a\u0000', false],
  ['a\u2028b', false],
  ['a\u2029b', false],
  ['a\ud800', false],
])('%j may name a key: %j', (name, answer) => {
  expect(isKeyName(name)).toBe(answer);
});
