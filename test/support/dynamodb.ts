import { DeleteTableCommand, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import { connect } from '../../functions/shared/store/dynamodb.ts';
import { createTables, tableEnvironment } from '../../local/create-tables.ts';
import { findBinary, type LocalDynamoDb, startDynamoDb } from '../../local/dynamodb.ts';
import { freePort, startGuarded } from '../../local/guarded-database.ts';

/** Settings for a busy machine, where attempts may be slow, and where a retried attempt would count twice. */
export const PATIENT = { attemptMs: 30_000 };

let started: Promise<string> | undefined;

/**
 * The store of this process, which ends with it. Files in one process share its address, since loaded modules keep the
 * first address.
 */
const storeOfProcess = (): Promise<string> => (started ??= startOpenly());

/**
 * A store without a key, since checking keys takes a third of each call's time. It uses the same host as the tests'
 * proxies, which replace only the port.
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

/** A test file's store, available only in tests and hooks. */
interface Store {
  client: () => DynamoDBDocumentClient;
  endpoint: () => string;
}

/** @returns the store, and how a hook opens and closes it */
function storeOfFile(): Store & { open: (endpoint: string) => DynamoDBDocumentClient; close: () => void } {
  let opened: { endpoint: string; client: DynamoDBDocumentClient } | undefined;
  const store = () => {
    if (opened === undefined) throw new Error('the store is available only in tests and hooks');
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
 * Gives a test file a DynamoDB with empty tables, and sets the environment like a deployment. Call it once at the top
 * of the file.
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

/** Gives a test file a DynamoDB as in a service on a laptop, which requires a key. */
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

/** The first page of a table's items, which holds all of a small table. */
export async function itemsOf(
  client: DynamoDBDocumentClient,
  table: string,
): Promise<Record<string, unknown>[]> {
  return (await client.send(new ScanCommand({ TableName: process.env[table] }))).Items ?? [];
}

/** All values of items as one text, with bytes as Latin-1. */
export const valuesIn = (...items: Record<string, unknown>[]): string =>
  items
    .flatMap((item) => Object.values(item))
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
    .join(' ');

/** The first of these clients does further work after each of its answers; the later ones are unchanged. */
export function interruptedOnce(client: () => DynamoDBDocumentClient, work: () => Promise<unknown>) {
  let isFirst = true;
  return (): DynamoDBDocumentClient => {
    const given = client();
    if (!isFirst) return given;
    isFirst = false;
    const send = async (command: Parameters<typeof given.send>[0]) => {
      const answer = await given.send(command);
      await work();
      return answer;
    };
    return new Proxy(given, {
      get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)),
    });
  };
}
