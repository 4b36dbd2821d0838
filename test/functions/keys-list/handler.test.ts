import { beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../functions/shared/domain/credentials/principal.ts';
import { addTenant, keyEndpoints } from '../../support/keys.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';

const store = useCountedDynamoDb();
let now = Date.UTC(2030, 0, 1);
const keys = keyEndpoints(store.client, () => now);
let acme: Principal;
let rival: Principal;

beforeAll(async () => {
  acme = await addTenant(store.uncounted, 'acme');
  rival = await addTenant(store.uncounted, 'rival');
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

test('callers see their own keys only', async () => {
  await keys.create(rival, { name: 'of rival' });
  expect(await names(rival)).toEqual(['of rival']);
  expect(await names(acme)).not.toContain('of rival');
  expect(await names({ ...acme, userId: 'colleague' })).toEqual([]);
});

test('needs app_read, which an App-Key may have', async () => {
  const { grant: _, ...owner } = acme;
  const refused = await keys.list({ ...acme, scopes: ['app_write'] });
  expect(refused).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
  expect(await keys.list({ ...owner, kind: 'key', scopes: ['app_read'] })).toMatchObject({ status: 200 });
});

test('a restricted key lists from approved places only', async () => {
  const { grant: _, ...owner } = acme;
  const key: Principal = { ...owner, kind: 'key', referrers: ['app.example', '10.0.0.0/8'] };
  const from = async (headers: Record<string, string>, sourceIp = '198.51.100.1') =>
    (await keys.list(key, { headers, sourceIp })).status;
  expect(await from({ Origin: 'https://app.example' })).toBe(200);
  expect(await from({ Referer: 'https://app.example/page' })).toBe(200);
  expect(await from({}, '10.1.2.3')).toBe(200);
  expect(await from({})).toBe(403);
  expect(await from({ Origin: 'https://evil.example', Referer: 'https://app.example/' })).toBe(403);
  expect(await from({ 'X-Forwarded-For': '10.1.2.3' })).toBe(403);
});
