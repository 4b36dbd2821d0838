import { randomUUID } from 'node:crypto';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, type TestContext, test } from 'vitest';
import {
  type Fault,
  IN_PROGRESS,
  type ServiceError,
  startFaultProxy,
} from '../../bench/support/fault-proxy.ts';
import { connect } from '../../functions/shared/store/dynamodb.ts';
import { createSessionStore } from '../../functions/shared/store/sessions.ts';
import { transact } from '../../functions/shared/store/transact.ts';
import { write, writeBatch } from '../../functions/shared/store/write.ts';
import { atPort } from '../../local/private-server.ts';
import { useDynamoDb } from '../support/dynamodb.ts';
import { addTenant, keyEndpoints } from '../support/keys.ts';

const store = useDynamoDb();
const TABLE = 'parley-Credentials';

/** Opens a new proxy in front of the store, a client, and a backoff that records its waits. */
async function open({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const proxy = await startFaultProxy(store.endpoint);
  const client = connect(atPort(store.endpoint(), proxy.port));
  onTestFinished(() => {
    client.destroy();
    proxy.close();
  });
  const waits: number[] = [];
  const backoff = { attempts: 3, wait: async (attempt: number) => void waits.push(attempt) };
  const read = async (pk: string) =>
    (await store.client().send(new GetCommand({ TableName: TABLE, Key: { pk } }))).Item;
  return { proxy, client, waits, backoff, read };
}

/** Applies the faults to the first requests in order; later ones reach the store. */
const first =
  (...faults: (Fault | undefined)[]) =>
  (_operation: string, index: number): Fault | undefined =>
    faults[index];
const always = (fault: Fault) => () => fault;

const putOnce = (pk: string) => ({
  Put: { TableName: TABLE, Item: { pk }, ConditionExpression: 'attribute_not_exists(pk)' },
});

describe.concurrent('a transaction that DynamoDB still runs after its answer was lost', () => {
  test('is requested again as the same transaction, done once and reported as done', async (context) => {
    const { proxy, client, waits, backoff, read } = await open(context);
    const { passesOn: _, ...stillAtIt } = IN_PROGRESS;
    proxy.fault = first('lost', stillAtIt, stillAtIt);
    const pk = randomUUID();
    expect(await transact(client, [putOnce(pk)], backoff)).toBeUndefined();
    expect(await read(pk)).toEqual({ pk });
    expect(proxy.seen).toHaveLength(4);
    expect(waits).toEqual([1]);
  });

  test('is unavailable if it never ends', async (context) => {
    const { proxy, client, waits, backoff } = await open(context);
    proxy.fault = always(IN_PROGRESS);
    await expect(transact(client, [putOnce(randomUUID())], backoff)).rejects.toMatchObject({
      code: 'temporarily_unavailable',
      cause: { name: 'TransactionInProgressException', operation: 'TransactWriteItems', refused: false },
    });
    // Two calls with three SDK attempts each, and no further retry.
    expect(proxy.seen).toHaveLength(6);
    expect(waits).toEqual([1]);
  });

  test('makes no key, and returns 503 with Retry-After', async (context) => {
    const { proxy, client } = await open(context);
    const institution = `acme-${randomUUID()}`;
    const principal = await addTenant(store.client, institution);
    const endpoints = keyEndpoints(() => client, Date.now);
    proxy.fault = (operation) => (operation === 'TransactWriteItems' ? IN_PROGRESS : undefined);
    const answer = await endpoints.create(principal, { name: 'key', scopes: 'query' });
    expect(answer).toMatchObject({ status: 503, body: { error: 'temporarily_unavailable' } });
    expect(answer.headers['Retry-After']).toBe('2');
  });
});

const CANCELLED = 'TransactionCanceledException';
const cancelled = (...codes: string[]): ServiceError => ({
  error: CANCELLED,
  members: { CancellationReasons: codes.map((Code) => ({ Code })) },
});

describe.concurrent('a transaction that is cancelled', () => {
  test.for(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'for %s is repeated, and is unavailable after the last attempt',
    async (reason, context) => {
      const { proxy, client, waits, backoff, read } = await open(context);
      proxy.fault = first(cancelled('None', reason), cancelled(reason));
      const pk = randomUUID();
      expect(await transact(client, [putOnce(pk)], backoff)).toBeUndefined();
      expect(waits).toEqual([1, 2]);
      expect(await read(pk)).toEqual({ pk });
      proxy.fault = always(cancelled(reason));
      await expect(transact(client, [putOnce(randomUUID())], backoff)).rejects.toMatchObject({
        code: 'temporarily_unavailable',
        cause: { name: reason, refused: false },
      });
    },
  );

  test('for lack of permission is unavailable at once, as refused', async (context) => {
    const { proxy, client, waits, backoff } = await open(context);
    proxy.fault = always(cancelled('None', 'AccessDenied'));
    await expect(transact(client, [putOnce(randomUUID())], backoff)).rejects.toMatchObject({
      code: 'temporarily_unavailable',
      cause: { name: 'AccessDenied', operation: 'TransactWriteItems', refused: true },
    });
    expect(waits).toEqual([]);
  });

  test.for(['ValidationError', 'ItemCollectionSizeLimitExceeded', 'DuplicateItem'])(
    'for %s is a fault of the code and is not repeated, even with a conflict',
    async (reason, context) => {
      const { proxy, client, waits, backoff } = await open(context);
      proxy.fault = always(cancelled('TransactionConflict', reason));
      await expect(transact(client, [putOnce(randomUUID())], backoff)).rejects.toMatchObject({
        name: CANCELLED,
      });
      expect(waits).toEqual([]);
    },
  );
});

describe.concurrent('an error of DynamoDB', () => {
  const get = (pk: string) => new GetCommand({ TableName: TABLE, Key: { pk } });

  test.for([
    'AccessDeniedException',
    'ExpiredTokenException',
    'UnrecognizedClientException',
    'InvalidSignatureException',
    'ResourceNotFoundException',
    'KMSInvalidStateException',
  ])('%s is unavailable, and must be fixed by an operator', async (error, context) => {
    const { proxy, client } = await open(context);
    proxy.fault = always({ error });
    await expect(client.send(get('x'))).rejects.toMatchObject({
      code: 'temporarily_unavailable',
      details: { retryAfterSeconds: 2 },
      cause: { name: error, dependency: 'DynamoDB', operation: 'GetItem', refused: true },
    });
  });

  test.for<ServiceError>([
    { error: 'ThrottlingException' },
    { error: 'ProvisionedThroughputExceededException' },
    { error: 'LimitExceededException' },
    { error: 'TooManyRequestsException' },
    { error: 'RequestLimitExceeded' },
    { error: 'ReplicatedWriteConflictException' },
    { error: 'InternalServerError', status: 500 },
    { error: 'ServiceUnavailable', status: 503 },
  ])('$error is unavailable, and passes by itself', async (fault, context) => {
    const { proxy, client } = await open(context);
    proxy.fault = always(fault);
    await expect(client.send(get('x'))).rejects.toMatchObject({
      code: 'temporarily_unavailable',
      cause: { name: fault.error, dependency: 'DynamoDB', operation: 'GetItem', refused: false },
    });
  });

  test.for([
    'ValidationException',
    'SerializationException',
    'ItemCollectionSizeLimitExceededException',
    'IdempotentParameterMismatchException',
  ])('%s is a fault of the code', async (error, context) => {
    const { proxy, client } = await open(context);
    proxy.fault = always({ error });
    await expect(client.send(get('x'))).rejects.toMatchObject({ name: error });
  });
});

const CONFLICT: ServiceError = { error: 'TransactionConflictException' };

describe.concurrent('a write that conflicts with a transaction', () => {
  const count = (pk: string) =>
    new UpdateCommand({
      TableName: TABLE,
      Key: { pk },
      UpdateExpression: 'ADD n :one',
      ExpressionAttributeValues: { ':one': 1 },
    });

  test('of one item is sent again, and changes it once', async (context) => {
    const { proxy, client, waits, backoff, read } = await open(context);
    proxy.fault = first(CONFLICT, CONFLICT);
    const pk = randomUUID();
    expect(await write(client, count(pk), backoff)).toBe(true);
    expect(waits).toEqual([1, 2]);
    expect(await read(pk)).toEqual({ pk, n: 1 });
  });

  test('of one item that conflicts every time is unavailable, and changes nothing', async (context) => {
    const { proxy, client, backoff, read } = await open(context);
    proxy.fault = always(CONFLICT);
    const pk = randomUUID();
    await expect(write(client, count(pk), backoff)).rejects.toMatchObject({
      code: 'temporarily_unavailable',
      cause: { name: CONFLICT.error, operation: 'UpdateItem' },
    });
    expect(proxy.seen).toHaveLength(3);
    expect(await read(pk)).toBeUndefined();
  });

  test('of one item with an unmet condition reports that at once', async (context) => {
    const { proxy, client, waits, backoff } = await open(context);
    const put = { TableName: TABLE, Item: { pk: 'x' }, ConditionExpression: 'attribute_exists(nothing)' };
    expect(await write(client, new PutCommand(put), backoff)).toBe(false);
    expect(proxy.seen).toHaveLength(1);
    expect(waits).toEqual([]);
  });

  test('of a batch is sent again after a wait', async (context) => {
    const { proxy, client, waits, backoff, read } = await open(context);
    proxy.fault = first(CONFLICT);
    const pk = randomUUID();
    await writeBatch(client, { [TABLE]: [{ PutRequest: { Item: { pk } } }] }, backoff);
    expect(waits).toEqual([1]);
    expect(await read(pk)).toEqual({ pk });
  });

  test('on the session of a conversation is repeated by the session store', async (context) => {
    const { proxy, client, waits, backoff } = await open(context);
    proxy.fault = first(CONFLICT);
    const session = {
      key: randomUUID(),
      sessionId: 's',
      revision: 1,
      qid: 'q',
      versionId: 'v',
      state: 'sealed',
      endsAt: 1000,
    };
    expect(await createSessionStore(() => client, backoff).commit({ session, now: 0 })).toBe(true);
    expect(waits).toEqual([1]);
  });
});

describe.concurrent('an item that DynamoDB leaves out of a batch of writes', () => {
  const items = (...pks: string[]) => ({ [TABLE]: pks.map((pk) => ({ PutRequest: { Item: { pk } } })) });
  const leftOver = (pk: string): ServiceError => ({
    error: '',
    status: 200,
    members: { UnprocessedItems: { [TABLE]: [{ PutRequest: { Item: { pk: { S: pk } } } }] } },
  });

  test('is sent again after a wait, without the others', async (context) => {
    const { proxy, client, waits, backoff, read } = await open(context);
    const [one, two] = [randomUUID(), randomUUID()];
    proxy.fault = first(leftOver(two));
    await writeBatch(client, items(one, two), backoff);
    expect(waits).toEqual([1]);
    expect(await read(two)).toEqual({ pk: two });
    expect(await read(one)).toBeUndefined();
  });

  test('every time is unavailable after the last attempt', async (context) => {
    const { proxy, client, waits, backoff } = await open(context);
    proxy.fault = always(leftOver('x'));
    await expect(writeBatch(client, items('x'), backoff)).rejects.toMatchObject({
      code: 'temporarily_unavailable',
      cause: { name: 'UnprocessedItems', operation: 'BatchWriteItem' },
    });
    expect(waits).toEqual([1, 2]);
  });
});
