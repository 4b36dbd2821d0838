import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Demo } from '../../local/service.ts';

export interface BenchService {
  demo: Demo;
  /** Its data folder. */
  directory: string;
  pid: number;
  /** Ends it as Ctrl-C does. Its data folder goes with it, unless the caller made that. */
  stop(): Promise<void>;
}

/** The file that starts a service. */
export type BenchServiceFile = 'local/bin.mjs' | 'local/lambda/bin.mjs';

export interface BenchServiceOptions {
  environment?: Record<string, string>;
  /** The stream for the service's own faults; a bench that makes faults wants to hear nothing of them. */
  errors?: 'inherit' | 'ignore';
  /** The data folder of one that ran before; without it a new one is made. */
  directory?: string;
  file?: BenchServiceFile;
}

/** Starts the service as `npm start` does, in a process of its own, on a free port. */
export async function startService({
  environment = {},
  errors = 'inherit',
  directory: given,
  file = 'local/bin.mjs',
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
  // Everything is up once the curl to paste has been printed, which comes last.
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
