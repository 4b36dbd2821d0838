import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../local/guarded-database.ts';
import type { Demo } from '../../local/service.ts';

export interface BenchService {
  demo: Demo;
  /** Its data folder. */
  directory: string;
  /** Megabytes of its process that are in memory now. */
  memoryMegabytes(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts the service as `npm start` does, in a process of its own, on a free port and an empty data folder.
 * @param errors where what it says of its own faults goes; a bench that makes them wants to hear nothing of it
 */
export async function startService(
  environment: Record<string, string> = {},
  errors: 'inherit' | 'ignore' = 'inherit',
): Promise<BenchService> {
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-bench-'));
  const child = spawn(process.execPath, ['local/bin.mjs'], {
    env: {
      ...process.env,
      ...environment,
      PORT: String(await freePort()),
      PARLEY_DATA_DIR: directory,
    },
    stdio: ['ignore', 'pipe', errors],
  });
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGINT');
      await new Promise((resolve) => child.once('exit', resolve));
    }
    await rm(directory, { recursive: true, force: true });
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
  return { demo, directory, memoryMegabytes: () => residentMegabytes(child.pid ?? 0), stop };
}

/** As Linux tells it; not a number elsewhere. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}
