import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Demo } from '../../local/service.ts';

export type { Demo };

/** A service started by `npm start`: a separate process on its own port. */
export interface RunningService {
  demo: Demo;
  dataFolder: string;
  pid: number;
  /** Everything printed so far. */
  output(): string;
  /** Resolves with the exit code; null after a signal that it could not handle. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The longest silence of a starting service, which may bundle its functions on a busy machine. */
const SILENCE_MS = 300_000;

/** How the tested service runs: like `npm start` or `npm run start:lambda`. */
export const startedAs = (): keyof typeof START_FILES =>
  process.env.PARLEY_START === 'lambda' ? 'lambda' : 'local';

const START_FILES = { local: 'local/bin.mjs', lambda: 'local/lambda/bin.mjs' } as const;

/** Starts `npm start -- <assistants>` without waiting for it. With port 0 the operating system chooses. */
export function spawnService(
  dataFolder: string,
  port = 0,
  environment: Readonly<Record<string, string>> = {},
  assistants: readonly string[] = [],
): ChildProcess & { output: () => string } {
  const { PARLEY_CLOUD_ASSEMBLY } = process.env;
  const child = spawn(process.execPath, [START_FILES[startedAs()], ...assistants], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...(PARLEY_CLOUD_ASSEMBLY && { PARLEY_CLOUD_ASSEMBLY }),
      ...environment,
      PORT: String(port),
      PARLEY_DATA_DIR: dataFolder,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  return Object.assign(child, { output: () => text });
}

/**
 * Starts a service and waits until it is up.
 * @throws {Error} with its output if it ends before
 */
export async function startService(
  dataFolder: string,
  port = 0,
  environment: Readonly<Record<string, string>> = {},
  assistants: readonly string[] = [],
): Promise<RunningService> {
  const child = spawnService(dataFolder, port, environment, assistants);
  const ended = once(child, 'exit').then(() => child.exitCode);
  await new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`the service did not start:\n${child.output()}`));
    const timer = setTimeout(fail, SILENCE_MS);
    child.once('exit', fail);
    child.stdout?.on('data', () => {
      timer.refresh();
      if (!child.output().includes('Parley is up at')) return;
      clearTimeout(timer);
      child.off('exit', fail);
      resolve();
    });
  }).catch((error) => {
    child.kill('SIGKILL');
    throw error;
  });
  const demo: Demo = JSON.parse(await readFile(path.join(dataFolder, 'demo.json'), 'utf8'));
  return {
    demo,
    dataFolder,
    pid: child.pid ?? 0,
    output: child.output,
    end: (signal = 'SIGINT') => {
      child.kill(signal);
      return ended;
    },
  };
}
