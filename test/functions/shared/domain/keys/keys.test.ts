import { beforeEach, describe, expect, test } from 'vitest';
import type { Scope } from '../../../../../functions/shared/domain/credentials/scopes.ts';
import { appKeyDigest, isAppKey } from '../../../../../functions/shared/domain/credentials/secrets.ts';
import {
  createKey,
  deleteKey,
  isKeyName,
  listKeys,
} from '../../../../../functions/shared/domain/keys/keys.ts';
import {
  ID,
  institution,
  kept,
  memoryKeys,
  NO_SUCH_KEY,
  NOW_SECONDS,
  principal,
  user,
} from '../../../../support/memory-keys.ts';
import { ORIGIN, refusalOf } from '../../../../support/rules.ts';

let memory = memoryKeys();
beforeEach(() => {
  memory = memoryKeys();
});

const GONE = {
  code: 'invalid_token',
  message: "This credential's user is not active. Obtain another credential.",
};
const PAST = {
  code: 'invalid_request',
  message: 'expires_at: use a time at least one second in the future',
};

describe('a new key', () => {
  test('is its caller’s own, kept by its digest, and in the trail', async () => {
    const { key, secret } = await memory.create({ scopes: 'query', referrers: ['a.example'] });
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
      sequence: 1,
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
      scopes: key.scopes,
    };
    expect(memory.held.added).toEqual([[key, 5, event]]);
  });

  test.each(['client_credentials', 'password'] as const)(
    'may be created with a token of the grant %s',
    async (grant) => {
      expect(await memory.create({}, { grant })).toHaveProperty('secret');
    },
  );

  test.each([undefined, 'authorization_code'] as const)(
    'may not be created with a token of the grant %s',
    async (grant) => {
      const { grant: _, ...bare } = principal;
      const as = grant === undefined ? bare : { ...bare, grant };
      expect(
        await refusalOf(() => createKey(memory.deps, as, { name: 'web', referrers: [] }, ORIGIN)),
      ).toEqual({
        code: 'bearer_token_required',
        message:
          'To create a key, send a Bearer token obtained with the client credentials or password grant.',
      });
      expect(memory.held.added).toEqual([]);
    },
  );

  test('is created again if its user changes meanwhile, at most five times', async () => {
    memory.held.refusals = 4;
    const { key } = await memory.create();
    expect(memory.held.added).toHaveLength(5);
    expect(new Set(memory.held.added.map(([{ digest }]) => digest)).size).toBe(5);
    expect(memory.held.added[4]?.[0]).toBe(key);
    memory.held.added.length = 0;
    memory.held.refusals = 5;
    expect(await refusalOf(() => memory.create())).toEqual({
      code: 'conflict',
      message: 'The key or its user was changed at the same moment. Send the request again.',
    });
    expect(memory.held.added).toHaveLength(5);
  });
});

describe('the end of a key', () => {
  test('lies ahead by a second or more', async () => {
    expect(await refusalOf(() => memory.create({ expiresAt: NOW_SECONDS }))).toMatchObject(PAST);
    expect(await refusalOf(() => memory.update({ expiresAt: NOW_SECONDS }))).toMatchObject(PAST);
    expect((await memory.create({ expiresAt: NOW_SECONDS + 1 })).key.expiresAt).toBe(NOW_SECONDS + 1);
    await memory.update({ expiresAt: NOW_SECONDS + 1 });
    expect(memory.held.updated[0]?.[1]).toEqual({ expiresAt: NOW_SECONDS + 1 });
  });

  test('may be unset', async () => {
    expect((await memory.create({ expiresAt: null })).key).not.toHaveProperty('expiresAt');
    await memory.update({ expiresAt: null });
    expect(memory.held.updated[0]?.[1]).toEqual({ expiresAt: null });
  });
});

