import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Demo } from '../../local/service.ts';

export interface BenchService {
  demo: Demo;
  /** The service's data folder. */
  directory: string;
  pid: number;
  /** Stops it like Ctrl-C. Its data folder is deleted unless the caller provided it. */
  stop(): Promise<void>;
}

/** The file that starts a service. */
export type BenchServiceFile = 'local/bin.mjs' | 'local/lambda/bin.mjs';

export interface BenchServiceOptions {
  environment?: Record<string, string>;
  /** Where the service's errors go; a bench that injects faults ignores them. */
  errors?: 'inherit' | 'ignore';
  /** The data folder of an earlier service; by default a new one is made. */
  directory?: string;
  file?: BenchServiceFile;
  /** Called with each line of the service's log. */
  onLine?: (line: string) => void;
}

/** Starts the service like `npm start`, in a separate process on a free port. */
export async function startService({
  environment = {},
  errors = 'inherit',
  directory: given,
  file = 'local/bin.mjs',
  onLine,
}: BenchServiceOptions = {}): Promise<BenchService> {
  const directory = given ?? (await mkdtemp(path.join(tmpdir(), 'parley-bench-')));
  const child = spawn(process.execPath, [file], {
    env: {
      ...process.env,
      ...environment,
      PORT: '0',
      PARLEY_DATA_DIR: directory,
    },
    stdio: ['ignore', 'pipe', errors],
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGINT');
      await new Promise((resolve) => child.once('exit', resolve));
    }
    if (given === undefined) await rm(directory, { recursive: true, force: true });
  };
  if (onLine !== undefined) createInterface(child.stdout).on('line', onLine);
  // Everything is up when the example curl command, which comes last, has been printed.
  await new Promise<void>((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('curl ')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}:\n${printed}`)));
  });
  const demo: Demo = JSON.parse(await readFile(path.join(directory, 'demo.json'), 'utf8'));
  return { demo, directory, pid: child.pid ?? 0, stop };
}
