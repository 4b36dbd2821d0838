import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compileAssistant } from '../../authoring/compile.ts';
import { isInside } from '../../authoring/folder.ts';
import { readAssistant } from '../../authoring/read-folder.ts';
import { startFolderServer } from '../../local/folder-server.ts';
import { parleyHere } from '../cli/parley.ts';

const SECRET = 'whsec_of_somebody_else';
const TURNS = 'name: hours\nturns: [{say: hi, expect: {state: hours}}]\n';
const FILES = {
  'assistant.yaml': `schema: 1
name: linked
languages: {default: en, supported: [en]}
business_logic: {url: "env:BLS_LINKED_URL"}
out_of_scope: {say: {en: No.}}
`,
  'competencies/hours.yaml': `competency: hours
states:
  hours:
    terminal: true
    utterances: {en: [when do you open, when do you close, your hours, opening hours, are you open]}
    say: {en: At nine.}
`,
  'tests/a.yaml': TURNS,
};

let root = '';
/** The assistant's folder; `outside` is a folder beside it. */
let folder = '';
let outside = '';
beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'parley-folder-')));
  folder = path.join(root, 'assistant');
  outside = path.join(root, 'assistant-of-another');
  await Promise.all(Object.entries(FILES).map(([name, text]) => write(folder, name, text)));
  await write(outside, 'secret', SECRET);
});
afterEach(() => rm(root, { recursive: true }));

async function write(place: string, name: string, text: string): Promise<void> {
  const file = path.join(place, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Replaces `name` in the assistant's folder with a link to `target`. */
async function link(name: string, target: string): Promise<void> {
  const file = path.join(folder, name);
  await rm(file, { recursive: true, force: true });
  await mkdir(path.dirname(file), { recursive: true });
  await symlink(target, file);
}

const found = async () =>
  (await readAssistant(folder)).findings.map(
    ({ file, severity, message }) => `${file} ${severity}: ${message}`,
  );

const LEADS_OUT =
  'error: this link leads outside the assistant’s folder, so it is not read: replace it with a copy';

describe('a link out of an assistant’s folder', () => {
  it.each([
    'assistant.yaml',
    'competencies/other.yaml',
    'entities/other.yaml',
    'tests/other.yaml',
    'tests/recorded/a.json',
    'faq/help/fees.md',
    'faq/help/fees.json',
    'faq/help.json',
  ])('in the place of %s is reported, and its target is not read', async (name) => {
    await link(name, path.join(outside, 'secret'));
    const authored = await readAssistant(folder);
    expect(await found()).toContain(`${name} ${LEADS_OUT}`);
    expect(Object.keys(authored.files)).not.toContain(name);
    expect(JSON.stringify(authored)).not.toContain(SECRET);
    expect(() => compileAssistant(authored)).toThrow();
  });

  it.each(['competencies', 'entities', 'tests', 'tests/recorded', 'faq', 'faq/help'])(
    'in the place of the folder %s is reported, and nothing in it is read',
    async (name) => {
      for (const file of ['x.yaml', 'x.json', 'help/x.md', 'recorded/x.json'])
        await write(outside, file, SECRET);
      await link(name, outside);
      const authored = await readAssistant(folder);
      expect(await found()).toContain(`${name} ${LEADS_OUT}`);
      expect(JSON.stringify(authored)).not.toContain(SECRET);
    },
  );

  it('is found behind a link that stays inside, and is reported with its path from the folder', async () => {
    await link('other/secret', '../../assistant-of-another/secret');
    await link('faq/help/fees.md', '../../other/secret');
    expect(await found()).toEqual([`faq/help/fees.md ${LEADS_OUT}`]);
  });

  it('makes the check fail and is reported by it', async () => {
    await link('faq/help/fees.md', path.join(outside, 'secret'));
    const { code, stdout } = await parleyHere(['ai', 'check', folder]);
    expect({ code, told: stdout.includes(`faq/help/fees.md:1:1: ${LEADS_OUT}`) }).toEqual({
      code: 1,
      told: true,
    });
    expect(stdout).not.toContain(SECRET);
  });

  it('stops a recording before it is written', async () => {
    await link('tests/recorded/a.json', path.join(outside, 'new.json'));
    const { code, stderr } = await parleyHere(['ai', 'test', folder, '--record']);
    expect(code).toBe(1);
    expect(stderr).toContain('tests/recorded/a.json');
    expect(await isInside(outside, 'new.json')).toBe(false);
  });

  it.each(['business-logic/server.ts', 'business-logic/fixtures.json', 'business-logic'])(
    'in the place of %s starts no server',
    async (name) => {
      await write(outside, 'server.ts', 'throw new Error("not mine")');
      await write(outside, 'fixtures.json', '{}');
      const file = path.extname(name) === '' ? '' : path.basename(name);
      await link(name, path.join(outside, file));
      await expect(startFolderServer(folder, {})).rejects.toThrow(
        'is a link to outside the folder of the assistant',
      );
    },
  );

  it('is ignored where no assistant would read it', async () => {
    await link('README.md', path.join(outside, 'secret'));
    await link('notes', outside);
    await link('competencies/notes.txt', path.join(outside, 'secret'));
    expect(await found()).toEqual([]);
  });
});

describe('a link within an assistant’s folder', () => {
  it('is followed to a file or a folder', async () => {
    await write(folder, 'shared/help/fees.md', '# Fees\n\nNone.\n');
    await write(folder, 'shared/a.yaml', TURNS);
    await link('faq', 'shared');
    await link('tests/a.yaml', path.join(folder, 'shared/a.yaml'));
    const { files, findings } = await readAssistant(folder);
    expect(findings).toEqual([]);
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['faq/help/fees.md', 'tests/a.yaml']));
  });

  it('may form a loop', async () => {
    await link('faq/help/loop', '..');
    await link('tests/recorded', '../tests');
    await link('competencies/self.yaml', 'self.yaml');
    expect(await found()).toEqual([
      'competencies/self.yaml error: this link is broken: remove it, or replace it with the file',
    ]);
  });

  it('is fine in the folder’s own path', async () => {
    await symlink(folder, path.join(root, 'by-another-name'));
    expect((await readAssistant(path.join(root, 'by-another-name'))).findings).toEqual([]);
  });
});

it('what is not a regular file is reported, and reading does not wait for it', async () => {
  const server = createServer().listen(path.join(folder, 'tests/b.yaml'));
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    expect(await found()).toEqual(['tests/b.yaml error: this is not a regular file: remove it']);
  } finally {
    server.close();
  }
});
