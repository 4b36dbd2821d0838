import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { batchGet } from '../../../../functions/shared/store/batch-get.ts';
import { useCountedDynamoDb } from '../../../support/wire.ts';

const store = useCountedDynamoDb();

test('items of several tables come in the order asked for, in one round trip, with gaps for what is not there', async () => {
  const [directory = '', throttle = ''] = [process.env.DIRECTORY_TABLE, process.env.THROTTLE_TABLE];
  const items = [
    { table: directory, item: { pk: 'a', sk: '1', n: 1 } },
    { table: directory, item: { pk: 'a', sk: '2', n: 2 } },
    { table: throttle, item: { pk: 'a', n: 3 } },
  ];
  for (const { table: TableName, item: Item } of items) {
    await store.uncounted().send(new PutCommand({ TableName, Item }));
  }
  const found = await batchGet(store.client(), [
    { table: throttle, key: { pk: 'a' } },
    { table: directory, key: { pk: 'a', sk: '2' } },
    { table: throttle, key: { pk: 'missing' } },
    { table: directory, key: { pk: 'a', sk: '1' } },
  ]);
  expect(found.map((item) => item?.n)).toEqual([3, 2, undefined, 1]);
  expect(store.operations).toEqual(['BatchGetItem']);
});

/** Creates a client that gives these answers in order, repeating the last, and records its requests. */
function scripted(...answers: object[]) {
  const asked: unknown[] = [];
  const send = async ({ input }: { input: { RequestItems: unknown } }) => {
    asked.push(input.RequestItems);
    return answers[Math.min(asked.length, answers.length) - 1];
  };
  return { client: { send } as unknown as DynamoDBDocumentClient, asked };
}

const LEFT_OVER = { Responses: { t: [{ pk: 'a', n: 1 }] }, UnprocessedKeys: { t: { Keys: [{ pk: 'b' }] } } };
const ADDRESSES = ['a', 'b'].map((pk) => ({ table: 't', key: { pk } }));

function backoff() {
  const waits: number[] = [];
  return { waits, attempts: 3, wait: async (attempt: number) => void waits.push(attempt) };
}

test('unprocessed keys alone are requested again after a wait', async () => {
  const { client, asked } = scripted(LEFT_OVER, { Responses: { t: [{ pk: 'b', n: 2 }] } });
  const patience = backoff();
  expect(await batchGet(client, ADDRESSES, patience)).toEqual([
    { pk: 'a', n: 1 },
    { pk: 'b', n: 2 },
  ]);
  expect(asked[1]).toEqual({ t: { Keys: [{ pk: 'b' }], ConsistentRead: true } });
  expect(patience.waits).toEqual([1]);
});

test('keys that stay unprocessed are reported as unavailable, with the cause', async () => {
  const { client, asked } = scripted(LEFT_OVER);
  await expect(batchGet(client, ADDRESSES, backoff())).rejects.toMatchObject({
    code: 'temporarily_unavailable',
    cause: { name: 'UnprocessedKeys', dependency: 'DynamoDB', operation: 'BatchGetItem', refused: false },
  });
  expect(asked).toHaveLength(3);
});
