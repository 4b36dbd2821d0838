import { GetCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FAULTS, type FaultProxy, startFaultProxy } from '../../bench/support/fault-proxy.ts';
import { withinBudget } from '../../functions/shared/domain/budget.ts';
import { batchGet } from '../../functions/shared/store/batch-get.ts';
import { connect } from '../../functions/shared/store/dynamodb.ts';
import { atPort } from '../../local/private-server.ts';
import { useDynamoDb } from '../support/dynamodb.ts';

const store = useDynamoDb();
const TABLE = 'parley-Credentials';
const UNAVAILABLE = { code: 'temporarily_unavailable', details: { retryAfterSeconds: 2 } };

let proxy: FaultProxy;
let client: ReturnType<typeof connect>;
beforeAll(async () => {
  proxy = await startFaultProxy(store.endpoint);
});
// A client that has failed a lot gives up repeating, so that each test has its own.
beforeEach(() => {
  client = connect(atPort(store.endpoint(), proxy.port));
});
afterEach(() => {
  client.destroy();
  proxy.fault = () => undefined;
  proxy.seen.length = 0;
});
afterAll(() => proxy.close());

const get = (pk: string) => client.send(new GetCommand({ TableName: TABLE, Key: { pk } }));
const BUDGET_MS = 300;

describe.each(FAULTS)('where every answer of the store is a %s', (fault) => {
  test('a call ends within the time of its request, as unavailable', async () => {
    proxy.fault = () => fault;
    await expect(withinBudget(BUDGET_MS, () => get('nobody'))).rejects.toMatchObject(UNAVAILABLE);
  });

  test('the next request is answered once the fault is over', async () => {
    proxy.fault = () => fault;
    const many = Array.from({ length: 120 }, () => withinBudget(BUDGET_MS, () => get('nobody')));
    await Promise.allSettled(many);
    proxy.fault = () => undefined;
    expect(await withinBudget(2000, () => get('nobody'))).not.toHaveProperty('Item');
  });
});

test.each(FAULTS)('one %s is got over by another attempt within the time of the request', async (fault) => {
  await store.client().send(new PutCommand({ TableName: TABLE, Item: { pk: 'one', n: 1 } }));
  proxy.fault = (_operation, index) => (index === 0 ? fault : undefined);
  expect((await withinBudget(10_000, () => get('one'))).Item).toEqual({ pk: 'one', n: 1 });
  expect(proxy.seen).toEqual(['GetItem', 'GetItem']);
});

test('the sockets of calls that hang are destroyed', async () => {
  proxy.fault = () => 'hang';
  const many = Array.from({ length: 30 }, () => withinBudget(BUDGET_MS, () => get('nobody')));
  const answers = await Promise.allSettled(many);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(proxy.seen.length).toBeGreaterThan(20);
  await expect.poll(() => proxy.hanging()).toBe(0);
});

test('an attempt ends by itself where there is no request whose time it could use', async () => {
  proxy.fault = () => 'hang';
  await expect(get('nobody')).rejects.toMatchObject(UNAVAILABLE);
  expect(proxy.seen).toHaveLength(3);
});

test('a batch without its items is unavailable, and not a batch of nothing', async () => {
  const answers = { send: async () => ({}) } as unknown as typeof client;
  await expect(batchGet(answers, [{ table: TABLE, key: { pk: 'one' } }])).rejects.toMatchObject(UNAVAILABLE);
});

test('what is wrong with a call itself stays what it is', async () => {
  const wrong = client.send(new GetCommand({ TableName: TABLE, Key: { other: 'x' } }));
  await expect(wrong).rejects.toMatchObject({ name: 'ValidationException' });
  const Put = { TableName: TABLE, Item: { pk: 'one' }, ConditionExpression: 'attribute_exists(nothing)' };
  const unmet = client.send(new TransactWriteCommand({ TransactItems: [{ Put }] }));
  await expect(unmet).rejects.toMatchObject({ name: 'TransactionCanceledException' });
});
