import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DraftJob } from '../domain/drafts/jobs.ts';
import { setting } from './environment.ts';
import { invoke } from './invocation.ts';

/**
 * Starts the training of a job and does not wait for it. The setting `TRAINING` is the ARN of the training function,
 * or on a laptop the program to run beside the service: `file:///…/process.ts`.
 */
export async function startTraining({ institution, draft, id }: DraftJob): Promise<void> {
  const place = setting('TRAINING');
  const job = JSON.stringify({ institution, draft, id });
  if (place.startsWith('file:')) startProcess(fileURLToPath(place), job);
  else await invoke(place, job);
}

function startProcess(program: string, job: string): void {
  const child = spawn(process.execPath, [program, job], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  // A process that fails to start never reports, so its job becomes `dead`.
  child.once('error', () => undefined);
  child.unref();
  child.channel?.unref();
}
