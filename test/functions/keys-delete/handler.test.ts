import { beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../functions/shared/domain/credentials/principal.ts';
import { addTenant, keyEndpoints } from '../../support/keys.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';

const store = useCountedDynamoDb();
const keys = keyEndpoints(store.client, () => 1000);
let acme: Principal;
let rival: Principal;

beforeAll(async () => {
  acme = await addTenant(store.uncounted, 'acme');
  rival = await addTenant(store.uncounted, 'rival');
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

test('a foreign key, a deleted key and a malformed id return the same 404, and nothing is deleted', async () => {
  const [{ id, key }, gone] = [await made(), await made()];
  await keys.remove(acme, gone.id);
  const answers = [
    await keys.remove(rival, id),
    await keys.remove({ ...acme, userId: 'colleague' }, id),
    await keys.remove(acme, gone.id),
    await keys.remove(acme, id.toUpperCase()),
    await keys.remove(acme, '../x'),
    await keys.remove(acme, 'x'.repeat(5000)),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual(answers[0]?.body);
  }
  expect(await keys.resolve(key)).toBeDefined();
  expect(await listedIds()).toContain(id);
});

test('needs app_write', async () => {
  const { id } = await made();
  const answer = await keys.remove({ ...acme, scopes: ['app_read'] }, id);
  expect(answer).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
});
