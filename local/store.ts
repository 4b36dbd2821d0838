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

/** The running tables and artifacts of a data folder. */
export interface LocalStore extends LocalDynamoDb {
  /** Environment variables with which functions and the `parley` command find the store. */
  environment: Record<string, string>;
  /** The note by which commands find the service; not yet written. */
  note: RunningNote;
}

/** How long the child processes of a killed run may hold the database. */
const LEFTOVER_MS = 3000;

export interface StoreOptions {
  /** The address of a server to use instead of our own. Default: `DYNAMODB_ENDPOINT`. */
  endpoint?: string | undefined;
  /** Creates the missing tables. */
  create?: (client: DynamoDBDocumentClient) => Promise<void>;
  /** Prints a line after a restart of the database. */
  report: (line: string) => void;
}

/** Starts the store of a locked data folder. */
export async function startStore(
  folder: DataFolder,
  { endpoint: given = process.env.DYNAMODB_ENDPOINT, create = createTables, report }: StoreOptions,
): Promise<LocalStore> {
  await ensureDeploymentKey(folder);
  const leftover = await readRunning(folder);
  // A killed service left the note; the process id in it may belong to another process by now.
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
      throw new Error(`DynamoDB does not answer at ${addressOf(given)} (DYNAMODB_ENDPOINT).`, {
        cause: error,
      });
    throw error;
  }
  return Object.assign(server, { environment: storeEnvironment(folder, server.endpoint), note });
}

/** The artifact bucket if `S3_ENDPOINT` names an S3 server to use instead of the folder. */
export const BUCKET = 'parley-artifacts';

/** Environment variables with which functions find the store of a data folder. */
export const storeEnvironment = (folder: DataFolder, endpoint: string): Record<string, string> => ({
  ...tableEnvironment(),
  DYNAMODB_ENDPOINT: endpoint,
  ARTIFACTS: optionalSetting('S3_ENDPOINT') === undefined ? folder.artifacts : `s3://${BUCKET}`,
  DEPLOYMENT_KEY: pathToFileURL(folder.keyFile).href,
});

const running = (endpoint: string): LocalDynamoDb => ({ endpoint, stop: async () => undefined });

/** The address without its key, if any. */
const addressOf = (endpoint: string): string => endpoint.replace(/(?<=:\/\/)[^/@]*@/, '');

const untilGone = (pid: number) =>
  until(() => !isAlive(pid) || undefined, { everyMs: 20, mostMs: LEFTOVER_MS });
