import { appendFile, cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { useAcme } from './parley.ts';

vi.mock('../../authoring/train.ts', async (original) =>
  (await import('../support/quick-training.ts')).quickTraining(original),
);

const { json, folder } = useAcme();
const ASSISTANT = 'test/conformance/assistant';
const acme = ['--institution', 'acme'];

const draft = (command: string, ...args: string[]) => json('ai', 'draft', command, ...args, ...acme);

/** Copies the assistant's folder, and returns the path of the copy. */
async function copyOf(name: string): Promise<string> {
  const copy = path.join(folder(), name);
  await cp(ASSISTANT, copy, { recursive: true });
  return copy;
}

const filesOf = async (root: string): Promise<Record<string, Buffer>> => {
  const names = await readdir(root, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const read = files.map(async (file) => [path.relative(root, file), await readFile(file)] as const);
  return Object.fromEntries(await Promise.all(read));
};

test('a pushed folder is pulled again byte for byte', async () => {
  const [pushed, pulled] = [await copyOf('there'), path.join(folder(), 'back')];
  await appendFile(path.join(pushed, 'assistant.yaml'), '# ñ\r\n');
  expect(await draft('push', 'bank', pushed)).toMatchObject({ code: 0, draft: 'bank', revision: 1 });
  expect(await draft('pull', 'bank', pulled)).toMatchObject({
    code: 0,
    revision: 1,
    updated_by: expect.any(String),
  });
  expect(await filesOf(pulled)).toEqual(await filesOf(pushed));
  expect((await draft('list')).drafts).toContainEqual(
    expect.objectContaining({ draft: 'bank', revision: 1 }),
  );
});

test('a push replaces only the revision that it names, and earlier revisions can be pulled', async () => {
  const copy = await copyOf('twice');
  await draft('push', 'twice', copy);
  const before = await filesOf(copy);
  await appendFile(path.join(copy, 'assistant.yaml'), '# changed\n');
  await rm(path.join(copy, 'entities'), { recursive: true });
  expect(await draft('push', 'twice', copy)).toMatchObject({
    code: 1,
    error_description: expect.stringMatching(/at revision 1, written by .*--revision 1/),
  });
  expect(await draft('push', 'twice', copy, '--revision', '1')).toMatchObject({ code: 0, revision: 2 });
  expect(await draft('push', 'twice', copy, '--revision', '1')).toMatchObject({ code: 1 });
  const [latest, first] = [path.join(folder(), 'latest'), path.join(folder(), 'first')];
  await draft('pull', 'twice', latest);
  await draft('pull', 'twice', first, '--revision', '1');
  expect(await filesOf(latest)).toEqual(await filesOf(copy));
  expect(await filesOf(first)).toEqual(before);
});

test('pull refuses a folder that contains files', async () => {
  await draft('push', 'full', await copyOf('full'));
  const full = path.join(folder(), 'full');
  expect(await draft('pull', 'full', full)).toMatchObject({ code: 1 });
});

test.each([
  ['no folder of an assistant', async (root: string) => rm(path.join(root, 'assistant.yaml'))],
  [
    'a file that is not text',
    (root: string) => writeFile(path.join(root, 'assistant.yaml'), Buffer.from([0xff])),
  ],
  ['a link out of it', (root: string) => symlink('/etc/passwd', path.join(root, 'competencies', 'x.yaml'))],
])('%s is not pushed', async (name, spoil) => {
  const root = path.join(folder(), name);
  await mkdir(path.join(root, 'competencies'), { recursive: true });
  await writeFile(path.join(root, 'assistant.yaml'), 'schema: 1\n');
  await spoil(root);
  expect(await draft('push', 'spoilt', root)).toMatchObject({ code: 1 });
  expect((await draft('list')).drafts).not.toContainEqual(expect.objectContaining({ draft: 'spoilt' }));
});

test('a deleted draft is not listed, and can be restored from its revision', async () => {
  const copy = await copyOf('gone');
  await draft('push', 'gone', copy);
  expect(await draft('delete', 'gone')).toMatchObject({ code: 0, deleted: true, revision: 1 });
  expect((await draft('list')).drafts).not.toContainEqual(expect.objectContaining({ draft: 'gone' }));
  expect(await draft('delete', 'gone')).toMatchObject({ code: 1, error: 'not_found' });
  const back = path.join(folder(), 'gone back');
  expect(await draft('pull', 'gone', back, '--revision', '1')).toMatchObject({ code: 0 });
  expect(await filesOf(back)).toEqual(await filesOf(copy));
  expect(await draft('push', 'gone', back)).toMatchObject({ code: 0, revision: 3 });
});

test('one command publishes a draft as the same version that its folder would be', async () => {
  await draft('push', 'published', await copyOf('published'));
  const published = await draft('publish', 'published');
  expect(published).toMatchObject({ code: 0, draft: 'published', revision: 1, state: 'published' });
  const { versions } = await json('ai', 'list', ...acme);
  expect(versions).toContainEqual(expect.objectContaining({ ai_version: published.ai_version }));
});

test('publish refuses a draft with errors, and says why', async () => {
  const copy = await copyOf('faulty');
  await writeFile(path.join(copy, 'assistant.yaml'), 'schema: 1\n');
  await draft('push', 'faulty', copy);
  expect(await draft('publish', 'faulty')).toMatchObject({
    code: 1,
    error_description: expect.stringContaining('the assistant has errors'),
  });
});

test('a draft whose tests fail is published only with --despite-failed-tests, and its play is reported', async () => {
  const copy = await copyOf('failing');
  await mkdir(path.join(copy, 'tests'), { recursive: true });
  const failing = 'name: fails\nturns: [{say: thank you, expect: {said: never said}}]\n';
  await writeFile(path.join(copy, 'tests', 'fails.yaml'), failing);
  await draft('push', 'failing', copy);
  const refused = await draft('publish', 'failing');
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.error_description).toContain('tests of the draft fail');
  expect(refused.error_description).toContain('tests/fails.yaml, turn 1');
  expect(await draft('publish', 'failing', '--despite-failed-tests')).toMatchObject({
    code: 0,
    state: 'published',
    play: { tests: { failed: 1 }, comparison: 'none' },
  });
  expect(await draft('publish', 'failing', '--compare-with', crypto.randomUUID())).toMatchObject({
    code: 1,
    error: 'not_found',
  });
});

describe('phrases that are tried in a draft', () => {
  const trying = (...args: string[]) => draft('try', 'tried', ...args);
  beforeAll(async () => {
    await draft('push', 'tried', await copyOf('tried'));
  });

  test('are reported with the utterances at risk, and do not change the draft', async () => {
    const tried = await trying('paint the fence', '--label', 'report', '--language', 'en');
    expect(tried).toMatchObject({ code: 0, draft: 'tried', revision: 1, ai_version: null });
    const [{ kind, name, has_name, phrases }] = tried.trials;
    expect({ kind, name, has_name }).toEqual({ kind: 'utterance', name: 'report', has_name: true });
    expect(phrases[0].at_risk).toContainEqual(
      expect.objectContaining({ kind: 'utterance', name: 'paint', text: 'repaint the fence' }),
    );
    expect((await draft('list')).drafts).toContainEqual(
      expect.objectContaining({ draft: 'tried', revision: 1 }),
    );
  });

  test('are a list of accepted groups, each tried for its own label', async () => {
    const accepted = path.join(folder(), 'accepted.yaml');
    await writeFile(
      accepted,
      '- label: thanks\n  utterances: {en: [thank you, cheers]}\n' +
        '- label: nowhere\n  utterances: {en: [open the door]}\n- label: null\n  utterances: {en: [no]}\n',
    );
    const { code, trials } = await trying('--accept', accepted);
    expect(code).toBe(0);
    expect(trials).toMatchObject([
      {
        name: 'thanks',
        language: 'en',
        has_name: true,
        phrases: [{ text: 'thank you' }, { text: 'cheers' }],
      },
      { name: 'nowhere', has_name: false, phrases: [{ text: 'open the door' }] },
    ]);
    expect(trials[0].phrases[0].stands).toEqual([{ kind: 'utterance', name: 'thanks', is_wanted: true }]);
  });

  test('are tried in the files of a folder that is not pushed', async () => {
    const changed = await copyOf('not pushed');
    const report = path.join(changed, 'competencies', 'report.yaml');
    await writeFile(report, (await readFile(report, 'utf8')).replace('- send a report', '- cheers'));
    const tried = await trying('cheers', '--label', 'thanks', '--folder', changed);
    expect(tried).toMatchObject({ code: 0, folder: changed });
    expect(tried.trials[0].phrases[0].stands).toEqual([
      { kind: 'utterance', name: 'report', is_wanted: false },
    ]);
  });

  test.each([
    ['no phrase', ['--label', 'thanks']],
    ['no place', ['cheers']],
    ['two places', ['cheers', '--label', 'thanks', '--value', 'red']],
  ])('with %s are refused with a message that says what to give', async (_, args) => {
    expect(await trying(...args)).toMatchObject({
      code: 1,
      error_description: expect.stringContaining('--label NAME'),
    });
  });

  test('are read by the chosen version, which must belong to the institution', async () => {
    expect(await trying('cheers', '--label', 'thanks', '--compare-with', crypto.randomUUID())).toMatchObject({
      code: 1,
      error: 'not_found',
    });
    const { ai_version } = await draft('publish', 'tried');
    const { trials, ai_version: used } = await trying('thank you', '--label', 'thanks');
    expect(used).toBe(ai_version);
    expect(trials[0].phrases[0].now).toMatchObject({ label: 'thanks' });
  });
});
