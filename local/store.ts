import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { connect } from '../functions/shared/store/dynamodb.ts';
import { optionalSetting } from '../functions/shared/store/environment.ts';
import { createTables, tableEnvironment } from './create-tables.ts';
import { type DataFolder, ensureDeploymentKey, readJson, writeJson } from './data-folder.ts';
import { type LocalDynamoDb, startDynamoDb } from './dynamodb.ts';
import { isAlive } from './lifetime.ts';

/** The tables and artifacts of a data folder, up and ready. */
export interface LocalStore extends LocalDynamoDb {
  /** The settings by which a function or the `parley` command finds the store. */
  environment: Record<string, string>;
}

/** The time that the children of a killed run get to let go of the database. */
const LEFTOVER_MS = 3000;

export interface StoreOptions {
  /** A server to use instead of our own. Default: `DYNAMODB_ENDPOINT`. */
  endpoint?: string | undefined;
  /** Makes the tables that do not exist yet. */
  create?: (client: DynamoDBDocumentClient) => Promise<void>;
  /** Takes a line where the database had to be started again. */
  report: (line: string) => void;
}

/** Starts the store of a data folder, which the caller must have locked. */
export async function startStore(
  folder: DataFolder,
  { endpoint: given = process.env.DYNAMODB_ENDPOINT, create = createTables, report }: StoreOptions,
): Promise<LocalStore> {
  await ensureDeploymentKey(folder);
  const leftover = await readNote(folder);
  // A killed service's: its process id may be another process's by now.
  await rm(folder.runningFile, { force: true });
  const server = given ? running(given) : await startOwn(folder, leftover?.database_pid, report);
  try {
    const client = connect(server.endpoint);
    await create(client);
    client.destroy();
  } catch (error) {
    await server.stop();
    if (given)
      throw new Error(`No DynamoDB answers at ${addressOf(given)} (DYNAMODB_ENDPOINT).`, { cause: error });
    throw error;
  }
  return Object.assign(server, { environment: storeEnvironment(folder, server.endpoint) });
}

/** The bucket of the artifacts where `S3_ENDPOINT` names an S3 to use instead of the folder. */
export const BUCKET = 'parley-artifacts';

/** The settings by which functions find the store of a data folder. */
export const storeEnvironment = (folder: DataFolder, endpoint: string): Record<string, string> => ({
  ...tableEnvironment(),
  DYNAMODB_ENDPOINT: endpoint,
  ARTIFACTS: optionalSetting('S3_ENDPOINT') === undefined ? folder.artifacts : `s3://${BUCKET}`,
  DEPLOYMENT_KEY: pathToFileURL(folder.keyFile).href,
});

const running = (endpoint: string): LocalDynamoDb => ({ endpoint, stop: async () => undefined });

/** The address without the key that it may hold. */
const addressOf = (endpoint: string): string => endpoint.replace(/(?<=:\/\/)[^/@]*@/, '');

async function startOwn(
  folder: DataFolder,
  leftoverPid: number | undefined,
  report: (line: string) => void,
): Promise<LocalDynamoDb> {
  if (leftoverPid !== undefined) await waitUntilGone(leftoverPid);
  const database = await startDynamoDb(folder.databaseFile, undefined, {
    report,
    restarted: async (pid) => {
      // A command's own store is written down nowhere: nobody else may use what ends with it.
      const note = await readNote(folder);
      if (note !== undefined) await writeJson(folder.runningFile, { ...note, database_pid: pid });
    },
  });
  return database;
}

const runningSchema = z.object({
  /** The address, with its key; absent while nobody else may use it. */
  dynamodb_endpoint: z.optional(z.url()),
  pid: z.number(),
  database_pid: z.optional(z.number()),
});

async function readNote(folder: DataFolder): Promise<z.infer<typeof runningSchema> | undefined> {
  const note = runningSchema.safeParse(await readJson(folder.runningFile));
  return note.success ? note.data : undefined;
}

/** Writes down what the next start after a killed one waits for. */
export const writeStarting = (folder: DataFolder, { pid }: Pick<LocalDynamoDb, 'pid'>): Promise<void> =>
  writeJson(folder.runningFile, { pid: process.pid, database_pid: pid });

/** The same, and the store's address for the `parley` command. */
export const writeRunning = (
  folder: DataFolder,
  { endpoint, pid }: Pick<LocalDynamoDb, 'endpoint' | 'pid'>,
): Promise<void> =>
  writeJson(folder.runningFile, { dynamodb_endpoint: endpoint, pid: process.pid, database_pid: pid });

/** The last service whose store was open to commands. */
export interface Running {
  /** The address at which its store is or was. */
  endpoint: string;
  /** The process that ends after the database, where that was its own. */
  databasePid?: number | undefined;
  alive: boolean;
}

export async function readRunning(folder: DataFolder): Promise<Running | undefined> {
  const { dynamodb_endpoint: endpoint, pid, database_pid: databasePid } = (await readNote(folder)) ?? {};
  if (endpoint === undefined || pid === undefined) return undefined;
  return { endpoint, databasePid, alive: isAlive(pid) };
}

async function waitUntilGone(pid: number): Promise<void> {
  for (let waited = 0; waited < LEFTOVER_MS && isAlive(pid); waited += 20) await delay(20);
}
