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
  /** The input that the command reads. */
  input?: string;
  environment?: Record<string, string | undefined>;
  /** The working directory; the project's root by default. */
  directory?: string;
}

/** Runs the `parley` command as its user does: a process of its own. */
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
 * @param input what it reads
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

/** Erases an end user as `parley user erase` does, without its pause of seconds for indexes on AWS. */
export async function eraseHere(institution: string, externalUserId: string): Promise<void> {
  const operator = await openOperator();
  await erasePerson({ ...operator, wait: async () => undefined }, institution, externalUserId);
  operator.close();
}

/** A store of the test file's own with the institution `acme` and its user `ann`, who has no password. */
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
    /** The command's answer with `--json`. */
    async json(...args: string[]) {
      const { code, stdout } = await parleyHere([...args, '--json']);
      return { code, ...JSON.parse(stdout) };
    },
  };
}
