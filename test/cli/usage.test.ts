import { execFileSync } from 'node:child_process';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { startService } from '../support/service.ts';
import { SHOP, writeFiles } from '../support/shop.ts';
import { parley, parleyHere } from './parley.ts';

vi.mock('../../authoring/train.ts', async (original) =>
  (await import('../support/quick-training.ts')).quickTraining(original),
);

const EXAMPLE = 'examples/bank-assistant';
/** The shop, plus an FAQ about coupons and a competency for delivery dates. */
const TEA_SHOP = {
  ...SHOP,
  'assistant.yaml': `${SHOP['assistant.yaml']}faq: [{collection: help}]\n`,
  'faq/help/coupons.md':
    '---\ntitle: Gift coupons\n---\nA gift coupon is valid for three years. A lost coupon cannot be replaced.\n',
  'competencies/delivery.yaml': `competency: delivery
slots:
  day: {entity: date, required: true, ask: {en: Which day?}}
states:
  delivery:
    terminal: true
    say: {en: "Delivered on {{day}}."}
    utterances: {en: [deliver my order, bring it to my house, deliver it to me, have it delivered, "deliver it [tomorrow](day)"]}
`,
};
let folder: string;
let shop: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  shop = await writeFiles(path.join(folder, 'shop'), TEA_SHOP);
});
afterAll(() => removeFolder(folder));

const COMMANDS = [
  ['institution', 'create'],
  ['user', 'create'],
  ['client', 'create'],
  ['ai', 'check'],
  ['ai', 'evaluate'],
  ['ai', 'publish'],
  ['ai', 'assign'],
  ['ai', 'default'],
  ['ai', 'list'],
  ['ai', 'delete'],
  ['ai', 'chat'],
  ['ai', 'learn'],
  ['ai', 'replay'],
  ['conversations', 'list'],
  ['conversations', 'show'],
  ['conversations', 'unhandled'],
  ['conversations', 'export'],
  ['demo', 'traffic'],
];

test('npx finds the command where npm ci has run', () => {
  const text = execFileSync('npx', ['--no-install', 'parley', '--help'], { encoding: 'utf8', stdio: 'pipe' });
  expect(text).toContain('Usage: parley');
});

test.each(COMMANDS)('%s %s explains itself', async (...command) => {
  const { code, stdout } = await parleyHere([...command, '--help']);
  expect(code).toBe(0);
  expect(stdout).toContain(`Usage: parley ${command.join(' ')}`);
  expect(stdout).toContain('--json');
});

test.each([
  [['nonsense']],
  [['ai', 'nonsense']],
  [['ai', 'list']],
  [['user', 'create', 'x', '--nonsense']],
  [['ai', 'evaluate', 'x', '--folds', '1']],
])('fails with a plain message for the arguments %j', async (args) => {
  const { code, stdout, stderr } = await parleyHere(args);
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^error: .*\n\(add --help for usage\)\n$/);
});

test('ai evaluate reports a page that it cannot write before any training', async () => {
  const page = path.join(folder, 'none', 'page.html');
  const { code, stdout, stderr } = await parleyHere(['ai', 'evaluate', shop, '--html', page]);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toBe(`${page} does not exist.\n`);
});

test('ai evaluate writes no page for an assistant with errors, and keeps an earlier page', async () => {
  const broken = path.join(folder, 'without-assistant');
  await mkdir(broken);
  const [fresh, old] = [path.join(folder, 'fresh.html'), path.join(folder, 'old.html')];
  await writeFile(old, 'an earlier page');
  for (const page of [fresh, old]) {
    const { code, stderr } = await parleyHere(['ai', 'evaluate', broken, '--html', page]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^the assistant has errors: assistant\.yaml:1:1: .*\n$/);
  }
  await expect(access(fresh)).rejects.toThrow('ENOENT');
  expect(await readFile(old, 'utf8')).toBe('an earlier page');
});

