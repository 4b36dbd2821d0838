import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type GuardedDatabase, type Surroundings, startGuarded } from './guarded-database.ts';
import { type KeptRunning, keepRunning } from './keep-running.ts';
import { forward, listenPrivately } from './private-server.ts';

/** A running local implementation of DynamoDB. */
export interface LocalDynamoDb {
  /** The address, with the key that it asks for, where it is ours. */
  endpoint: string;
  /** The process that ends after the database, where it is ours: a new one after each restart. */
  readonly pid?: number;
  stop(): Promise<void>;
}

/** The listener that is told of a database that ends by itself. */
export interface DatabaseWatch {
  report(line: string): void;
  /** @param pid of the process that ends after the new one */
  restarted(pid: number): Promise<void>;
}

/**
 * Starts the DynamoDB implementation that npm installed beside us, behind a server that asks for a key: its own
 * server lets in every page and every user. It ends with this process, however this process ends.
 * @param databaseFile where the data is kept; without it everything is in memory, and what ends is not started again
 * @param surroundings the networks to start it in, the first one that this machine has
 * @param watch is told in a line where it ended by itself, and once it was started again
 * @throws {Error} that says what to do where the binary does not exist for this machine
 */
export async function startDynamoDb(
  databaseFile?: string,
  surroundings?: readonly Surroundings[],
  watch: DatabaseWatch = { report: () => undefined, restarted: async () => undefined },
): Promise<LocalDynamoDb> {
  const options = databaseFile === undefined ? [] : ['--db-path', databaseFile];
  const start = () => startGuarded(findBinary(), options, surroundings);
  const database =
    databaseFile === undefined ? await once(start) : await keepRunning('The local DynamoDB', restart, watch);
  const server = await listenPrivately((incoming, outgoing) =>
    forward(incoming, outgoing, { agent: database.current().agent, key: 'local' }),
  );
  return {
    endpoint: server.url,
    get pid() {
      return database.current().pid;
    },
    stop: async () => {
      server.close();
      await database.stop();
    },
  };

  async function restart(before: GuardedDatabase | undefined): Promise<GuardedDatabase> {
    const started = await start();
    if (before !== undefined) {
      before.agent.destroy();
      await watch.restarted(started.pid);
    }
    return started;
  }
}

/** Starts a database in memory, which is not started again: its data is gone with it. */
async function once(start: () => Promise<GuardedDatabase>): Promise<KeptRunning<GuardedDatabase>> {
  const database = await start();
  return { current: () => database, stop: () => database.stop() };
}

/**
 * The implementation itself. Linux alone: elsewhere it could only listen where every page in a browser reaches it.
 * @throws {Error} that says what to do where it does not exist for this machine
 */
export function findBinary(): string {
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