describe('a change of a key', () => {
  test('changes only the given fields, and the trail names them', async () => {
    await memory.update({ name: 'app' });
    await memory.update({ scopes: 'query' });
    await memory.update({ referrers: [] });
    expect(memory.held.updated.map(([, changes]) => changes)).toEqual([
      { name: 'app' },
      { scopes: ['query'] },
      { referrers: [] },
    ]);
    expect(memory.held.updated[0]?.[0]).toBe(kept);
    expect(memory.held.updated[0]?.[2]).toBe(5);
    expect(memory.held.updated[0]?.[3]).toEqual({
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

  test('is retried if the user changed meanwhile', async () => {
    memory.held.refusals = 4;
    await memory.update({ name: 'app' });
    expect(memory.held.updated).toHaveLength(5);
    memory.held.updated.length = 0;
    memory.held.refusals = 5;
    expect(await refusalOf(() => memory.update({ name: 'app' }))).toMatchObject({ code: 'conflict' });
  });

  test('of an expired one is refused, from the very second on', async () => {
    memory.held.context = { institution, user, key: { ...kept, expiresAt: NOW_SECONDS } };
    expect(await refusalOf(() => memory.update({ name: 'app' }))).toEqual(NO_SUCH_KEY);
    memory.held.context = { institution, user, key: { ...kept, expiresAt: NOW_SECONDS + 1 } };
    await memory.update({ name: 'app' });
    expect(memory.held.updated).toHaveLength(1);
  });
});

describe('a change that is asked for with an App-Key', () => {
  const asKey = { kind: 'key' } as const;
  const limited = {
    ...kept,
    scopes: ['query', 'app_read'] as Scope[],
    referrers: ['*.a.example'],
    expiresAt: NOW_SECONDS + 60,
  };
  beforeEach(() => {
    memory.held.context = { institution, user, key: limited };
  });

  test.each([
    { name: 'app' },
    { scopes: 'query' },
    { referrers: ['x.a.example'] },
    { expiresAt: NOW_SECONDS + 59 },
  ])('is made if it tightens the key: %j', async (input) => {
    await memory.update(input, ID, asKey);
    expect(memory.held.updated).toHaveLength(1);
  });

  test.each([
    [{ expiresAt: null }, 'expires_at'],
    [{ expiresAt: NOW_SECONDS + 61 }, 'expires_at'],
    [{ referrers: [] }, 'referrer_addresses'],
    [{ name: 'app', referrers: ['a.example'] }, 'referrer_addresses'],
  ])('is refused if it loosens the key, and changes nothing: %j', async (input, field) => {
    const refusal = await refusalOf(() => memory.update(input, ID, asKey));
    expect(refusal).toMatchObject({ code: 'bearer_token_required', fields: [{ field }] });
    expect(refusal.message).toContain(
      `An App-Key can only tighten keys. To loosen one, send a Bearer token. ${field}: `,
    );
    expect(memory.held.updated).toEqual([]);
  });

  test('cannot restore a scope that the key has lost', async () => {
    memory.held.context = { institution, user, key: { ...limited, scopes: ['query'] } };
    const refusal = await refusalOf(() => memory.update({ scopes: 'query app_read' }, ID, asKey));
    expect(refusal).toMatchObject({ code: 'bearer_token_required', fields: [{ field: 'scopes' }] });
  });

  test('is checked again if the key was tightened meanwhile', async () => {
    const { update } = memory.keys;
    memory.keys.update = async (...what) => {
      memory.held.context = { institution, user, key: { ...limited, referrers: ['y.a.example'] } };
      await update(...what);
      return false;
    };
    const refusal = await refusalOf(() => memory.update({ referrers: ['x.a.example'] }, ID, asKey));
    expect(refusal).toMatchObject({ code: 'bearer_token_required' });
    expect(memory.held.updated).toHaveLength(1);
  });

  test('may loosen it if it is asked for with a Bearer token', async () => {
    await memory.update({ expiresAt: null, referrers: [], scopes: 'query app_read' });
    expect(memory.held.updated).toHaveLength(1);
  });
});

test.each([
  ['disabled', { ...user, status: 'disabled' as const }],
  ['gone', undefined],
])('a user who is %s cannot create or change a key', async (_, changed) => {
  memory.held.context = { institution, user: changed, key: kept };
  expect(await refusalOf(() => memory.create())).toEqual(GONE);
  expect(await refusalOf(() => memory.update({ name: 'app' }))).toEqual(GONE);
});

describe('an id', () => {
  test('of no key is not found', async () => {
    const other = ID.replace('0', '1');
    expect(await refusalOf(() => memory.update({ name: 'app' }, other))).toEqual(NO_SUCH_KEY);
    expect(await refusalOf(() => deleteKey(memory.keys, principal, other, ORIGIN))).toEqual(NO_SUCH_KEY);
  });

  test.each(['', 'x', ID.toUpperCase(), `${ID}0`, `0${ID}`, ID.replaceAll('-', ''), `${ID}\n`])(
    'of another form is not found before any read: %j',
    async (id) => {
      memory.held.context = { institution, user, key: { ...kept, id } };
      expect(await refusalOf(() => memory.update({ name: 'app' }, id))).toEqual(NO_SUCH_KEY);
      expect(await refusalOf(() => deleteKey(memory.keys, principal, id, ORIGIN))).toEqual(NO_SUCH_KEY);
      expect(memory.held.removed).toEqual([]);
    },
  );
});

test('a deleted key is in the trail', async () => {
  await deleteKey(memory.keys, principal, ID, ORIGIN);
  expect(memory.held.removed).toMatchObject([[ID, { action: 'key.delete', outcome: 'done', target: ID }]]);
});

test('a list holds the live keys, in the order of creation', async () => {
  const at = (id: string, createdAt: number, sequence: number, expiresAt?: number) => ({
    ...kept,
    id,
    createdAt,
    sequence,
    ...(expiresAt === undefined ? {} : { expiresAt }),
  });
  const all = [
    at('d', 3, 1),
    at('b', 2, 1),
    at('c', 2, 2, NOW_SECONDS + 1),
    at('over', 1, 2, NOW_SECONDS),
    at('a', 1, 9),
  ];
  for (const order of [all, all.toReversed()]) {
    memory.held.listed = order;
    const ids = (await listKeys(memory.keys, principal, ORIGIN.now)).map(({ id }) => id);
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
