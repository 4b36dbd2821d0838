import { beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../functions/shared/domain/credentials/principal.ts';
import { addTenant, keyEndpoints } from '../../support/keys.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';

const store = useCountedDynamoDb();
let now = Date.UTC(2030, 0, 1);
const keys = keyEndpoints(store.client, () => now);
let acme: Principal;

beforeAll(async () => {
  acme = await addTenant(store.uncounted, 'acme');
});

const names = async (principal: Principal) => {
  const { body } = await keys.list(principal);
  return body.tokens.map(({ name }: { name: string }) => name);
};

test('a user without keys has an empty list, in one round trip', async () => {
  const answer = await keys.list(acme);
  expect(answer).toMatchObject({ status: 200, body: { tokens: [] } });
  expect(store.operations).toEqual(['Query']);
});

test('lists keys in order of creation, even within one millisecond, without their secrets', async () => {
  const made = [];
  for (let count = 0; count < 12; count += 1) {
    if (count % 4 === 0) now += 1;
    const { body } = await keys.create(acme, {
      name: `key ${count}`,
      referrer_addresses: 'a.example,b.example',
    });
    const { action: _, key: __, ...item } = body;
    made.push(item);
  }
  const { body } = await keys.list(acme);
  expect(body).toEqual({ tokens: made });
});

test('lists all keys, even over several pages', async () => {
  const many = await addTenant(store.uncounted, 'many');
  const referrer_addresses = Array.from({ length: 16 }, (_, index) => `${'a.'.repeat(120)}h${index}`).join();
  const count = 300;
  for (let index = 0; index < count; index += 1) {
    await keys.create(many, { name: `key ${index}`, referrer_addresses });
  }
  store.operations.length = 0;
  const list = await names(many);
  expect(store.operations.length).toBeGreaterThan(1);
  expect(list).toEqual(Array.from({ length: count }, (_, index) => `key ${index}`));
});
