import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Surroundings, startGuarded } from './guarded-database.ts';
import { forward, listenPrivately } from './private-server.ts';

/** A running local implementation of DynamoDB. */
export interface LocalDynamoDb {
  /** With the key that it asks for, where it is ours. */
  endpoint: string;
  /** Of the process that ends after it, where it is ours. */
  pid?: number;
  stop(): Promise<void>;
}

/**
 * Starts the DynamoDB implementation that npm installed beside us, behind a server that asks for a key: its own
 * server lets in every page and every user. It ends with this process, however this process ends.
 * @param databaseFile where the data is kept; without it everything is in memory
 * @param surroundings the networks to start it in, the first one that this machine has
 * @throws {Error} that says what to do where the binary does not exist for this machine
 */
export async function startDynamoDb(
  databaseFile?: string,
  surroundings?: readonly Surroundings[],
): Promise<LocalDynamoDb> {
  const options = databaseFile === undefined ? [] : ['--db-path', databaseFile];
  const { agent, pid, stop } = await startGuarded(findBinary(), options, surroundings);
  const server = await listenPrivately((incoming, outgoing) =>
    forward(incoming, outgoing, { agent, key: 'local' }),
  );
  return {
    endpoint: server.url,
    pid,
    stop: async () => {
      server.close();
      await stop();
    },
  };
}

/** Linux alone: elsewhere the database could only listen where every page in a browser reaches it. */
function findBinary(): string {
  const require = createRequire(import.meta.url);
  try {
    const manifest = require.resolve(`@dynoxide/linux-${process.arch}/package.json`);
    const binary = path.join(path.dirname(manifest), 'dynoxide');
    if (process.platform === 'linux' && existsSync(binary)) return binary;
  } catch {
    // Not installed: said below, with what to do.
  }
  throw new Error(
    `There is no local DynamoDB for ${process.platform}-${process.arch}. ` +
      'Start any DynamoDB-compatible server and set DYNAMODB_ENDPOINT to its address.',
  );
}
