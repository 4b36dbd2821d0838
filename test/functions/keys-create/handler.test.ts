import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Principal } from '../../../functions/shared/domain/credentials/principal.ts';
import { isAppKey } from '../../../functions/shared/domain/credentials/secrets.ts';
import { interruptedOnce } from '../../support/dynamodb.ts';
import { addTenant, keyEndpoints, multiplyKey } from '../../support/keys.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';

const store = useCountedDynamoDb();
const NOW = Date.UTC(2030, 0, 2, 3, 4, 5, 6);
const keys = keyEndpoints(store.client, () => NOW);
let acme: Principal;
let limited: Principal;

beforeAll(async () => {
  acme = await addTenant(store.uncounted, 'acme');
  limited = await addTenant(store.uncounted, 'limited', {
    user: ['query', 'app_write', 'app_read'],
    allowed: ['query', 'app_write', 'account_read'],
    token: ['app_write', 'query', 'account_read'],
  });
});

test('a key is answered with all its fields, in two round trips, and works at once', async () => {
  await keys.create(acme, { name: 'the day’s first, for which the others are counted' });
  store.operations.length = 0;
  const answer = await keys.create(acme, {
    name: 'Web site',
    scopes: 'query app_read',
    referrer_addresses: 'Example.com, *.example.com,10.0.0.0/8',
  });
  expect(store.operations).toEqual(['BatchGetItem', 'TransactWriteItems']);
  expect(answer.status).toBe(200);
  expect(answer.headers['Cache-Control']).toBe('no-store');
  expect(answer.body).toEqual({
    action: 'Create',
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    key: expect.toSatisfy((key: string) => isAppKey(key) && key.length === 40),
    name: 'Web site',
    scopes: 'query app_read',
    referrer_addresses: 'example.com,*.example.com,10.0.0.0/8',
    created_at: '2030-01-02T03:04:05.006Z',
  });
  expect(await keys.resolve(answer.body.key)).toEqual({
    kind: 'key',
    id: answer.body.id,
    institution: 'acme',
    userId: 'user',
    scopes: ['query', 'app_read'],
    referrers: ['example.com', '*.example.com', '10.0.0.0/8'],
  });
});

describe('default scopes', () => {
  test('replace missing, null and empty scopes: query and app_read, limited to those of the user', async () => {
    for (const body of [
      { name: 'k' },
      { name: 'k', scopes: null },
      new Map([
        ['name', 'k'],
        ['scopes', ''],
      ]),
    ]) {
      expect(await keys.create(limited, body)).toMatchObject({ body: { scopes: 'query' } });
      expect(await keys.create(acme, body)).toMatchObject({ body: { scopes: 'query app_read' } });
    }
  });
});

test('a change of the user while a key is made also applies to that key', async () => {
  const interrupted = await addTenant(store.uncounted, 'interrupted');
  // Changes the user after the read and before the write.
  const change = () =>
    store.uncounted().send(
      new UpdateCommand({
        TableName: process.env.DIRECTORY_TABLE,
        Key: { pk: 'institution#interrupted', sk: 'user#user' },
        UpdateExpression: 'SET scopes = :scopes ADD revision :one',
        ExpressionAttributeValues: { ':scopes': 'app_read app_write', ':one': 1 },
      }),
    );
  const racing = keyEndpoints(interruptedOnce(store.client, change), () => NOW);
  expect(await racing.create(interrupted, { name: 'k' })).toMatchObject({
    status: 200,
    body: { scopes: 'app_read' },
  });
});

describe('the keys of a user', () => {
  const make = (owner: Principal) => keys.create(owner, { name: 'k', scopes: 'query' });
  const living = async (owner: Principal) => (await keys.list(owner)).body.tokens.length;

  test('are at most a thousand, and a deleted one makes room for another', async () => {
    const owner = await addTenant(store.uncounted, 'collector');
    const { id } = (await make(owner)).body;
    await multiplyKey(store.uncounted(), owner, 998);
    for (let number = 999; number <= 1000; number += 1) expect((await make(owner)).status).toBe(200);
    for (let again = 0; again < 2; again += 1) {
      expect(await make(owner)).toMatchObject({
        status: 409,
        body: {
          error: 'conflict',
          error_description:
            'You have 1000 keys, the maximum per user. Delete an unused key, then send the request again.',
        },
      });
    }
    expect((await keys.remove(owner, id)).status).toBe(200);
    expect((await make(owner)).status).toBe(200);
    expect((await make(owner)).status).toBe(409);
    expect(await living(owner)).toBe(1000);
  });

  test('are at most a thousand, even if many are made at once', async () => {
    const owner = await addTenant(store.uncounted, 'hasty');
    await make(owner);
    await multiplyKey(store.uncounted(), owner, 995);
    await make(owner);
    const answers = await Promise.all(Array.from({ length: 9 }, () => make(owner)));
    const there = answers.filter(({ status }) => status === 200).length;
    expect(there).toBeLessThanOrEqual(4);
    expect(await living(owner)).toBe(996 + there);
  });

  test('no longer count once they have expired', async () => {
    const owner = await addTenant(store.uncounted, 'patient');
    const soon = new Date(NOW - (NOW % 1000) + 60_000).toISOString();
    await keys.create(owner, { name: 'k', scopes: 'query', expires_at: soon });
    await multiplyKey(store.uncounted(), owner, 1000);
    expect((await make(owner)).status).toBe(409);
    const later = keyEndpoints(store.client, () => NOW + 60_000);
    expect((await later.create(owner, { name: 'k', scopes: 'query' })).status).toBe(200);
  });
});