test.each(['check', 'evaluate', 'test', 'chat'])(
  'ai %s of a file says which folder to give instead',
  async (command) => {
    const lastLine = (text: string) => text.trimEnd().split('\n').at(-1);
    const { code, stdout, stderr } = await parleyHere(['ai', command, `${EXAMPLE}/assistant.yaml`]);
    expect([code, stdout]).toEqual([1, '']);
    expect(lastLine(stderr)).toBe(
      `${EXAMPLE}/assistant.yaml is a file. Use the folder that contains it: ${EXAMPLE}`,
    );
    const other = await parleyHere(['ai', command, 'package.json']);
    expect(lastLine(other.stderr)).toBe(
      'package.json is a file. Use the folder that contains assistant.yaml.',
    );
  },
);

test('ai evaluate explains that a page cannot be inside a file or replace a folder', async () => {
  const evaluate = (page: string) => parleyHere(['ai', 'evaluate', shop, '--html', page]);
  expect((await evaluate('package.json/page.html')).stderr).toBe(
    'package.json/page.html is inside a file, not a folder.\n',
  );
  expect((await evaluate('test')).stderr).toBe('test is a folder, not a file.\n');
});

describe('the place of the service', () => {
  test('is required, and the message says how to give it', async () => {
    const { code, stderr } = await parley(['ai', 'list', '--institution', 'demo'], { directory: folder });
    expect(code).toBe(1);
    expect(stderr).toContain('npm start');
    expect(stderr).toContain('--stack');
  });

  test('cannot be both --local and --stack', async () => {
    const { code } = await parleyHere([
      'ai',
      'list',
      '--institution',
      'demo',
      '--local',
      '--stack',
      'Parley',
    ]);
    expect(code).toBe(1);
  });

  test('on the laptop is the same while the service runs and while it does not', async () => {
    const data = path.join(folder, '.parley');
    const create = (name: string) => parley(['institution', 'create', name], { directory: folder });
    const createHere = (name: string) => parleyHere(['institution', 'create', name, '--local', data]);
    await mkdir(data);
    expect((await create('before')).code).toBe(0);
    const service = await startService(data, 0, {}, ['examples/clinic-assistant']);
    expect((await createHere('before')).stderr).toContain('already');
    expect((await createHere('meanwhile')).code).toBe(0);
    const listed = await parleyHere(['ai', 'list', '--institution', 'demo', '--json', '--local', data]);
    expect(JSON.parse(listed.stdout).versions).toMatchObject([
      { ai_version: service.demo.ai_version, serves: ['demo:clinic', 'default'] },
    ]);
    await service.end('SIGKILL');
    const [again, other] = await Promise.all([create('meanwhile'), create('after')]);
    expect([again.code, other.code]).toEqual([1, 0]);
    expect(again.stderr).toContain('already');
  });
});

describe('ai check', () => {
  test('shows why each deed is one, and every way into it, as lines and as JSON', async () => {
    const lines = await parleyHere(['ai', 'check', '--deeds', EXAMPLE]);
    for (const line of [
      'deed: card_frozen: a yes leads to it, and its competency has business logic\n',
      '\n  address_update, on yes: asks for a yes, naming all values\n',
      '\n  card_found, on yes: asks for a yes; not named: card (en, es; possibly by the business logic)\n',
    ])
      expect(lines.stdout).toContain(line);
    const { code, stdout } = await parleyHere(['ai', 'check', EXAMPLE, '--json']);
    const { errors, deeds } = JSON.parse(stdout);
    expect({ code, errors }).toEqual({ code: 0, errors: 0 });
    expect(deeds).toContainEqual(
      expect.objectContaining({ state: 'card_frozen', competency: 'card_lost', reason: 'yes' }),
    );
    expect(deeds.find(({ state }: { state: string }) => state === 'new_card_ordered').ways).toEqual([
      expect.objectContaining({ from: 'card_frozen', on: 'yes', guard: 'yes' }),
      expect.objectContaining({ from: 'new_card', on: 'yes', guard: 'yes' }),
    ]);
  });

  test('lists the same deeds with --deeds as in the full output', async () => {
    const json = async (...options: string[]) =>
      JSON.parse((await parleyHere(['ai', 'check', ...options, shop, '--json'])).stdout);
    const { deeds } = await json();
    expect(deeds).toEqual([expect.objectContaining({ state: 'ordered' })]);
    expect(await json('--deeds')).toEqual({ deeds });
  });

  test('names the place of each error, and fails', async () => {
    const broken = await writeFiles(path.join(folder, 'broken'));
    await writeFile(path.join(broken, 'entities/colour.yaml'), 'entity: colour\nvalue: {red: []}\n');
    const lines = await parleyHere(['ai', 'check', broken]);
    expect(lines.code).toBe(1);
    expect(lines.stdout).toMatch(/^entities\/colour\.yaml:\d+:\d+: error: /m);
    const document = await parleyHere(['ai', 'check', broken, '--json']);
    expect(document.code).toBe(1);
    expect(JSON.parse(document.stdout).findings).not.toEqual([]);
  });

  test('says so if the folder does not exist', async () => {
    const { code, stderr } = await parleyHere(['ai', 'check', path.join(folder, 'nothing')]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^.* does not exist\.\n$/);
  });
});

