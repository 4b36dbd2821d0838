import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataFolder } from './data-folder.ts';
import { until } from './until.ts';

/** A data folder locked by this process. */
export interface FolderLock {
  /**
   * Waits until all visitors have left.
   * @param onWait called once if the wait is noticeable
   * @param mostMs the maximum wait. Default 10,000
   */
  guestsGone(onWait?: () => void, mostMs?: number): Promise<void>;
  unlock(): Promise<void>;
}

/** How long commands may take to finish before the store stops. */
const GUESTS_MS = 10_000;
/** The time within which the connections of simultaneous visitors arrive. */
const HEARD_MS = 20;
const MOMENT_MS = 200;

/** Systems on which a socket's name is not a file, so that it disappears with its process. */
const NAMED_WITHOUT_FILE: readonly string[] = ['linux', 'win32'];

/** The locked folder, or a visit to the process that has locked it. */
export type Access = { lock: FolderLock } | { leave: () => void };

/**
 * Locks the folder for this process, or registers as a visitor with the process that holds the lock, until
 * `leave` is called or this process ends. The operating system releases the lock however the process ends, so
 * `kill -9` leaves nothing behind.
 */
export async function lockOrVisit(folder: DataFolder): Promise<Access> {
  const address = lockAddress(folder);
  for (;;) {
    const guests = new Set<Socket>();
    const server = await tryListen(address, guests);
    if (server !== undefined) return { lock: lockBy(server, guests) };
    const leave = await visit(address);
    if (leave !== undefined) return { leave };
    // The holder has released the lock meanwhile, or has ended and left its socket file.
    if (!NAMED_WITHOUT_FILE.includes(process.platform)) await rm(address, { force: true });
  }
}

/** Errors that mean that nobody listens; any other error means that the listener is busy. */
const NOT_LISTENING: readonly (string | undefined)[] = ['ECONNREFUSED', 'ENOENT'];

/** @returns undefined if no process listens */
function visit(address: string): Promise<(() => void) | undefined> {
  return new Promise((resolve) => {
    const socket = connect(address);
    const leave = () => void socket.destroy();
    socket.once('connect', () => resolve(leave));
    // Errors after the visit has begun, such as the end of the holder, also show in calls to the store.
    socket.on('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(NOT_LISTENING.includes(code) ? undefined : leave),
    );
    socket.unref();
  });
}

function lockAddress(folder: DataFolder): string {
  const digest = createHash('sha256').update(realpathSync(folder.path)).digest('hex').slice(0, 32);
  if (process.platform === 'linux') return `\0parley-${digest}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\parley-${digest}`;
  return folder.lockFile;
}

function tryListen(address: string, guests: Set<Socket>): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      guests.add(socket);
      socket.once('close', () => guests.delete(socket));
      // A killed process closes its connection with an error.
      socket.on('error', () => undefined);
      socket.unref().resume();
    });
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });
}

const lockBy = (server: Server, guests: ReadonlySet<Socket>): FolderLock => ({
  guestsGone: async (onWait, mostMs = GUESTS_MS) => {
    await delay(HEARD_MS);
    const say = onWait && { afterMs: MOMENT_MS, line: onWait };
    await until(() => guests.size === 0 || undefined, { everyMs: HEARD_MS, mostMs, say });
  },
  unlock: () => {
    for (const socket of guests) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  },
});
