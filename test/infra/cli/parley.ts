import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  /** What the command reads. */
  input?: string;
  environment?: Record<string, string | undefined>;
  /** The working directory; the project's root by default. */
  directory?: string;
}

/** Runs the `parley` command as its user does: a process of its own. */
export async function parley(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const child = spawn(process.execPath, [`${ROOT}infra/cli/bin.mjs`, ...args], {
    cwd: options.directory ?? ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...options.environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const outcome = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    outcome.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    outcome.stderr += text;
  });
  child.stdin.end(options.input ?? '');
  const [code] = await once(child, 'close');
  return { code, ...outcome };
}