describe('ai chat', () => {
  test('answers with the folder’s business logic, keeps the conversation and shows with --explain how each turn was read', async () => {
    const input = 'order green tea\nyes\nhow long is a gift coupon valid?\n';
    const { code, stdout } = await parleyHere(['ai', 'chat', shop, '--explain'], input);
    expect(code).toBe(0);
    expect(stdout).toContain('Ordered, number 12.');
    expect(stdout).toMatch(/ {2}documents of help, from 0\.\d\d: coupons\.md \d\.\d\d/);
    expect(stdout).toMatch(/set tea mention exact \d\.\d\d by values on “green tea”: applied/);
    expect(stdout).toMatch(/ {2}does: affirm \d\.\d\d/);
    expect(stdout).toContain('  order → ordered on yes');
  });

  test('begins with the welcome, shows the replies that are offered and explains nothing by default', async () => {
    const welcome = 'welcome: {say: {en: Good to see you.}, choices: {en: [Hello, Opening hours]}}';
    const greetings = path.join(folder, 'greetings');
    await mkdir(path.join(greetings, 'competencies'), { recursive: true });
    await writeFile(
      path.join(greetings, 'assistant.yaml'),
      `schema: 1\nname: greetings\nlanguages: {default: en, supported: [en]}\n${welcome}\nout_of_scope: {say: {en: No.}}\n`,
    );
    await writeFile(
      path.join(greetings, 'competencies/hours.yaml'),
      'competency: hours\nstates: {hours: {terminal: true, utterances: {en: [opening hours, when do you open, are you open, when do you close, how late are you open]}, say: {en: From 9.}}}\n',
    );
    const { stdout } = await parleyHere(['ai', 'chat', greetings], 'opening hours\n');
    expect(stdout).toMatch(/Good to see you\.\n\(Hello \| Opening hours\)\n[\s\S]*From 9\./);
    expect(stdout).not.toContain('does:');
  });

  test('sets the user’s clock to --now, and refuses an invalid time', async () => {
    const input = 'deliver it tomorrow\n';
    const { stdout } = await parleyHere(['ai', 'chat', shop, '--now', '2026-03-18T10:30', '--json'], input);
    expect(stdout).toContain('2026-03-19');
    for (const time of ['tomorrow', '2026-03-18', '2026-03-18T25:30', '2026-03-18T10:30Z']) {
      const { code, stderr } = await parleyHere(['ai', 'chat', shop, '--now', time]);
      expect([code, stderr]).toEqual([1, `Use a time like 2026-03-18T10:30 for --now, not ${time}.\n`]);
    }
  });

  test('refuses a language that the assistant does not speak', async () => {
    const { code, stderr } = await parleyHere(['ai', 'chat', shop, '--language', 'de']);
    expect(code).toBe(1);
    expect(stderr).toContain('The assistant supports en, not de.');
  });
});
