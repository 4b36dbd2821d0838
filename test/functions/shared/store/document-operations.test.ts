import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { connect } from '../../../../functions/shared/store/dynamodb.ts';
import { localService } from '../../../../functions/shared/store/endpoint.ts';
import { PATIENT, useDynamoDb } from '../../../support/dynamodb.ts';

const store = useDynamoDb();
const table = () => process.env.DIRECTORY_TABLE ?? '';

/** Returns an item with every kind of value that it can hold, and one that it cannot. */
const item = (sk: string) => ({
  pk: 'p',
  sk,
  text: 'é',
  number: 1.5,
  flag: true,
  none: null,
  list: [1, 'two', { three: [3] }],
  map: { deep: { deeper: ['x'] }, empty: {} },
  bytes: new Uint8Array([1, 2, 255]),
  deep_bytes: [{ bytes: new Uint8Array([3]), several: new Set([new Uint8Array([4]), new Uint8Array([5])]) }],
  names: new Set(['a', 'b']),
  left_out: undefined,
});

/** Returns the answers of all commands, sent in an order in which each finds what it needs. */
async function answers(client: DynamoDBDocumentClient): Promise<unknown[]> {
  const TableName = table();
  const Key = { pk: 'p', sk: '1' };
  const of = (sk: string) => ({ pk: 'p', sk });
  const inPartition = {
    TableName,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': 'p' },
  };
  const commands = [
    new PutCommand({ TableName, Item: item('1') }),
    new PutCommand({
      TableName,
      Item: item('1'),
      ConditionExpression: 'sk = :sk',
      ExpressionAttributeValues: { ':sk': '1' },
      ReturnValues: 'ALL_OLD',
    }),
    new GetCommand({ TableName, Key, ConsistentRead: true }),
    new GetCommand({ TableName, Key: of('none') }),
    new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: 'SET #number = #number + :one, #list = list_append(#list, :more)',
      ExpressionAttributeNames: { '#number': 'number', '#list': 'list' },
      ExpressionAttributeValues: { ':one': 1, ':more': [{ four: 4 }] },
      ReturnValues: 'ALL_NEW',
    }),
    new BatchWriteCommand({
      RequestItems: {
        [TableName]: [
          { PutRequest: { Item: item('2') } },
          { PutRequest: { Item: item('3') } },
          { DeleteRequest: { Key: of('none') } },
        ],
      },
    }),
    new BatchGetCommand({
      RequestItems: { [TableName]: { Keys: [of('2'), of('none'), of('3')], ConsistentRead: true } },
    }),
    new TransactWriteCommand({
      TransactItems: [
        {
          ConditionCheck: {
            TableName,
            Key,
            ConditionExpression: 'pk = :pk',
            ExpressionAttributeValues: { ':pk': 'p' },
          },
        },
        { Put: { TableName, Item: item('4') } },
        {
          Update: {
            TableName,
            Key: of('2'),
            UpdateExpression: 'SET flag = :no',
            ExpressionAttributeValues: { ':no': false },
          },
        },
        { Delete: { TableName, Key: of('3') } },
      ],
    }),
    new QueryCommand({ ...inPartition, Limit: 1 }),
    new QueryCommand({ ...inPartition, ExclusiveStartKey: Key }),
    new ScanCommand({ TableName, ExclusiveStartKey: Key, Limit: 1 }),
    new DeleteCommand({ TableName, Key, ReturnValues: 'ALL_OLD' }),
  ];
  const found: unknown[] = [];
  for (const command of commands) {
    const { $metadata, ...answer } = await client.send(command as GetCommand);
    found.push(answer);
  }
  for await (const { Items } of paginateQuery({ client, pageSize: 1 }, inPartition)) found.push(Items);
  for (const sk of ['2', '4']) await client.send(new DeleteCommand({ TableName, Key: of(sk) }));
  return found;
}

test('every command answers what the SDK’s own client of documents does', async () => {
  const plain = DynamoDBDocumentClient.from(new DynamoDBClient(localService(store.endpoint())), {
    marshallOptions: { removeUndefinedValues: true },
  });
  try {
    expect(await answers(store.client())).toEqual(await answers(plain));
  } finally {
    plain.destroy();
  }
});

test('calls of one kind at once each have their own answer', async () => {
  const client = store.client();
  const names = Array.from({ length: 20 }, (_, index) => String(index));
  const TableName = table();
  await Promise.all(names.map((sk) => client.send(new PutCommand({ TableName, Item: { pk: 'q', sk } }))));
  const found = await Promise.all(
    names.map((sk) => client.send(new GetCommand({ TableName, Key: { pk: 'q', sk } }))),
  );
  expect(found.map(({ Item }) => Item?.sk)).toEqual(names);
});

test('the steps of a kind of command are assembled once', async () => {
  const client = connect(store.endpoint(), PATIENT);
  let times = 0;
  client.middlewareStack.add(
    (next) => {
      times += 1;
      return next;
    },
    { step: 'initialize', name: 'counted' },
  );
  try {
    for (const sk of ['1', '2', '3']) {
      await client.send(new GetCommand({ TableName: table(), Key: { pk: 'r', sk } }));
    }
    expect(times).toBe(1);
  } finally {
    client.destroy();
  }
});
