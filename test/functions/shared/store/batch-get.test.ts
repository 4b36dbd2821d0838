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

test('what DynamoDB leaves over is asked for again, and only that', async () => {
  const asked: unknown[] = [];
  const client = {
    send: async ({ input }: { input: { RequestItems: Record<string, { Keys: unknown[] }> } }) => {
      asked.push(input.RequestItems);
      return asked.length === 1
        ? { Responses: { t: [{ pk: 'a', n: 1 }] }, UnprocessedKeys: { t: { Keys: [{ pk: 'b' }] } } }
        : { Responses: { t: [{ pk: 'b', n: 2 }] } };
    },
  } as unknown as DynamoDBDocumentClient;
  const addresses = ['a', 'b'].map((pk) => ({ table: 't', key: { pk } }));
  expect(await batchGet(client, addresses)).toEqual([
    { pk: 'a', n: 1 },
    { pk: 'b', n: 2 },
  ]);
  expect(asked[1]).toEqual({ t: { Keys: [{ pk: 'b' }], ConsistentRead: true } });
});
