import { type ChannelListener, subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { GetCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, type TestContext, test } from 'vitest';
import { FAULTS, startFaultProxy } from '../../bench/support/fault-proxy.ts';
import { withinBudget } from '../../functions/shared/domain/budget.ts';
import { batchGet } from '../../functions/shared/store/batch-get.ts';
import { connect } from '../../functions/shared/store/dynamodb.ts';
import { atPort } from '../../local/private-server.ts';
import { useDynamoDb } from '../support/dynamodb.ts';

const store = useDynamoDb();
const TABLE = 'parley-Credentials';
const UNAVAILABLE = { code: 'temporarily_unavailable', details: { retryAfterSeconds: 2 } };

/**
 * Opens a proxy in front of the store and a client, new for each test, since a client stops retrying after
 * many failures.
 */
async function open({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const proxy = await startFaultProxy(store.endpoint);
  const client = connect(atPort(store.endpoint(), proxy.port));
  onTestFinished(() => {
    client.destroy();
    proxy.close();
  });
  const get = (pk: string) => client.send(new GetCommand({ TableName: TABLE, Key: { pk } }));
  return { proxy, client, get };
}

const BUDGET_MS = 300;

// These tests mostly wait for seconds, so they run concurrently.
describe.concurrent('an attempt', () => {
  test('ends by itself without a request that sets a deadline', async (context) => {
    const { proxy, get } = await open(context);
    proxy.fault = () => 'hang';
    await expect(get('nobody')).rejects.toMatchObject(UNAVAILABLE);
    expect(proxy.seen).toHaveLength(3);
  });

  test.for(FAULTS)(
    'that fails with %s is repeated successfully within the time of the request',
    async (fault, context) => {
      const { proxy, get } = await open(context);
      await store.client().send(new PutCommand({ TableName: TABLE, Item: { pk: 'one', n: 1 } }));
      proxy.fault = (_operation, index) => (index === 0 ? fault : undefined);
      expect((await withinBudget(10_000, () => get('one'))).Item).toEqual({ pk: 'one', n: 1 });
      expect(proxy.seen).toEqual(['GetItem', 'GetItem']);
    },
  );
});

describe.concurrent.each(FAULTS)('where every answer of the store is a %s', (fault) => {
  test('a call ends within the time of its request, as unavailable', async (context) => {
    const { proxy, get } = await open(context);
    proxy.fault = () => fault;
    await expect(withinBudget(BUDGET_MS, () => get('nobody'))).rejects.toMatchObject(UNAVAILABLE);
  });

  test('the next request is answered once the fault is over', async (context) => {
    const { proxy, get } = await open(context);
    proxy.fault = () => fault;
    const many = Array.from({ length: 120 }, () => withinBudget(BUDGET_MS, () => get('nobody')));
    await Promise.allSettled(many);
    proxy.fault = () => undefined;
    expect(await withinBudget(2000, () => get('nobody'))).not.toHaveProperty('Item');
  });
});

test('a store that always fails gets few retries', async (context) => {
  const { proxy, get } = await open(context);
  proxy.fault = () => ({ error: 'InternalServerError', status: 500 });
  for (let round = 0; round < 10; round += 1)
    await Promise.allSettled(Array.from({ length: 40 }, () => get('nobody')));
  // Three attempts for each request would be 800 retries.
  expect(proxy.seen.length - 400).toBeLessThanOrEqual(100);
});

test('the sockets of calls that hang are destroyed', async (context) => {
  const { proxy, get } = await open(context);
  proxy.fault = () => 'hang';
  const many = Array.from({ length: 30 }, () => withinBudget(BUDGET_MS, () => get('nobody')));
  const answers = await Promise.allSettled(many);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(proxy.seen.length).toBeGreaterThan(20);
  await expect.poll(() => proxy.hanging()).toBe(0);
});

test('an answer that arrived while the process stood still is used, without a repeat', async (context) => {
  const client = connect(store.endpoint(), { attemptMs: 500 });
  context.onTestFinished(() => client.destroy());
  const count = () =>
    client.send(
      new UpdateCommand({
        TableName: TABLE,
        Key: { pk: 'counted' },
        UpdateExpression: 'ADD n :one',
        ExpressionAttributeValues: { ':one': 1 },
        ReturnValues: 'ALL_NEW',
      }),
    );
  const before = (await count()).Attributes?.n;
  const onRequest: ChannelListener = (message) => {
    unsubscribe('http.client.request.start', onRequest);
    (message as { request: ClientRequest }).request.once('finish', () => standStill(1500));
  };
  subscribe('http.client.request.start', onRequest);
  expect((await count()).Attributes).toMatchObject({ n: before + 1 });
});

function standStill(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('a batch answer without its items is an error, not an empty batch', async () => {
  const answers = { send: async () => ({}) } as unknown as ReturnType<typeof connect>;
  await expect(batchGet(answers, [{ table: TABLE, key: { pk: 'one' } }])).rejects.toMatchObject(UNAVAILABLE);
});

test('errors of the call itself keep their own type', async (context) => {
  const { client } = await open(context);
  const wrong = client.send(new GetCommand({ TableName: TABLE, Key: { other: 'x' } }));
  await expect(wrong).rejects.toMatchObject({ name: 'ValidationException' });
  const Put = { TableName: TABLE, Item: { pk: 'one' }, ConditionExpression: 'attribute_exists(nothing)' };
  const unmet = client.send(new TransactWriteCommand({ TransactItems: [{ Put }] }));
  await expect(unmet).rejects.toMatchObject({ name: 'TransactionCanceledException' });
});
