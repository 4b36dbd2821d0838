import { rm } from 'node:fs/promises';
import * as z from 'zod/mini';
import { type DataFolder, readJson, writeJson } from './data-folder.ts';
import { isAlive } from './lifetime.ts';

const noteSchema = z.object({
  /** The store's address with its key; absent while others must not use it. */
  dynamodb_endpoint: z.optional(z.url()),
  pid: z.number(),
  database_pid: z.optional(z.number()),
});

/** A running service, according to its note in the folder. */
export interface Running {
  /** The store's address; undefined until commands may use it. */
  endpoint: string | undefined;
  /** The process that ends after the service's own database, if it has one. */
  databasePid: number | undefined;
  alive: boolean;
}

/** Reads the note of the last service on a folder; undefined if the service has deleted it. */
export async function readRunning({ runningFile }: DataFolder): Promise<Running | undefined> {
  const { success, data } = noteSchema.safeParse(await readJson(runningFile));
  if (!success) return undefined;
  return { endpoint: data.dynamodb_endpoint, databasePid: data.database_pid, alive: isAlive(data.pid) };
}

/** The values in a note that change. */
type Told = Partial<Pick<Running, 'endpoint' | 'databasePid'>>;

/**
 * The note of a service in its folder: commands find its store by it, and a start after a crash knows what to wait for.
 * Changes are written one after another, and none after the note was deleted.
 */
export class RunningNote {
  readonly #file: string;
  #told: Told | null = null;
  #isTakenBack = false;
  #written: Promise<void> = Promise.resolve();

  constructor({ runningFile }: DataFolder) {
    this.#file = runningFile;
  }

  /** Updates the given values in the note. */
  tell(told: Told): Promise<void> {
    if (this.#isTakenBack) return this.#written;
    const { endpoint, databasePid } = { ...this.#told, ...told };
    this.#told = { endpoint, databasePid };
    const note = { dynamodb_endpoint: endpoint, pid: process.pid, database_pid: databasePid };
    return this.#after(() => writeJson(this.#file, note));
  }

  /** Records a restarted database, if there is a note: a command's own store has none. */
  async databaseCameBack(databasePid: number): Promise<void> {
    if (this.#told !== null) await this.tell({ databasePid });
  }

  takeBack(): Promise<void> {
    this.#isTakenBack = true;
    return this.#after(() => rm(this.#file, { force: true }));
  }

  /** Runs the work after the current one, even if that fails. */
  #after(work: () => Promise<void>): Promise<void> {
    this.#written = this.#written.then(work, work);
    return this.#written;
  }
}
