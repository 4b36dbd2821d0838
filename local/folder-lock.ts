import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { DataFolder } from './data-folder.ts';

/** A data folder that this process has for itself. */
export interface FolderLock {
  /**
   * Waits until every guest has left that has come so far.
   * @param onWait called where there is one
   * @param mostMs the time after which it waits no longer. Default 10 000
   */
  guestsGone(onWait?: () => void, mostMs?: number): Promise<void>;
  unlock(): Promise<void>;
}

/** The time that commands get to be done with what is about to stop. */
const GUESTS_MS = 10_000;

/** The systems on which a socket's name is no file, so that it goes with its process. */
const NAMED_WITHOUT_FILE: readonly string[] = ['linux', 'win32'];

/**
 * Takes the folder for this process alone. The operating system lets go of the lock when the process ends,
 * however it ends, so that a `kill -9` leaves nothing behind.
 * @returns undefined where another process has it
 */
export async function lockDataFolder(folder: DataFolder): Promise<FolderLock | undefined> {
  const address = lockAddress(folder);
  for (let attempt = 0; ; attempt += 1) {
    const guests = new Set<Socket>();
    const server = await tryListen(address, guests);
    if (server !== undefined) return lockBy(server, guests);
    const leave = await visitDataFolder(folder);
    leave?.();
    if (attempt > 0 || leave !== undefined) return undefined;
    // Whoever held it has let go of it since, or has ended and left its file.
    if (!NAMED_WITHOUT_FILE.includes(process.platform)) await rm(address, { force: true });
  }
}

/**
 * Tells whoever has the folder that this process works with what is in it.
 * @returns what tells that it is done, as the end of the process does; undefined where nobody has the folder
 */
export function visitDataFolder(folder: DataFolder): Promise<(() => void) | undefined> {
  return new Promise((resolve) => {
    const socket = connect(lockAddress(folder));
    socket.once('connect', () => resolve(() => socket.destroy()));
    // Once connected, it says that the folder's holder has ended, which shows in what is asked of him.
    socket.on('error', () => resolve(undefined));
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
    // A guest that came before this call may not have been heard of yet: by the next turn of the loop it has.
    await setImmediate();
    if (guests.size === 0) return;
    onWait?.();
    const over = new AbortController();
    const gone = [...guests].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    const late = setTimeout(mostMs, undefined, over).catch(() => undefined);
    await Promise.race([Promise.all(gone), late]);
    over.abort();
  },
  unlock: () => {
    for (const socket of guests) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  },
});
