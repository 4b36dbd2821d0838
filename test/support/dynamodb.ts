import { DeleteTableCommand, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import { connect } from '../../functions/shared/store/dynamodb.ts';
import { createTables, tableEnvironment } from '../../local/create-tables.ts';
import { type LocalDynamoDb, startDynamoDb } from '../../local/dynamodb.ts';

/** On a busy machine an attempt may take long, and one that is made again counts twice. */
export const PATIENT = { attemptMs: 30_000 };

let started: Promise<LocalDynamoDb> | undefined;

/**
 * The store of this process, which ends with it. Files that share a process share the address as well, for what is
 * loaded keeps to the first that it was given.
 */
const storeOfProcess = (): Promise<LocalDynamoDb> => (started ??= startDynamoDb());

async function deleteTables(client: DynamoDBDocumentClient): Promise<void> {
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  await Promise.all(TableNames.map((TableName) => client.send(new DeleteTableCommand({ TableName }))));
}

/**
 * Gives a test file a DynamoDB with every table, all of them empty, and points the environment at it as a function's
 * deployment would. Call it once at the top of the file; use the client inside tests.
 */
export function useDynamoDb(): { client: () => DynamoDBDocumentClient; endpoint: () => string } {
  let store: { server: LocalDynamoDb; client: DynamoDBDocumentClient } | undefined;
  beforeAll(async () => {
    const server = await storeOfProcess();
    const client = connect(server.endpoint, PATIENT);
    store = { server, client };
    await deleteTables(client);
    await createTables(client);
    Object.assign(process.env, tableEnvironment(), { DYNAMODB_ENDPOINT: server.endpoint });
  });
  afterAll(() => store?.client.destroy());
  const open = () => {
    if (store === undefined) throw new Error('the store is up only inside tests and hooks');
    return store;
  };
  return { client: () => open().client, endpoint: () => open().server.endpoint };
}
