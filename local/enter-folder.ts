import type { DataFolder } from './data-folder.ts';
import { type FolderLock, lockOrVisit } from './folder-lock.ts';
import { type Running, readRunning } from './running-note.ts';
import { until } from './until.ts';

/**
 * How long to wait for a service to start (which may include training) or stop, or for a command to finish.
 */
const WAIT_MS = 60_000;
const WAIT_STEP_MS = 50;
/** Shorter waits are not reported. */
const SAID_AFTER_MS = 1000;

/** Thrown if another process uses the data folder; the message says what to do. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse';
}

export interface EnterOptions {
  /** Prints a line if the wait exceeds a second. */
  onWait?: (line: string) => void;
  /** Default 60,000. */
  waitMs?: number;
}

/** Exclusive access to a folder, or the requested part of its running service until `leave` is called. */
type Entry<Found> = { lock: FolderLock } | { found: Found; leave: () => void };

/**
 * For a command: locks the folder as soon as it is free, or returns the store's address from the running
 * service.
 * @throws {DataFolderInUse} if neither happens in time
 */
export const enterFolder = (folder: DataFolder, options: EnterOptions = {}): Promise<Entry<string>> =>
  enter(folder, ({ endpoint }) => endpoint, options);

/**
 * For a service: locks the folder.
 * @throws {DataFolderInUse} if another service runs or starts on it, or if it is not freed in time
 */
export async function takeFolder(folder: DataFolder, options: EnterOptions = {}): Promise<FolderLock> {
  const entry = await enter(folder, (running) => running, options);
  if ('lock' in entry) return entry.lock;
  entry.leave();
  throw new DataFolderInUse(
    `Another Parley service is using ${folder.path}. Stop it, or set PARLEY_DATA_DIR.`,
  );
}

/** @param find returns the requested part of a running service; undefined to wait until the service ends */
async function enter<Found>(
  folder: DataFolder,
  find: (running: Running) => Found | undefined,
  { onWait, waitMs = WAIT_MS }: EnterOptions,
): Promise<Entry<Found>> {
  const isUsed = `Another process is using ${folder.path}.`;
  const entry = await until(() => tryEnter(folder, find), {
    everyMs: WAIT_STEP_MS,
    mostMs: waitMs,
    say: onWait && { afterMs: SAID_AFTER_MS, line: () => onWait(`${isUsed} Waiting for it to finish.`) },
  });
  if (entry === undefined) throw new DataFolderInUse(`${isUsed} Try again when it has finished.`);
  return entry;
}

async function tryEnter<Found>(
  folder: DataFolder,
  find: (running: Running) => Found | undefined,
): Promise<Entry<Found> | undefined> {
  // Registers as a visitor before reading the note: a stopping service first deletes its note and then checks
  // for visitors.
  const access = await lockOrVisit(folder);
  if ('lock' in access) return access;
  const running = await readRunning(folder);
  const found = running?.alive ? find(running) : undefined;
  if (found !== undefined) return { found, leave: access.leave };
  access.leave();
  return undefined;
}
