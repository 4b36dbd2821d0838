import { beforeAll, describe, expect, test } from 'vitest';
import type { Principal } from '../../../functions/shared/domain/credentials/principal.ts';
import { addTenant, keyEndpoints } from '../../support/keys.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';

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

describe('with an App-Key', () => {
  const asKey = (): Principal => {
    const { grant: _, ...owner } = acme;
    return { ...owner, kind: 'key' };
  };
  const madeWithLimits = () =>
    made({ referrer_addresses: '*.a.example,192.0.2.0/24', expires_at: '2030-01-31T00:00:00Z' });

  test.each([
    [{ expires_at: null }, 'expires_at'],
    [{ expires_at: '2030-01-31T00:00:01Z' }, 'expires_at'],
    [new Map([['expires_at', '']]), 'expires_at'],
    [{ referrer_addresses: '' }, 'referrer_addresses'],
    [new Map([['referrer_addresses', '']]), 'referrer_addresses'],
    [{ referrer_addresses: 'a.example' }, 'referrer_addresses'],
    [{ referrer_addresses: 'x.a.example,192.0.2.0/23' }, 'referrer_addresses'],
    [{ scopes: 'query app_read app_write' }, 'scopes'],
  ])('%j would loosen a key: 403 that names it, and nothing is changed', async (body, field) => {
    const { id, key } = await madeWithLimits();
    const before = [await listed(id), await keys.resolve(key)];
    const answer = await keys.update(asKey(), id, body);
    expect(answer).toMatchObject({
      status: 403,
      body: { error: 'bearer_token_required', errors: [{ field }] },
    });
    expect([await listed(id), await keys.resolve(key)]).toEqual(before);
    expect(await keys.update(acme, id, body)).toMatchObject({ status: 200 });
  });

  test('a key can be tightened, step by step', async () => {
    const { id, key } = await madeWithLimits();
    for (const body of [
      { scopes: 'query' },
      { expires_at: '2030-01-30T23:59:59Z' },
      { referrer_addresses: '*.b.a.example,192.0.2.128/25' },
      { referrer_addresses: 'c.b.a.example', name: 'After' },
    ]) {
      expect(await keys.update(asKey(), id, body)).toMatchObject({ status: 200 });
    }
    expect(await keys.resolve(key)).toMatchObject({
      scopes: ['query'],
      referrers: ['c.b.a.example'],
      expiresAt: Date.UTC(2030, 0, 30, 23, 59, 59) / 1000,
    });
  });

  test('a key that was free can be held to places and to a time', async () => {
    const { id, key } = await made({ referrer_addresses: '' });
    const body = { referrer_addresses: 'b.example', expires_at: '2031-01-01T00:00:00Z' };
    expect(await keys.update(asKey(), id, body)).toMatchObject({ status: 200 });
    expect(await keys.resolve(key)).toMatchObject({ referrers: ['b.example'] });
  });

  test('a key that is tightened at the same moment is not loosened by what was within its old places', async () => {
    const { id, key } = await made({ referrer_addresses: 'a.example,b.example' });
    let first = true;
    const racing = keyEndpoints(
      () => {
        const client = store.client();
        if (!first) return client;
        first = false;
        // The read is under way; the Bearer token's change is there before the write.
        return new Proxy(client, {
          get: (target, name) =>
            name === 'send'
              ? async (command: Parameters<typeof client.send>[0]) => {
                  const answer = await target.send(command);
                  await keys.update(acme, id, { referrer_addresses: 'a.example' });
                  return answer;
                }
              : Reflect.get(target, name),
        });
      },
      () => 1000,
    );
    expect(await racing.update(asKey(), id, { referrer_addresses: 'b.example' })).toMatchObject({
      status: 403,
    });
    expect(await keys.resolve(key)).toMatchObject({ referrers: ['a.example'] });
  });
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
