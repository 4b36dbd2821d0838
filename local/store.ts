import { rm } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { connect } from '../functions/shared/store/dynamodb.ts';
import { optionalSetting } from '../functions/shared/store/environment.ts';
import { createTables, tableEnvironment } from './create-tables.ts';
import { type DataFolder, ensureDeploymentKey } from './data-folder.ts';
import { type LocalDynamoDb, startDynamoDb } from './dynamodb.ts';
import { isAlive } from './lifetime.ts';
import { RunningNote, readRunning } from './running-note.ts';
import { until } from './until.ts';

/** The tables and artifacts of a data folder, up and ready. */
export interface LocalStore extends LocalDynamoDb {
  /** The settings by which a function or the `parley` command finds the store. */
  environment: Record<string, string>;
  /** The note that a service tells commands by: nothing is written in it yet. */
  note: RunningNote;
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
  const leftover = await readRunning(folder);
  // A killed service's: its process id may be another process's by now.
  await rm(folder.runningFile, { force: true });
  const note = new RunningNote(folder);
  if (!given && leftover?.databasePid !== undefined) await untilGone(leftover.databasePid);
  const restarted = (pid: number) => note.databaseCameBack(pid);
  const server = given
    ? running(given)
    : await startDynamoDb(folder.databaseFile, undefined, { report, restarted });
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
  return Object.assign(server, { environment: storeEnvironment(folder, server.endpoint), note });
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

const untilGone = (pid: number) =>
  until(() => !isAlive(pid) || undefined, { everyMs: 20, mostMs: LEFTOVER_MS });
