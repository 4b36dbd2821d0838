import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const PRELOADED = fileURLToPath(new URL('kept-memory.mjs', import.meta.url));

const LOOK_MS = 20;
const PATIENCE_MS = 10_000;

/** A measurement of the memory that a process still uses after its garbage is collected. */
export interface KeptMemory {
  /** Environment variables with which to start the process. */
  environment: Record<string, string>;
  /**
   * Megabytes in use after collecting all garbage.
   * @throws {Error} if the process does not answer within ten seconds
   */
  megabytesOf(pid: number): Promise<number>;
}

/** @param folder where the process writes its figure */
export function measureKept(folder: string): KeptMemory {
  const file = path.join(folder, 'kept-memory');
  return {
    environment: { NODE_OPTIONS: `--import=${pathToFileURL(PRELOADED)}`, KEPT_MEMORY_FILE: file },
    megabytesOf: async (pid) => {
      rmSync(file, { force: true });
      process.kill(pid, 'SIGUSR2');
      for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await delay(LOOK_MS))
        if (existsSync(file)) return Number(readFileSync(file, 'utf8')) / 2 ** 20;
      throw new Error(`process ${pid} did not tell its memory`);
    },
  };
}
