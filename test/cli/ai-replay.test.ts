import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { logSession } from '../support/conversation-log.ts';
import { DEPLOYMENT_KEY } from '../support/rules.ts';
import { SHOP, writeFiles } from '../support/shop.ts';
import { parleyHere, useAcme } from './parley.ts';

vi.mock('../../authoring/train.ts', async (original) =>
  (await import('../support/quick-training.ts')).quickTraining(original),
);

const { client, folder, json } = useAcme();
let shop = '';
beforeAll(async () => {
  const keyFile = path.join(folder(), 'deployment.key');
  await writeFile(keyFile, DEPLOYMENT_KEY);
  process.env.DEPLOYMENT_KEY = pathToFileURL(keyFile).href;
  shop = await writeFiles(path.join(folder(), 'shop'));
  const { ai_version: version } = await json('ai', 'publish', shop, '--institution', 'acme');
  await parleyHere(['ai', 'assign', 'prod:shop', version, '--institution', 'acme']);
  const traffic = ['demo', 'traffic', shop, '--institution', 'acme', '--application', 'prod:shop'];
  expect((await parleyHere([...traffic, '--sessions', '25'])).code).toBe(0);
});
afterAll(() => {
  delete process.env.DEPLOYMENT_KEY;
});

const replay = (source: string, ...args: string[]) => [
  ...['ai', 'replay', source, '--institution', 'acme', '--from', '30d', ...args],
];

test('the version that people talked to answers everything as before', async () => {
  const { code, verdicts, turns, sessions, made_up_sessions, changes } = await json(...replay(shop));
  expect([code, sessions, made_up_sessions]).toEqual([0, 26, 26]);
  expect(verdicts).toEqual({ worse: 0, other: 0, better: 0, same: turns });
  expect(turns).toBeGreaterThan(30);
  expect(changes).toEqual([]);
});

test('for a version with one competency lost and one gained, lists what gets worse and better in at most --sessions sessions', async () => {
  const changed = await writeFiles(path.join(folder(), 'changed'), {
    ...SHOP,
    'competencies/coffee.yaml':
      'competency: coffee\nstates: {coffee: {terminal: true, say: {en: "No."}, utterances: {en: [do you sell coffee, I want coffee beans, coffee please, sell me coffee, coffee beans]}}}\n',
  });
  await rm(path.join(changed, 'competencies/hours.yaml'));
  const latest = ['--sessions', '20'];
  const { verdicts, changes, sessions, left_off } = await json(...replay(changed, ...latest));
  expect([sessions, left_off]).toEqual([20, true]);
  expect(verdicts.worse).toBeGreaterThan(0);
  expect(verdicts.better).toBeGreaterThan(0);
  const order = changes.map(({ verdict }: { verdict: string }) => verdict);
  expect(order).toEqual(
    [...order].sort(
      (left, right) => 'worse other better'.indexOf(left) - 'worse other better'.indexOf(right),
    ),
  );
  const { code, stdout } = await parleyHere(replay(changed, '--limit', '1', ...latest));
  expect(code).toBe(0);
  expect(stdout).toMatch(/^20 of the sessions are made up\./);
  expect(stdout.match(/^(worse|other|better) /gm)).toEqual(['worse ']);
  expect(stdout).toContain(`and ${changes.length - 1} more`);
  expect(stdout).toContain('There are earlier sessions');
});

test('replays only the sessions of --application', async () => {
  await logSession(client, [
    {
      query: 'when do you open',
      application: 'prod:shop',
      competency: 'hours',
      state: 'hours',
      words: { spoken: 'From nine to six.' },
    },
  ]);
  expect(await json(...replay(shop, '--application', 'prod:shop'))).toMatchObject({
    sessions: 1,
    made_up_sessions: 0,
    left_off: false,
  });
  const none = await parleyHere(replay(shop, '--application', 'prod:none'));
  expect(none.stdout).toBe('acme has no matching session in these days.\n');
});

test.each([
  [['--sessions', '0'], 'Use a whole number from 1 to 10000'],
  [['--minutes', '0'], 'Use a whole number from 1 to 600'],
  [['--limit', '1001'], 'Use a whole number from 1 to 1000'],
  [['--from', '0'], 'Use a day like 2030-01-31'],
  [['--institution', 'nobody'], 'There is no institution nobody'],
])('%j is refused', async (args, sentence) => {
  const { code, stdout, stderr } = await parleyHere(replay(shop, ...args));
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(sentence);
});
