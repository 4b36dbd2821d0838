import { connect as openSocket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { connect } from '../../functions/shared/store/dynamodb.ts';
import { createTables, tableEnvironment } from './create-tables.ts';
import { type DataFolder, readJson, writeJson } from './data-folder.ts';
import { type LocalDynamoDb, startDynamoDb } from './dynamodb.ts';

/** The tables and artifacts of a data folder, up and ready. */
export interface LocalStore {
  endpoint: string;
  /** What a function or the `parley` command finds them by. */
  environment: Record<string, string>;
  stop(): Promise<void>;
}

/** How long the children of a killed run get to let go of the database. */
const LEFTOVER_MS = 3000;

/**
 * Starts the store of a data folder, which the caller must have locked. `DYNAMODB_ENDPOINT` names a server to
 * use instead of our own.
 * @param create makes the tables that do not exist yet
 */
export async function startStore(
  folder: DataFolder,
  given = process.env.DYNAMODB_ENDPOINT,
  create: (client: DynamoDBDocumentClient) => Promise<void> = createTables,
): Promise<LocalStore> {
  const server = given ? running(given) : await startOwn(folder);
  try {
    const client = connect(server.endpoint);
    await create(client);
    client.destroy();
  } catch (error) {
    await server.stop();
    if (given) throw new Error(`No DynamoDB answers at ${given} (DYNAMODB_ENDPOINT).`, { cause: error });
    throw error;
  }
  return { ...server, environment: storeEnvironment(folder, server.endpoint) };
}

/** The settings by which functions find the store of a data folder. */
export const storeEnvironment = (folder: DataFolder, endpoint: string): Record<string, string> => ({
  ...tableEnvironment(),
  DYNAMODB_ENDPOINT: endpoint,
  ARTIFACTS: folder.artifacts,
});

const running = (endpoint: string): LocalDynamoDb => ({ endpoint, stop: async () => undefined });

async function startOwn(folder: DataFolder): Promise<LocalDynamoDb> {
  const leftover = await readRunning(folder);
  if (leftover !== undefined) await waitUntilGone(leftover.endpoint);
  return startDynamoDb(folder.databaseFile);
}

const runningSchema = z.object({ dynamodb_endpoint: z.url(), pid: z.number() });

/** What a running service writes down for the `parley` command, and the next start after a killed one. */
export const writeRunning = (folder: DataFolder, endpoint: string): Promise<void> =>
  writeJson(folder.runningFile, { dynamodb_endpoint: endpoint, pid: process.pid });

/** Where the store of the last service that ran on the folder is or was, and whether that service still runs. */
export async function readRunning(
  folder: DataFolder,
): Promise<{ endpoint: string; alive: boolean } | undefined> {
  const running = runningSchema.safeParse(await readJson(folder.runningFile));
  if (!running.success) return undefined;
  return { endpoint: running.data.dynamodb_endpoint, alive: isAlive(running.data.pid) };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function waitUntilGone(endpoint: string): Promise<void> {
  const { hostname, port } = new URL(endpoint);
  for (let waited = 0; waited < LEFTOVER_MS; waited += 20) {
    if (!(await accepts(hostname, Number(port)))) return;
    await delay(20);
  }
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = openSocket({ host, port });
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}
