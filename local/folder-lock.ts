import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataFolder } from './data-folder.ts';
import { until } from './until.ts';

/** A data folder that this process has for itself. */
export interface FolderLock {
  /**
   * Waits until every guest has left.
   * @param onWait called once, where that takes longer than a moment
   * @param mostMs the time after which it waits no longer. Default 10 000
   */
  guestsGone(onWait?: () => void, mostMs?: number): Promise<void>;
  unlock(): Promise<void>;
}

/** The time that commands get to be done with what is about to stop. */
const GUESTS_MS = 10_000;
/** Guests that come at once are heard of one after the other, all of them within this time. */
const HEARD_MS = 20;
const MOMENT_MS = 200;

/** The systems on which a socket's name is no file, so that it goes with its process. */
const NAMED_WITHOUT_FILE: readonly string[] = ['linux', 'win32'];

/** A folder that is this process's alone, or a visit to whoever has it. */
export type Access = { lock: FolderLock } | { leave: () => void };

/**
 * Takes the folder for this process alone, or tells whoever has it that this process works with what is in it, until it
 * calls `leave` or ends. The operating system lets go of the lock when the process ends, however it ends, so that a
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
    // Whoever held it has let go of it since, or has ended and left its file.
    if (!NAMED_WITHOUT_FILE.includes(process.platform)) await rm(address, { force: true });
  }
}

/** The errors by which nobody listens; others come of one who listens and is busy. */
const NOBODY: readonly (string | undefined)[] = ['ECONNREFUSED', 'ENOENT'];

/** @returns undefined where nobody is there */
function visit(address: string): Promise<(() => void) | undefined> {
  return new Promise((resolve) => {
    const socket = connect(address);
    const leave = () => void socket.destroy();
    socket.once('connect', () => resolve(leave));
    // Of an error after that, such as the end of whoever has the folder, the store's own calls tell.
    socket.on('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(NOBODY.includes(code) ? undefined : leave),
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
      // A guest that was killed has left as well.
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
