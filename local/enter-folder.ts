import { setTimeout as delay } from 'node:timers/promises';
import type { DataFolder } from './data-folder.ts';
import { type FolderLock, lockDataFolder, visitDataFolder } from './folder-lock.ts';
import { type Running, readRunning } from './store.ts';

/** The time to wait for a service that is starting, which may train, or stopping, or for a command to be done. */
const WAIT_MS = 60_000;
const WAIT_STEP_MS = 50;
/** Most are done sooner, of which nobody need hear. */
const SAID_AFTER_MS = 1000;

/** Says that another process works on the data folder. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse';

  constructor({ path }: DataFolder) {
    super(`Another Parley is using ${path}. Stop it, or set PARLEY_DATA_DIR.`);
  }
}

/** A folder that is this process's alone, or the service that runs on it and waits at its end until this one leaves. */
export type Entry = { lock: FolderLock } | { running: Running; leave: () => void };

export interface EnterOptions {
  /** Takes a line where somebody has the folder for longer than a second. */
  onWait?: (line: string) => void;
  /** Default 60 000. */
  waitMs?: number;
}

/**
 * Takes a folder as soon as whoever has it for a while is done, or finds the service that runs on it.
 * @throws {DataFolderInUse} where nobody is done in time
 */
export async function enterFolder(
  folder: DataFolder,
  { onWait, waitMs = WAIT_MS }: EnterOptions = {},
): Promise<Entry> {
  for (let waited = 0; ; waited += WAIT_STEP_MS) {
    const lock = await lockDataFolder(folder);
    if (lock !== undefined) return { lock };
    // Before it is read: a service that stops takes back first what it has written down, and then looks who is there.
    const leave = await visitDataFolder(folder);
    const running = await readRunning(folder);
    if (leave !== undefined && running?.alive) return { running, leave };
    leave?.();
    if (waited >= waitMs) throw new DataFolderInUse(folder);
    if (waited === SAID_AFTER_MS)
      onWait?.(`Something else is using ${folder.path}. Waiting until it is done.`);
    await delay(WAIT_STEP_MS);
  }
}

/**
 * Takes a folder for a service.
 * @throws {DataFolderInUse} where another service runs on it, or nobody is done in time
 */
export async function takeFolder(
  folder: DataFolder,
  onProgress: (text: string) => void,
): Promise<FolderLock> {
  const entry = await enterFolder(folder, { onWait: onProgress });
  if ('lock' in entry) return entry.lock;
  entry.leave();
  throw new DataFolderInUse(folder);
}
