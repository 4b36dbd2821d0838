import { CreateTableCommand, ListTablesCommand, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { DeployedTable } from './deployment.ts';

/** Creates the missing tables of a template. */
export async function createDeployedTables(
  client: DynamoDBDocumentClient,
  tables: readonly DeployedTable[],
): Promise<void> {
  const { TableNames = [] } = await client.send(new ListTablesCommand());
  for (const { name, attributes, keys, timeToLive, indexes } of tables) {
    if (TableNames.includes(name)) continue;
    await client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: attributes,
        KeySchema: keys,
        ...(indexes && { GlobalSecondaryIndexes: indexes }),
      }),
    );
    if (timeToLive === undefined) continue;
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName: name,
        TimeToLiveSpecification: { AttributeName: timeToLive, Enabled: true },
      }),
    );
  }
}
