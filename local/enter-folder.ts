import type { DataFolder } from './data-folder.ts';
import { type FolderLock, lockOrVisit } from './folder-lock.ts';
import { type Running, readRunning } from './running-note.ts';
import { until } from './until.ts';

/** The time to wait for a service that is starting, which may train, or stopping, or for a command to be done. */
const WAIT_MS = 60_000;
const WAIT_STEP_MS = 50;
/** Most are done sooner, of which nobody need hear. */
const SAID_AFTER_MS = 1000;

/** Says that another process works on the data folder, and what to do. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse';
}

export interface EnterOptions {
  /** Takes a line where somebody has the folder for longer than a second. */
  onWait?: (line: string) => void;
  /** Default 60 000. */
  waitMs?: number;
}

/** A folder that is this process's alone, or what was found of the service on it, which waits at its end for `leave`. */
type Entry<Found> = { lock: FolderLock } | { found: Found; leave: () => void };

/**
 * Takes a folder for a command as soon as whoever has it for a while is done, or finds the store of the service that
 * runs on it, by its address.
 * @throws {DataFolderInUse} where nobody is done in time
 */
export const enterFolder = (folder: DataFolder, options: EnterOptions = {}): Promise<Entry<string>> =>
  enter(folder, ({ endpoint }) => endpoint, options);

/**
 * Takes a folder for a service.
 * @throws {DataFolderInUse} where another service runs or starts on it, or nobody is done in time
 */
export async function takeFolder(folder: DataFolder, options: EnterOptions = {}): Promise<FolderLock> {
  const entry = await enter(folder, (running) => running, options);
  if ('lock' in entry) return entry.lock;
  entry.leave();
  throw new DataFolderInUse(`Another Parley is using ${folder.path}. Stop it, or set PARLEY_DATA_DIR.`);
}

/** @param find of a service that is alive; undefined where it has to be waited for */
async function enter<Found>(
  folder: DataFolder,
  find: (running: Running) => Found | undefined,
  { onWait, waitMs = WAIT_MS }: EnterOptions,
): Promise<Entry<Found>> {
  const isUsed = `Something else is using ${folder.path}.`;
  const entry = await until(() => tryEnter(folder, find), {
    everyMs: WAIT_STEP_MS,
    mostMs: waitMs,
    say: onWait && { afterMs: SAID_AFTER_MS, line: () => onWait(`${isUsed} Waiting until it is done.`) },
  });
  if (entry === undefined) throw new DataFolderInUse(`${isUsed} Try again when it is done.`);
  return entry;
}

async function tryEnter<Found>(
  folder: DataFolder,
  find: (running: Running) => Found | undefined,
): Promise<Entry<Found> | undefined> {
  // Before the note is read: a service that stops takes that back first, and then looks who is there.
  const access = await lockOrVisit(folder);
  if ('lock' in access) return access;
  const running = await readRunning(folder);
  const found = running?.alive ? find(running) : undefined;
  if (found !== undefined) return { found, leave: access.leave };
  access.leave();
  return undefined;
}
