import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { main } from '../../../infra/cli/main.ts';

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

/** Runs a command that reads nothing in this process, with this process's environment. */
export async function parleyHere(args: readonly string[]): Promise<Outcome> {
  const outcome = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      outcome[name] += String(chunk);
      return true;
    }),
  );
  try {
    const code = await main(['node', 'parley', ...args]);
    return { code, ...outcome };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
