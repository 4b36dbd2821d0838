import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { main } from '../../cli/main.ts';
import { openOperator } from '../../cli/operator.ts';
import { erasePerson } from '../../functions/shared/domain/institutions/erasure.ts';
import { useDynamoDb } from '../support/dynamodb.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  /** The command's standard input. */
  input?: string;
  environment?: Record<string, string | undefined>;
  /** The working directory; the project's root by default. */
  directory?: string;
}

/** Runs the `parley` command in a separate process. */
export async function parley(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const child = spawn(process.execPath, [`${ROOT}cli/bin.mjs`, ...args], {
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

/**
 * Runs a command in this process, with this process's environment.
 * @param input the command's standard input
 */
export async function parleyHere(args: readonly string[], input = ''): Promise<Outcome> {
  const outcome = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      outcome[name] += String(chunk);
      return true;
    }),
  );
  const typing = vi.spyOn(process, 'stdin', 'get');
  typing.mockReturnValue(Object.assign(Readable.from([input]), { fd: 0 }) as unknown as typeof process.stdin);
  try {
    const code = await main(['node', 'parley', ...args]);
    return { code, ...outcome };
  } finally {
    for (const spy of [...spies, typing]) spy.mockRestore();
  }
}

/** Erases an end user as `parley user erase` does, but without its pause for indexes on AWS. */
export async function eraseHere(institution: string, externalUserId: string): Promise<void> {
  const operator = await openOperator();
  await erasePerson({ ...operator, wait: async () => undefined }, institution, externalUserId);
  operator.close();
}

/**
 * Provides a test file with a store that has the institution `acme` and its user `ann`, without a password.
 */
export function useAcme() {
  const store = useDynamoDb();
  let folder = '';
  beforeAll(async () => {
    folder = await temporaryFolder();
    process.env.ARTIFACTS = `file://${folder}`;
    expect(store.endpoint()).not.toBe('');
    for (const args of [
      ['institution', 'create', 'acme', '--display-name', 'The Acme bank'],
      ['user', 'create', 'ann', '--institution', 'acme'],
    ]) {
      expect((await parleyHere(args)).code).toBe(0);
    }
  });
  afterAll(() => removeFolder(folder));
  return {
    client: store.client,
    folder: () => folder,
    /** Returns the command's exit code and its answer with `--json`. */
    async json(...args: string[]) {
      const { code, stdout } = await parleyHere([...args, '--json']);
      return { code, ...JSON.parse(stdout) };
    },
  };
}
