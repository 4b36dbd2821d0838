import { beforeAll, describe, expect, test } from 'vitest';
import type { Principal } from '../../functions/shared/domain/principal.ts';
import { addTenant, keyEndpoints } from '../support/keys.ts';
import { useCountedDynamoDb } from '../support/wire.ts';

const store = useCountedDynamoDb();
const keys = keyEndpoints(store.client, () => 1000);
let acme: Principal;
let rival: Principal;

beforeAll(async () => {
  acme = await addTenant(store.uncounted, 'acme', { allowed: ['query', 'app_read', 'app_write'] });
  rival = await addTenant(store.uncounted, 'rival');
});

const made = async (body = {}) =>
  (
    await keys.create(acme, {
      name: 'Before',
      scopes: 'query app_read',
      referrer_addresses: 'a.example',
      ...body,
    })
  ).body;
const listed = async (id: string) => {
  const { body } = await keys.list(acme);
  return body.tokens.find((item: { id: string }) => item.id === id);
};

test('a change is answered with the id, in two round trips', async () => {
  const { id } = await made();
  store.operations.length = 0;
  expect(await keys.update(acme, id, { name: 'After' })).toMatchObject({
    status: 200,
    body: { action: 'Update', id },
  });
  expect(store.operations).toEqual(['BatchGetItem', 'TransactWriteItems']);
});

test.each([
  [{ name: 'After' }, { name: 'After' }, {}],
  [{ scopes: 'query' }, { scopes: 'query' }, { scopes: ['query'] }],
  [{ referrer_addresses: 'B.example' }, { referrer_addresses: 'b.example' }, { referrers: ['b.example'] }],
  [{ referrer_addresses: '' }, { referrer_addresses: '' }, { referrers: [] }],
  [{ name: 'After', scopes: null, referrer_addresses: null }, { name: 'After' }, {}],
])('%j changes that and nothing else, from the next request on', async (body, listing, principal) => {
  const { id, key, action: _, ...before } = await made();
  const principalBefore = await keys.resolve(key);
  expect(await keys.update(acme, id, body)).toMatchObject({ status: 200 });
  expect(await listed(id)).toEqual({ ...before, id, ...listing });
  expect(await keys.resolve(key)).toEqual({ ...principalBefore, ...principal });
});

test('changes of different fields at once are all kept', async () => {
  const { id, key } = await made();
  await Promise.all([
    keys.update(acme, id, { name: 'After' }),
    keys.update(acme, id, { scopes: 'query' }),
    keys.update(acme, id, { referrer_addresses: 'b.example' }),
  ]);
  const after = { name: 'After', scopes: 'query', referrer_addresses: 'b.example' };
  expect(await listed(id)).toMatchObject(after);
  expect(await keys.resolve(key)).toMatchObject({ scopes: ['query'], referrers: ['b.example'] });
});

test('an App-Key with app_write may change keys, but give no scope that it does not have', async () => {
  const { id } = await made();
  const { grant: _, ...owner } = acme;
  const key: Principal = { ...owner, kind: 'key', scopes: ['app_write', 'query'] };
  expect(await keys.update(key, id, { scopes: 'query' })).toMatchObject({ status: 200 });
  expect(await keys.update(key, id, { scopes: 'app_read' })).toMatchObject({ status: 400 });
});

describe('what is refused changes nothing', () => {
  test.each([
    [{ scopes: 'account_read' }, 'scopes'],
    [{ scopes: 'no_such_scope' }, 'scopes'],
    [{ scopes: '' }, 'scopes'],
    [{ name: '', scopes: 'query' }, 'name'],
    [{ referrer_addresses: 'a.com:80', name: 'After' }, 'referrer_addresses'],
  ])('%j', async (body, field) => {
    const { id, key } = await made();
    const before = [await listed(id), await keys.resolve(key)];
    const answer = await keys.update(acme, id, body);
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request', errors: [{ field }] } });
    expect([await listed(id), await keys.resolve(key)]).toEqual(before);
  });
});

test.each([[{}], [{ name: null }], [{ other: 'x', id: 'y' }], [new Map()]])(
  '%j changes nothing and is no fault, since every field may be left out',
  async (body) => {
    const { id, key } = await made();
    const before = [await listed(id), await keys.resolve(key)];
    expect(await keys.update(acme, id, body)).toMatchObject({ status: 200, body: { action: 'Update', id } });
    expect([await listed(id), await keys.resolve(key)]).toEqual(before);
  },
);

test('an empty field of a form empties the list of referrers', async () => {
  const { id, key } = await made();
  expect(await keys.update(acme, id, new Map([['referrer_addresses', '']]))).toMatchObject({ status: 200 });
  expect(await listed(id)).toMatchObject({ referrer_addresses: '' });
  expect(await keys.resolve(key)).toMatchObject({ referrers: [] });
});

test('a key of another institution, of another user, none and a malformed id are the same 404', async () => {
  const { id, key } = await made();
  const colleague = { ...rival, userId: 'user', institution: 'rival' };
  const answers = [
    await keys.update(colleague, id, { name: 'Mine' }),
    await keys.update(acme, '00000000-0000-4000-8000-000000000000', { name: 'x' }),
    await keys.update(acme, id.toUpperCase(), { name: 'x' }),
    await keys.update(acme, 'x'.repeat(5000), { name: 'x' }),
    await keys.update(acme, '', { name: 'x' }),
    await keys.update(acme, `${id}\0`, { name: 'x' }),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual(answers[0]?.body);
  }
  expect(await listed(id)).toMatchObject({ name: 'Before' });
  expect(await keys.resolve(key)).toBeDefined();
});
