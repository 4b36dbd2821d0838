import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { createTables } from '../../../infra/local/create-tables.ts';
import { TABLES } from '../../../infra/tables.ts';
import { useDynamoDb } from '../../support/dynamodb.ts';

const store = useDynamoDb();

test('every defined table exists, and creating them again keeps what they hold', async () => {
  const item = { pk: 'a', kept: true };
  await store.client().send(new PutCommand({ TableName: process.env.SESSIONS_TABLE, Item: item }));
  await createTables(store.client());
  const { TableNames } = await store.client().send(new ListTablesCommand({}));
  expect(TableNames).toHaveLength(Object.keys(TABLES).length);
  const { Item } = await store
    .client()
    .send(new GetCommand({ TableName: process.env.SESSIONS_TABLE, Key: { pk: 'a' } }));
  expect(Item).toEqual(item);
});
