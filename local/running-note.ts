import { rm } from 'node:fs/promises';
import * as z from 'zod/mini';
import { type DataFolder, readJson, writeJson } from './data-folder.ts';
import { isAlive } from './lifetime.ts';

const noteSchema = z.object({
  /** The store's address with its key; absent while other processes must not use the store. */
  dynamodb_endpoint: z.optional(z.url()),
  pid: z.number(),
  database_pid: z.optional(z.number()),
});

/** A running service, according to its note in the folder. */
export interface Running {
  /** The store's address; undefined until commands may use it. */
  endpoint: string | undefined;
  /** The service's own database process that ends last; undefined without an own database. */
  databasePid: number | undefined;
  alive: boolean;
}

/** Reads the note of the latest service on a folder; undefined if the service has deleted it. */
export async function readRunning({ runningFile }: DataFolder): Promise<Running | undefined> {
  const { success, data } = noteSchema.safeParse(await readJson(runningFile));
  if (!success) return undefined;
  return { endpoint: data.dynamodb_endpoint, databasePid: data.database_pid, alive: isAlive(data.pid) };
}

/** The values of a note that change. */
type Told = Partial<Pick<Running, 'endpoint' | 'databasePid'>>;

/**
 * A service's note in its folder: commands find the store by it, and a start after a crash learns which
 * process to wait for. Changes are written one after another, and never after the note was deleted.
 */
export class RunningNote {
  readonly #file: string;
  #contents: Told | null = null;
  #isTakenBack = false;
  #written: Promise<void> = Promise.resolve();

  constructor({ runningFile }: DataFolder) {
    this.#file = runningFile;
  }

  /** Updates the given values of the note. */
  tell(contents: Told): Promise<void> {
    if (this.#isTakenBack) return this.#written;
    const { endpoint, databasePid } = { ...this.#contents, ...contents };
    this.#contents = { endpoint, databasePid };
    const note = { dynamodb_endpoint: endpoint, pid: process.pid, database_pid: databasePid };
    return this.#after(() => writeJson(this.#file, note));
  }

  /** Records a restarted database if there is a note; the store of a single command has no note. */
  async databaseCameBack(databasePid: number): Promise<void> {
    if (this.#contents !== null) await this.tell({ databasePid });
  }

  takeBack(): Promise<void> {
    this.#isTakenBack = true;
    return this.#after(() => rm(this.#file, { force: true }));
  }

  /** Runs the work after the previous work, even if that failed. */
  #after(work: () => Promise<void>): Promise<void> {
    this.#written = this.#written.then(work, work);
    return this.#written;
  }
}
