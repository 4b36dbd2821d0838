import { beforeAll, describe, expect, test } from 'vitest';
import type { Principal } from '../../../functions/shared/domain/credentials/principal.ts';
import { interruptedOnce } from '../../support/dynamodb.ts';
import { addTenant, keyEndpoints } from '../../support/keys.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';

const store = useCountedDynamoDb();
const keys = keyEndpoints(store.client, () => 1000);
let acme: Principal;

beforeAll(async () => {
  acme = await addTenant(store.uncounted, 'acme', { allowed: ['query', 'app_read', 'app_write'] });
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

describe('with an App-Key', () => {
  const asKey = (): Principal => {
    const { grant: _, ...owner } = acme;
    return { ...owner, kind: 'key' };
  };
  test('a key that is restricted at the same moment keeps that restriction', async () => {
    const { id, key } = await made({ referrer_addresses: 'a.example,b.example' });
    // Changes the key with the Bearer token after the read and before the write.
    const change = () => keys.update(acme, id, { referrer_addresses: 'a.example' });
    const racing = keyEndpoints(interruptedOnce(store.client, change), () => 1000);
    expect(await racing.update(asKey(), id, { referrer_addresses: 'b.example' })).toMatchObject({
      status: 403,
    });
    expect(await keys.resolve(key)).toMatchObject({ referrers: ['a.example'] });
  });
});

test.each([[{}], [{ name: null }], [{ other: 'x', id: 'y' }], [new Map()]])(
  '%j changes nothing and is valid, since every field is optional',
  async (body) => {
    const { id, key } = await made();
    const before = [await listed(id), await keys.resolve(key)];
    expect(await keys.update(acme, id, body)).toMatchObject({ status: 200, body: { action: 'Update', id } });
    expect([await listed(id), await keys.resolve(key)]).toEqual(before);
  },
);
