import { existsSync } from 'node:fs';
import { Agent } from 'node:http';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { reachThrough } from '../functions/shared/store/endpoint.ts';
import { type GuardedDatabase, type Surroundings, startGuarded } from './guarded-database.ts';
import { type KeptRunning, keepRunning } from './keep-running.ts';
import { forward, listenPrivately } from './private-server.ts';

/** Maximum connections per client, as in the SDK's own agent. */
const MAX_SOCKETS = 50;

/** A running local DynamoDB. */
export interface LocalDynamoDb {
  /** The address; includes the key if the database is our own. */
  endpoint: string;
  /** The process id of our own database's last process to end; changes at each restart. */
  readonly pid?: number;
  stop(): Promise<void>;
}

/** Callbacks for an unexpected end of the database. */
export interface DatabaseWatch {
  report(line: string): void;
  /** @param pid the process that ends after the new database */
  restarted(pid: number): Promise<void>;
}

/**
 * Starts the DynamoDB that npm installed, behind a server that requires a key, since DynamoDB itself admits
 * every web page and every user. Clients in this process connect to it directly. The database never outlives
 * this process.
 * @param databaseFile where the data is stored; without it, data is in memory and the database is not
 * restarted
 * @param surroundings the networks to start it in; the first that this machine supports is used
 * @param watch called after an unexpected end, and after the restart
 * @throws {Error} with advice if there is no binary for this machine
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
  const unreach = reachThrough(server.url, () => new DirectAgent(() => database.current().agent.open()));
  return {
    endpoint: server.url,
    get pid() {
      return database.current().pid;
    },
    stop: async () => {
      unreach();
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

/** An agent that connects to whichever database is running at the time. */
class DirectAgent extends Agent {
  readonly #open: () => Promise<Socket>;

  constructor(open: () => Promise<Socket>) {
    super({ keepAlive: true, maxSockets: MAX_SOCKETS });
    this.#open = open;
  }

  override createConnection(
    _options: unknown,
    done?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const fail = (error: Error) => done?.(Object.assign(error, { code: 'ECONNRESET' }), undefined as never);
    this.#open().then((socket) => done?.(null, socket), fail);
  }
}

/** Starts an in-memory database without restarts, since a restart would lose its data. */
async function once(start: () => Promise<GuardedDatabase>): Promise<KeptRunning<GuardedDatabase>> {
  const database = await start();
  return { current: () => database, stop: () => database.stop() };
}

/**
 * The path of the binary. Linux only: on other systems every web page could reach its port.
 * @throws {Error} with advice if there is none for this machine
 */
export function findBinary(): string {
  const require = createRequire(import.meta.url);
  try {
    const manifest = require.resolve(`@dynoxide/linux-${process.arch}/package.json`);
    const binary = path.join(path.dirname(manifest), 'dynoxide');
    if (process.platform === 'linux' && existsSync(binary)) return binary;
  } catch {
    // Not installed: the error below says what to do.
  }
  throw new Error(
    `No local DynamoDB is available for ${process.platform}-${process.arch}. ` +
      'Start any DynamoDB-compatible server and set DYNAMODB_ENDPOINT to its address.',
  );
}
