import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { Agent, type AgentOptions } from 'node:http';
import { createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** A DynamoDB without access control, which only this process can reach. */
export interface GuardedDatabase {
  /** The last of its processes to end; the database has ended when this process has. */
  pid: number;
  /** Connects to the database, whatever host and port are requested. */
  agent: GuardAgent;
  /** Resolves when it has ended, for any reason. */
  ended: Promise<void>;
  /** Stops it; resolves when it has ended. */
  stop(): Promise<void>;
}

/** The command that runs another command in a network, and DynamoDB's address in that network. */
export interface Surroundings {
  command: readonly string[];
  place(): Promise<{ host: string; port: number }>;
}

/** `sh` enables the network's only interface, loopback, and then executes the given command. */
const INSIDE = 'PATH="$PATH:/usr/sbin:/sbin" ip link set lo up && exec "$0" "$@"';

/**
 * A network that contains only the database. The kernel keeps out web pages and other users of the machine.
 */
export const OWN_NETWORK: Surroundings = {
  command: ['unshare', '-Urn', '/bin/sh', '-c', INSIDE],
  place: async () => ({ host: '127.0.0.1', port: 8000 }),
};

/**
 * The machine's own network: a free port at a random one of 16 million loopback addresses. A web page cannot
 * guess the address; another user of the machine could find it.
 */
export const MACHINE_NETWORK: Surroundings = {
  command: [],
  place: async () => {
    const host = ['127', randomInt(1, 255), randomInt(0, 256), randomInt(1, 255)].join('.');
    return { host, port: await freePort(host) };
  },
};

/** Where the database ends before it listens, as where another program took its port, another place is tried. */
const MOST_PLACES = 3;

const GUARD = fileURLToPath(new URL('dynamodb-guard.mjs', import.meta.url));

/**
 * Starts the database in the first network that this machine supports. The database never outlives this
 * process: its guard waits for the channel to close.
 * @throws {Error} if it starts in none
 */
export async function startGuarded(
  binary: string,
  options: readonly string[],
  surroundings: readonly Surroundings[] = [OWN_NETWORK, MACHINE_NETWORK],
): Promise<GuardedDatabase> {
  for (const each of surroundings) {
    for (let tries = 1; ; tries += 1) {
      const child = await startedIn(each, binary, options);
      if (child === null) break;
      try {
        return await connected(child);
      } catch (error) {
        if (tries === MOST_PLACES) throw error;
      }
    }
  }
  throw new Error('The local DynamoDB could not be started.');
}

/** The guard of a database that starts at the next place; null if the machine does not support these surroundings. */
async function startedIn(
  { command, place }: Surroundings,
  binary: string,
  options: readonly string[],
): Promise<ChildProcess | null> {
  const { host, port } = await place();
  const guard = [process.execPath, GUARD, host, String(port), binary, ...options];
  const [program = '', ...words] = [...command, ...guard];
  // In a separate process group, Ctrl-C does not reach the guard; this process stops it.
  const stdio = ['ignore', 'ignore', 'ignore', 'ipc'] as const;
  const child = spawn(program, words, { stdio: [...stdio], detached: true });
  return (await hasStarted(child)) ? child : null;
}

function hasStarted(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    child.once('message', () => resolve(true));
    child.once('error', () => resolve(false));
    child.once('exit', () => resolve(false));
  });
}

/** @throws {Error} if the database does not listen in time */
async function connected(child: ChildProcess): Promise<GuardedDatabase> {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const agent = new GuardAgent(child, { keepAlive: true });
  const stop = async () => {
    agent.destroy();
    if (child.connected) child.disconnect();
    await ended;
  };
  try {
    (await agent.open()).destroy();
    return { pid: child.pid ?? 0, agent, ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Done = (error: Error | null, socket?: Socket) => void;

/** An agent whose connections come from the guard. */
export class GuardAgent extends Agent {
  readonly #guard: ChildProcess;
  readonly #waiting = new Map<number, Done>();
  #count = 0;

  constructor(guard: ChildProcess, options: AgentOptions) {
    super(options);
    this.#guard = guard;
    guard.on('message', (message: { id: number }, socket: Socket | undefined) => {
      if (socket === undefined) this.#settle(message.id, new Error('The local DynamoDB does not answer.'));
      else this.#settle(message.id, null, socket.setNoDelay());
    });
    guard.once('disconnect', () => {
      for (const id of this.#waiting.keys()) this.#settle(id, new Error('The local DynamoDB has ended.'));
    });
  }

  open(): Promise<Socket> {
    return new Promise((resolve, reject) =>
      this.#ask((error, socket) => (socket === undefined ? reject(error) : resolve(socket))),
    );
  }

  override createConnection(
    _options: unknown,
    done?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    this.#ask(done as Done);
  }

  #ask(done: Done): void {
    this.#count += 1;
    const id = this.#count;
    this.#waiting.set(id, done);
    const ended = new Error('The local DynamoDB has ended.');
    // The guard may just have ended; an unhandled error would end this process too.
    if (this.#guard.connected) this.#guard.send({ id }, (error) => error && this.#settle(id, ended));
    else this.#settle(id, ended);
  }

  #settle(id: number, error: Error | null, socket?: Socket): void {
    this.#waiting.get(id)?.(error, socket);
    this.#waiting.delete(id);
  }
}

/** A free port from the operating system. */
export function freePort(host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
