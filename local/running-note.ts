import { rm } from 'node:fs/promises';
import * as z from 'zod/mini';
import { type DataFolder, readJson, writeJson } from './data-folder.ts';
import { isAlive } from './lifetime.ts';

const noteSchema = z.object({
  /** The address of the store, with its key; absent while nobody else may use it. */
  dynamodb_endpoint: z.optional(z.url()),
  pid: z.number(),
  database_pid: z.optional(z.number()),
});

/** A service as its note in the folder tells of it. */
export interface Running {
  /** The address of its store; undefined until commands may use it. */
  endpoint: string | undefined;
  /** The process that ends after the database, where that was its own. */
  databasePid: number | undefined;
  alive: boolean;
}

/** Reads what the last service on a folder wrote down; undefined where it has taken that back. */
export async function readRunning({ runningFile }: DataFolder): Promise<Running | undefined> {
  const { success, data } = noteSchema.safeParse(await readJson(runningFile));
  if (!success) return undefined;
  return { endpoint: data.dynamodb_endpoint, databasePid: data.database_pid, alive: isAlive(data.pid) };
}

/** The values that change in the note of one service. */
type Told = Partial<Pick<Running, 'endpoint' | 'databasePid'>>;

/**
 * The note of a service in the folder that it has: commands find its store by it, and the start after a killed one what
 * to wait for. One change is written after the other, and none once it is taken back, whatever was still under way.
 */
export class RunningNote {
  readonly #file: string;
  #told: Told | null = null;
  #isTakenBack = false;
  #written: Promise<void> = Promise.resolve();

  constructor({ runningFile }: DataFolder) {
    this.#file = runningFile;
  }

  /** Writes down what is told, beside what was told before. */
  tell(told: Told): Promise<void> {
    if (this.#isTakenBack) return this.#written;
    const { endpoint, databasePid } = { ...this.#told, ...told };
    this.#told = { endpoint, databasePid };
    const note = { dynamodb_endpoint: endpoint, pid: process.pid, database_pid: databasePid };
    return this.#after(() => writeJson(this.#file, note));
  }

  /** Writes down a database that came back, where anything is written down: the store of a command is not. */
  async databaseCameBack(databasePid: number): Promise<void> {
    if (this.#told !== null) await this.tell({ databasePid });
  }

  takeBack(): Promise<void> {
    this.#isTakenBack = true;
    return this.#after(() => rm(this.#file, { force: true }));
  }

  /** Does it after what is under way, whether or not that fails. */
  #after(work: () => Promise<void>): Promise<void> {
    this.#written = this.#written.then(work, work);
    return this.#written;
  }
}
