import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

/** True under `npm run test:aws` if moto's server, the AWS command line and `jq` are installed. */
export const motoInstalled = (): boolean =>
  process.env.PARLEY_TEST_AWS === 'yes' &&
  [
    ['python3', '-c', 'import moto.server'],
    ['aws', '--version'],
    ['jq', '--version'],
  ].every(([file = '', ...words]) => spawnSync(file, words).status === 0);

const standing = z.object({
  endpoint: z.string(),
  region: z.string(),
  status: z.string(),
  /** The number of resources that were created. */
  made: z.number(),
  /** Resource types that moto's CloudFormation does not support. */
  leftOut: z.array(z.string()),
});

/** A simulated AWS account with a stack. */
export interface Moto extends z.infer<typeof standing> {
  /** Environment variables with which the command line and the SDK find it. */
  environment: Record<string, string>;
  end(): Promise<void>;
}

/** Creates a template's stack in moto; the template file is written to the folder. */
export async function startMoto(folder: string, stackName: string, template: unknown): Promise<Moto> {
  const file = path.join(folder, 'moto.template.json');
  writeFileSync(file, JSON.stringify(template));
  const script = fileURLToPath(new URL('stack-in-moto.py', import.meta.url));
  const child = spawn('python3', [script, file, stackName], { stdio: ['pipe', 'pipe', 'pipe'] });
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(() => {
      throw new Error(complaints);
    }),
  ])) as [string];
  const stack = standing.parse(JSON.parse(line));
  return {
    ...stack,
    environment: {
      AWS_ENDPOINT_URL: stack.endpoint,
      AWS_ACCESS_KEY_ID: 'none',
      AWS_SECRET_ACCESS_KEY: 'none',
      AWS_REGION: stack.region,
      AWS_DEFAULT_REGION: stack.region,
      AWS_PAGER: '',
    },
    end: () => end(child),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.stdin?.end();
  await ended;
}
