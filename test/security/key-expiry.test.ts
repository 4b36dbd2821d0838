import { beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../functions/shared/domain/credentials/principal.ts';
import { useDynamoDb } from '../support/dynamodb.ts';
import { addTenant, keyEndpoints } from '../support/keys.ts';

const store = useDynamoDb();
const START = Date.UTC(2030, 0, 1);
let now = START;
const keys = keyEndpoints(store.client, () => now);
let acme: Principal;

beforeAll(async () => {
  acme = await addTenant(store.client, 'acme');
});

const listed = async (id: string) =>
  (await keys.list(acme)).body.tokens.find((key: { id: string }) => key.id === id);

async function make(expires_at: unknown) {
  now = START;
  return (await keys.create(acme, { name: 'k', expires_at })).body;
}

test('a key works until the second of its expires_at, and is then rejected, unlisted and unknown', async () => {
  const { id, key, expires_at } = await make('2030-01-01T01:00:00+00:30');
  expect(expires_at).toBe('2030-01-01T00:30:00.000Z');
  now = Date.UTC(2030, 0, 1, 0, 29, 59, 999);
  expect(await keys.resolve(key)).toMatchObject({ id, expiresAt: Date.UTC(2030, 0, 1, 0, 30) / 1000 });
  expect(await listed(id)).toMatchObject({ expires_at });
  now += 1;
  expect(await keys.resolve(key)).toBeUndefined();
  expect(await listed(id)).toBeUndefined();
  expect(await keys.update(acme, id, { expires_at: null })).toMatchObject({ status: 404 });
  expect(await keys.remove(acme, id)).toMatchObject({ status: 404 });
});

test('a fraction of a second is cut off, so that no key lives longer than requested', async () => {
  expect((await make('2030-01-01T00:00:09.999Z')).expires_at).toBe('2030-01-01T00:00:09.000Z');
});

test('a key without expires_at never expires, and its answers have no such field', async () => {
  for (const absent of [undefined, null]) {
    const { id, key, ...answer } = await make(absent);
    expect(answer).not.toHaveProperty('expires_at');
    now = Date.UTC(2130, 0, 1);
    expect(await keys.resolve(key)).toMatchObject({ id });
    expect(await listed(id)).not.toHaveProperty('expires_at');
  }
});

test.each([
  ['JSON', { expires_at: null }],
  ['a form', new Map([['expires_at', '']])],
])('null in %s removes the expiry, and another time replaces it', async (_, clear) => {
  const { id, key } = await make('2030-01-01T00:01:00Z');
  expect(await keys.update(acme, id, { expires_at: '2030-01-01T00:02:00Z' })).toMatchObject({ status: 200 });
  expect(await listed(id)).toMatchObject({ expires_at: '2030-01-01T00:02:00.000Z' });
  now = START + 60_000;
  expect(await keys.resolve(key)).toBeDefined();
  expect(await keys.update(acme, id, clear)).toMatchObject({ status: 200 });
  now = START + 120_000;
  expect(await keys.resolve(key)).toBeDefined();
  expect(await listed(id)).not.toHaveProperty('expires_at');
});

test('an update of another field keeps the expiry', async () => {
  const { id, key, expires_at } = await make('2030-01-01T00:01:00Z');
  await keys.update(acme, id, { name: 'other' });
  expect(await listed(id)).toMatchObject({ name: 'other', expires_at });
  now = START + 60_000;
  expect(await keys.resolve(key)).toBeUndefined();
});

test.each([
  '2030-01-01T00:00:00Z',
  '2030-01-01T00:00:00.999Z',
  '2029-12-31T23:59:59Z',
  '2030-02-30T00:00:00Z',
  '2031-01-01',
  '2031-01-01T00:00:00',
  'tomorrow',
  1924992000,
  true,
])('%j is refused with the field’s name, and nothing is created or changed', async (expires_at) => {
  const { id } = await make(undefined);
  const before = (await keys.list(acme)).body.tokens.length;
  for (const answer of [
    await keys.create(acme, { name: 'k', expires_at }),
    await keys.update(acme, id, { expires_at }),
  ]) {
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'expires_at' }] } });
  }
  expect((await keys.list(acme)).body.tokens.length).toBe(before);
  expect(await listed(id)).not.toHaveProperty('expires_at');
});

test('rotation: a successor has the same rights, and the old key works until its overlap ends', async () => {
  const old = await make(undefined);
  const next = (await keys.create(acme, { name: old.name, scopes: old.scopes })).body;
  await keys.update(acme, old.id, { expires_at: '2030-01-02T00:00:00Z' });
  for (const key of [old.key, next.key]) expect(await keys.resolve(key)).toBeDefined();
  now = Date.UTC(2030, 0, 2);
  expect(await keys.resolve(old.key)).toBeUndefined();
  expect(await keys.resolve(next.key)).toBeDefined();
});
