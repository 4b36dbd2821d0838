import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { DraftJob } from '../domain/drafts/jobs.ts';
import { ATTEMPTS, CONNECTION_MS, withDeadlines } from './deadlines.ts';
import { localService } from './endpoint.ts';
import { optionalSetting, setting } from './environment.ts';

/**
 * Starts the training of a job and does not wait for it. The setting `TRAINING` is the ARN of the function that trains,
 * or, on a laptop, the program to run beside the service: `file:///…/process.ts`. `LAMBDA_ENDPOINT` sets another
 * implementation of Lambda (see `localService`).
 */
export async function startTraining({ institution, draft, id }: DraftJob): Promise<void> {
  const place = setting('TRAINING');
  const job = JSON.stringify({ institution, draft, id });
  if (place.startsWith('file:')) startProcess(fileURLToPath(place), job);
  else await invoke(place, job);
}

function startProcess(program: string, job: string): void {
  const child = spawn(process.execPath, [program, job], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  // A process that cannot be started gives no sign of life, which the job tells.
  child.once('error', () => undefined);
  child.unref();
  child.channel?.unref();
}

async function invoke(FunctionName: string, job: string): Promise<void> {
  const endpoint = optionalSetting('LAMBDA_ENDPOINT');
  const client = withDeadlines(
    new LambdaClient({
      requestHandler: { connectionTimeout: CONNECTION_MS },
      maxAttempts: ATTEMPTS,
      ...(endpoint === undefined ? {} : localService(endpoint)),
    }),
  );
  try {
    await client.send(
      new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload: Buffer.from(job) }),
    );
  } finally {
    client.destroy();
  }
}
