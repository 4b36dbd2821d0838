import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { type RunningService, startService } from '../support/service.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const page = (name: string) => readFileSync(path.join(ROOT, 'docs', name), 'utf8');
const [, serve = ''] = /## Serve and publish\n([\s\S]*?)\n##/.exec(page('AUTHORING.md')) ?? [];
const walk = page('FIRST-ASSISTANT.md') + serve;
const steps = [...walk.matchAll(/```sh\n([\s\S]*?)```\n(?:\n```text\n([\s\S]*?)```)?/g)].map(
  ([, commands = '', printed = '']) => ({ commands, printed }),
);

let folder: string;
let shell: Shell;
let service: RunningService | undefined;
/** What the last step printed. */
let output = '';

beforeAll(async () => {
  folder = await temporaryFolder();
  shell = new Shell(path.join(folder, 'data'));
});
afterAll(async () => {
  shell?.end();
  await service?.end('SIGKILL');
  await removeFolder(folder);
});

/** One shell for all steps, like the reader's. */
class Shell {
  readonly #bash: ChildProcess;
  #output = '';

  constructor(dataFolder: string) {
    this.#bash = spawn('bash', [], {
      cwd: ROOT,
      env: {
        PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
        HOME: process.env.HOME,
        PARLEY_DATA_DIR: dataFolder,
      },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#bash.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text;
    });
    // Replaces npx, which would run the command of wherever node_modules leads.
    this.#bash.stdin?.write('exec 2>&1; npx() { shift; node cli/bin.mjs "$@"; }\n');
  }

  /**
   * Runs commands.
   * @returns what they printed
   */
  async type(commands: string): Promise<string> {
    this.#output = '';
    this.#bash.stdin?.write(`${commands}\necho "=== done"\n`);
    await expect.poll(() => this.#output, { timeout: 110_000, interval: 20 }).toMatch(/=== done\n$/);
    return this.#output;
  }

  end(): void {
    this.#bash.kill('SIGKILL');
  }
}

/** Replaces the folders and the address of the guide with those of this run. */
const here = (commands: string): string =>
  commands
    .replaceAll('../library', path.join(folder, 'library'))
    .replaceAll('./.parley', path.join(folder, 'data'))
    .replaceAll('http://127.0.0.1:3000', service?.demo.base_url ?? '');

async function take({ commands, printed }: { commands: string; printed: string }): Promise<void> {
  if (commands.startsWith('npm start')) {
    const assistants = here(commands).trim().split(' ').slice(3);
    service = await startService(path.join(folder, 'data'), 0, {}, assistants);
    return;
  }
  const lines = printed.split('\n').filter((line) => line !== '');
  const typed = lines.filter((line) => line.startsWith('> ')).map((line) => line.slice(2));
  const input = typed.length === 0 ? '' : ` <<'END'\n${typed.join('\n')}\nEND`;
  output = await shell.type(`${here(commands).trimEnd()}${input}`);
  for (const line of lines.filter((one) => !one.startsWith('> '))) expect(output).toContain(line);
}

describe('the path of docs/FIRST-ASSISTANT.md and on to a published version', () => {
  it('has all its steps', () => {
    expect(steps).toHaveLength(8);
    expect(steps.filter(({ printed }) => printed !== '')).toHaveLength(7);
  });

  it.each(steps.map((step) => [step.commands.trim().split('\n').at(-1) ?? '', step] as const))(
    'works as written: %s',
    async (_last, step) => take(step),
  );

  it('ends with the earlier version in use again', () => {
    const history = output.match(/^\d+ {2}\d{4}-.*$/gm) ?? [];
    expect(history).toHaveLength(3);
    expect(history[0]).toContain(service?.demo.ai_version);
  });
});
