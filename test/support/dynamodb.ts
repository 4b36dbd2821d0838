import { DeleteTableCommand, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import { connect } from '../../functions/shared/store/dynamodb.ts';
import { createTables, tableEnvironment } from '../../local/create-tables.ts';
import { findBinary, type LocalDynamoDb, startDynamoDb } from '../../local/dynamodb.ts';
import { freePort, startGuarded } from '../../local/guarded-database.ts';

/** Settings for a busy machine, on which an attempt may take long and one that is made again counts twice. */
export const PATIENT = { attemptMs: 30_000 };

let started: Promise<string> | undefined;

/**
 * The address of the store of this process, which ends with it. Files that share a process share the address as well,
 * for what is loaded keeps to the first that it was given.
 */
const storeOfProcess = (): Promise<string> => (started ??= startOpenly());

/**
 * A store that asks nobody for a key: the server that does takes a third of each call's time. It stands at the address
 * that the proxies of tests stand at, which change the port alone.
 */
async function startOpenly(): Promise<string> {
  const place = { host: '127.0.0.1', port: await freePort() };
  await startGuarded(findBinary(), [], [{ command: [], place: async () => place }]);
  return `http://${place.host}:${place.port}`;
}

async function deleteTables(client: DynamoDBDocumentClient): Promise<void> {
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  await Promise.all(TableNames.map((TableName) => client.send(new DeleteTableCommand({ TableName }))));
}

/** A test file's store: use it inside tests and hooks. */
interface Store {
  client: () => DynamoDBDocumentClient;
  endpoint: () => string;
}

/** @returns the store, and what a hook opens and closes it with */
function storeOfFile(): Store & { open: (endpoint: string) => DynamoDBDocumentClient; close: () => void } {
  let opened: { endpoint: string; client: DynamoDBDocumentClient } | undefined;
  const store = () => {
    if (opened === undefined) throw new Error('the store is up only inside tests and hooks');
    return opened;
  };
  return {
    client: () => store().client,
    endpoint: () => store().endpoint,
    open: (endpoint) => {
      opened = { endpoint, client: connect(endpoint, PATIENT) };
      return opened.client;
    },
    close: () => opened?.client.destroy(),
  };
}

/**
 * Gives a test file a DynamoDB with every table, all of them empty, and points the environment at it as a function's
 * deployment would. Call it once at the top of the file.
 */
export function useDynamoDb(): Store {
  const { open, close, ...store } = storeOfFile();
  beforeAll(async () => {
    const endpoint = await storeOfProcess();
    const client = open(endpoint);
    await deleteTables(client);
    await createTables(client);
    Object.assign(process.env, tableEnvironment(), { DYNAMODB_ENDPOINT: endpoint });
  });
  afterAll(close);
  return store;
}

/** Gives a test file a DynamoDB with every table as a laptop's service has it: it answers who has its key alone. */
export function useGuardedDynamoDb(): Store {
  const { open, close, ...store } = storeOfFile();
  let server: LocalDynamoDb | undefined;
  beforeAll(async () => {
    server = await startDynamoDb();
    await createTables(open(server.endpoint));
    Object.assign(process.env, tableEnvironment());
  });
  afterAll(async () => {
    close();
    await server?.stop();
  });
  return store;
}
