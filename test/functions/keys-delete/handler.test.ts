import { beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../functions/shared/domain/credentials/principal.ts';
import { addTenant, keyEndpoints } from '../../support/keys.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';

const store = useCountedDynamoDb();
const keys = keyEndpoints(store.client, () => 1000);
let acme: Principal;

beforeAll(async () => {
  acme = await addTenant(store.uncounted, 'acme');
});

const made = async (scopes = 'query') => (await keys.create(acme, { name: 'k', scopes })).body;
const listedIds = async () => (await keys.list(acme)).body.tokens.map(({ id }: { id: string }) => id);

test('a deleted key is rejected and unlisted at once, in two round trips', async () => {
  const [{ id, key }, other] = [await made(), await made()];
  store.operations.length = 0;
  expect(await keys.remove(acme, id)).toMatchObject({ status: 200, body: { deleted: id } });
  expect(store.operations).toEqual(['GetItem', 'TransactWriteItems']);
  expect(await keys.resolve(key)).toBeUndefined();
  expect(await keys.resolve(other.key)).toBeDefined();
  expect(await listedIds()).not.toContain(id);
});

test('a key can delete itself', async () => {
  const { id, key } = await made('app_write');
  const principal = await keys.resolve(key);
  if (principal === undefined) throw new Error('the key does not work');
  expect(await keys.remove(principal, id)).toMatchObject({ status: 200, body: { deleted: id } });
  expect(await keys.resolve(key)).toBeUndefined();
});
