import { randomBytes } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { useDynamoDb } from '../../../support/dynamodb.ts';
import { addTenant, keyEndpoints } from '../../../support/keys.ts';
import { meteredClient } from '../../../support/metered-client.ts';

const TOKENS = 22_000;
const store = useDynamoDb();

/** Adds tokens of one user to their owner's partition. */
async function addTokens(owner: string): Promise<void> {
  const put = () => {
    const digest = randomBytes(32).toString('hex');
    return {
      PutRequest: { Item: { pk: owner, sk: `token#${digest}`, digest, scopes: 'query', expires_at: 4e9 } },
    };
  };
  const batches = Array.from({ length: TOKENS / 25 }, () => Array.from({ length: 25 }, put));
  const write = async () => {
    for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
      await store
        .client()
        .send(new BatchWriteCommand({ RequestItems: { 'parley-CredentialOwners': batch } }));
    }
  };
  await Promise.all([write(), write(), write(), write()]);
}

test('a list of keys reads only keys, however many tokens the same user has', async () => {
  const principal = await addTenant(store.client, 'acme');
  const { client, used } = meteredClient();
  const keys = keyEndpoints(() => client, Date.now);
  for (const name of ['one', 'two', 'three']) {
    expect((await keyEndpoints(store.client, Date.now).create(principal, { name })).status).toBe(200);
  }
  const list = async () => {
    Object.assign(used, { units: 0, items: 0 });
    const names = (await keys.list(principal)).body.tokens.map(({ name }: { name: string }) => name);
    return { names, ...used };
  };
  const before = await list();
  expect(before).toMatchObject({ names: ['one', 'two', 'three'], items: 3 });
  expect(before.units).toBeGreaterThan(0);
  await addTokens('acme#user');
  expect(await list()).toEqual(before);
  client.destroy();
});
