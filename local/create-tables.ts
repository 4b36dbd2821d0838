import { CreateTableCommand, ListTablesCommand, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { TABLES, type TableDefinition, type TableName } from '../infra/tables.ts';

/** The table names of a local or test store, as environment variables of the functions. */
export function tableEnvironment(prefix = 'parley'): Record<string, string> {
  return Object.fromEntries(
    Object.entries(TABLES).map(([name, { environment }]) => [environment, `${prefix}-${name}`]),
  );
}

/** Creates missing tables; leaves existing tables unchanged. */
export async function createTables(client: DynamoDBDocumentClient, prefix = 'parley'): Promise<void> {
  const existing = await tableNames(client);
  await Promise.all(
    tableEntries().map(async ([name, definition]) => {
      const tableName = `${prefix}-${name}`;
      if (!existing.has(tableName)) await createTable(client, tableName, definition);
    }),
  );
}

const tableEntries = (): [TableName, TableDefinition][] =>
  (Object.keys(TABLES) as TableName[]).map((name) => [name, TABLES[name]]);

async function tableNames(client: DynamoDBDocumentClient): Promise<Set<string>> {
  const names: string[] = [];
  let last: string | undefined;
  do {
    const page = await client.send(new ListTablesCommand({ ExclusiveStartTableName: last }));
    names.push(...(page.TableNames ?? []));
    last = page.LastEvaluatedTableName;
  } while (last !== undefined);
  return new Set(names);
}

async function createTable(
  client: DynamoDBDocumentClient,
  tableName: string,
  { partitionKey, sortKey, timeToLive, index }: TableDefinition,
): Promise<void> {
  const keys = [partitionKey, ...(sortKey === undefined ? [] : [sortKey])];
  const attributes = [...keys, ...(index === undefined ? [] : [index.partitionKey])];
  await client.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: attributes.map((key) => ({ AttributeName: key, AttributeType: 'S' })),
      KeySchema: keys.map((key, index) => ({ AttributeName: key, KeyType: index === 0 ? 'HASH' : 'RANGE' })),
      ...(index && {
        GlobalSecondaryIndexes: [
          {
            IndexName: index.name,
            KeySchema: [{ AttributeName: index.partitionKey, KeyType: 'HASH' }],
            Projection: { ProjectionType: 'KEYS_ONLY' },
          },
        ],
      }),
    }),
  );
  if (timeToLive === undefined) return;
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: tableName,
      TimeToLiveSpecification: { AttributeName: timeToLive, Enabled: true },
    }),
  );
}
