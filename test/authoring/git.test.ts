import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCommit } from '../../authoring/git.ts';

let folder: string;
let ran: string;

const git = (...args: string[]): string =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    encoding: 'utf8',
  }).trim();

beforeEach(() => {
  const root = mkdtempSync(path.join(tmpdir(), 'parley-git-'));
  folder = path.join(root, 'assistant');
  ran = path.join(root, 'ran');
  execFileSync('git', ['init', '--quiet', folder]);
  writeFileSync(path.join(folder, 'assistant.yaml'), 'schema: 1\n');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
});

afterEach(() => rmSync(path.dirname(folder), { recursive: true }));

describe('a folder', () => {
  it('has a commit with its author, marked as dirty after a change', async () => {
    const commit = git('rev-parse', 'HEAD');
    expect(await readCommit(folder)).toEqual({ commit, author: 'Ada <ada@example.com>' });
    writeFileSync(path.join(folder, 'assistant.yaml'), 'schema: 2\n');
    expect(await readCommit(folder)).toEqual({ commit: `${commit}-dirty`, author: 'Ada <ada@example.com>' });
  });

  it('has no commit where there is no repository', async () => {
    rmSync(path.join(folder, '.git'), { recursive: true });
    expect(await readCommit(folder)).toEqual({});
  });
});

describe('a folder from somebody else runs no program', () => {
  const program = () => `touch ${ran}; false`;
  const set = (text: string) => appendFileSync(path.join(folder, '.git/config'), text);
  /** Changes a file, so that git has to read it again. */
  const touch = () => writeFileSync(path.join(folder, 'assistant.yaml'), 'schema: 3\n');

  it.each([
    ['watches its files', () => set(`[core]\n\tfsmonitor = "${program()}"\n`)],
    [
      'filters its files',
      () => {
        set(`[filter "own"]\n\tclean = "${program()}"\n`);
        writeFileSync(path.join(folder, '.git/info/attributes'), '* filter=own\n');
      },
    ],
    [
      'is run as a hook',
      () => {
        const hook = path.join(folder, '.git/hooks/post-index-change');
        writeFileSync(hook, `#!/bin/sh\n${program()}\n`, { mode: 0o755 });
      },
    ],
  ])('that %s', async (_name, prepare) => {
    prepare();
    touch();
    await readCommit(folder);
    expect(existsSync(ran)).toBe(false);
  });

  it('of a repository that lies open among its files', async () => {
    for (const name of ['HEAD', 'objects', 'refs'])
      cpSync(path.join(folder, '.git', name), path.join(folder, name), { recursive: true });
    renameSync(path.join(folder, '.git'), path.join(path.dirname(folder), 'away'));
    const settings = `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = "${program()}"\n`;
    writeFileSync(path.join(folder, 'config'), settings);
    expect(await readCommit(folder)).toEqual({});
    expect(existsSync(ran)).toBe(false);
  });
});
