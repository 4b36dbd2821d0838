import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { logSession } from '../support/conversation-log.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { DEPLOYMENT_KEY } from '../support/rules.ts';
import { SHOP, writeFiles } from '../support/shop.ts';
import { parleyHere, useAcme } from './parley.ts';

vi.mock('../../authoring/train.ts', async (original) =>
  (await import('../support/quick-training.ts')).quickTraining(original),
);

const { client, folder, json } = useAcme();
const miss = (query: string, application?: string) =>
  logSession(client, [{ query, outcome: 'out_of_scope', ...(application && { application }) }]);

let shop = '';
beforeAll(async () => {
  const keyFile = path.join(folder(), 'deployment.key');
  await writeFile(keyFile, DEPLOYMENT_KEY);
  process.env.DEPLOYMENT_KEY = pathToFileURL(keyFile).href;
  for (let times = 0; times < 3; times += 1) await miss('till when are you there today', 'made-up:shop');
  await miss('till when are you there tomorrow', 'prod:shop');
  for (let times = 0; times < 2; times += 1) await miss('sing me a sea shanty');
  await miss('call ••• for me');
  await miss('opening hours');
});
afterAll(() => {
  delete process.env.DEPLOYMENT_KEY;
});
beforeEach(async () => {
  shop = await writeFiles(path.join(await temporaryFolder(), 'shop'));
});

afterEach(() => removeFolder(path.dirname(shop)));

const read = (file: string) => readFile(path.join(shop, file), 'utf8');
const HOURS = SHOP['competencies/hours.yaml'] ?? '';
const learn = (...args: string[]) => ['ai', 'learn', shop, ...args];
/** Runs `ai learn` with these lines as input, one for each group. */
const answering = (lines: string[], ...args: string[]) =>
  parleyHere(learn('--institution', 'acme', '--no-evaluate', ...args), `${lines.join('\n')}\n`);

test('asks for the label of each group, largest first, and adds accepted utterances to their files', async () => {
  const { code, stdout, stderr } = await answering(['nonsense', 'hours b', 'o'], '--json');
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /1 of 2 {2}4× in 4 sessions {2}en {2}\(3 made up\)\n {2}a {2}till when are you there today\n {2}b {2}till/,
  );
  expect(stderr).toContain('Unknown state or example. The states are hours, order, out_of_scope.');
  expect(JSON.parse(stdout).added).toEqual([
    {
      file: 'competencies/hours.yaml',
      label: 'hours',
      language: 'en',
      utterance: 'till when are you there tomorrow',
    },
    { file: 'assistant.yaml', label: 'out_of_scope', language: 'en', utterance: 'sing me a sea shanty' },
  ]);
  expect(await read('competencies/hours.yaml')).toBe(`${HOURS}        - till when are you there tomorrow\n`);
  expect(parse(await read('assistant.yaml')).out_of_scope.utterances.en.at(-1)).toBe('sing me a sea shanty');
  expect(await read('assistant.yaml')).toMatch(/^# A shop\./);
  expect((await readdir(path.join(shop, 'competencies'))).sort()).toEqual(['hours.yaml', 'order.yaml']);
  // Added utterances are not asked about again.
  const again = await answering([], '--json');
  expect(again.stderr).toContain('till when are you there today');
  expect(again.stderr).not.toMatch(/tomorrow|shanty/);
});

test('skips groups, stops on q or at the end of the input, and then changes nothing', async () => {
  for (const lines of [['', 'q'], ['q'], []]) {
    const { code, stdout } = await answering(lines);
    expect([code, stdout]).toEqual([0, 'Nothing was added.\n']);
  }
  const { stderr } = await answering(['1'], '--application', 'prod:shop');
  expect(stderr).toContain('1 of 1  1× in 1 sessions');
  expect(await read('competencies/hours.yaml')).toBe(HOURS);
  expect((await answering([], '--language', 'es')).stderr).toContain(
    'The log of these days has no unhandled queries',
  );
});

test('replaces the brackets that a user wrote, so that they mark no value', async () => {
  await miss('send [50 dollars](amount) by carrier pigeon', 'pigeon:shop');
  const { stdout } = await answering(['order'], '--application', 'pigeon:shop', '--json');
  expect(JSON.parse(stdout).added).toMatchObject([
    { label: 'order', utterance: 'send (50 dollars)(amount) by carrier pigeon' },
  ]);
});

test('accepts a file of utterances, and shows what got better and worse', async () => {
  const candidates = path.join(shop, 'candidates.yaml');
  await parleyHere(['conversations', 'unhandled', '--institution', 'acme', '--output', candidates]);
  const text = await readFile(candidates, 'utf8');
  expect(text).toContain('parley ai learn FOLDER --accept THIS-FILE');
  // The file as written accepts nothing.
  expect((await parleyHere(learn('--accept', candidates))).stdout).toBe('Nothing was added.\n');
  await writeFile(candidates, text.replace('label: null', 'label: hours'));
  const { code, stdout, stderr } = await parleyHere(learn('--accept', candidates, '--folds', '2'));
  expect(code).toBe(0);
  expect(stderr).toContain('before: fold 1 of 2');
  expect(stdout).toContain('Added 2 utterances to competencies/hours.yaml.');
  expect(stdout).toMatch(/utterances +10 +12\n/);
  expect(stdout).toMatch(/Understood now, and not before: \d/);
  expect(stdout).toContain('Of the 2 new utterances,');
  const measured = await json(...learn('--accept', candidates, '--folds', '2'));
  expect(measured.skipped.map(({ why }: { why: string }) => why)).toEqual([
    'it already exists there',
    'it already exists there',
  ]);
});

test('writes nothing if one of the utterances cannot be added', async () => {
  const file = path.join(shop, 'accepted.yaml');
  await writeFile(
    file,
    '- {label: hours, utterances: {en: [open now]}}\n- {label: none, utterances: {en: [x]}}\n',
  );
  const { code, stdout, stderr } = await parleyHere(learn('--accept', file));
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('The assistant has no state none.');
  expect(await read('competencies/hours.yaml')).toBe(HOURS);
});

test('writes through a file that is a link, and keeps the link', async () => {
  const real = path.join(shop, 'elsewhere.yaml');
  await writeFile(real, HOURS);
  const link = path.join(shop, 'competencies/hours.yaml');
  await rm(link);
  await symlink('../elsewhere.yaml', link);
  await writeFile(path.join(shop, 'accepted.yaml'), '- {label: hours, utterances: {en: [open now]}}\n');
  expect((await parleyHere(learn('--accept', path.join(shop, 'accepted.yaml'), '--no-evaluate'))).code).toBe(
    0,
  );
  expect(await readFile(real, 'utf8')).toBe(`${HOURS}        - open now\n`);
});

test.each([
  [[], 'Use either --institution NAME, to choose from its log, or --accept FILE.'],
  [['--institution', 'acme', '--accept', 'x'], 'Use either --institution NAME'],
  [['--accept', 'nowhere.yaml'], 'nowhere.yaml does not exist.'],
  [['--institution', 'nobody'], 'There is no institution nobody'],
  [['--institution', 'acme', '--from', '32d'], 'from: send at most 31 days'],
  [['--institution', 'acme', '--limit', '101'], 'Use a whole number from 1 to 100'],
])('%j is refused', async (args, sentence) => {
  const { code, stdout, stderr } = await parleyHere(learn(...args));
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(sentence);
});
