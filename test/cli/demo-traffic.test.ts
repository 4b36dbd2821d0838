import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { BatchWriteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createCounterReader } from '../../functions/shared/store/conversation-reader.ts';
import { DEPLOYMENT_KEY } from '../support/rules.ts';
import { SHOP, writeFiles } from '../support/shop.ts';
import { parleyHere, useAcme } from './parley.ts';

vi.mock('../../authoring/train.ts', async (original) =>
  (await import('../support/quick-training.ts')).quickTraining(original),
);

const { client, folder, json } = useAcme();
let shop = '';
const publish = async (files: Readonly<Record<string, string>>, application: string) => {
  const source = await writeFiles(path.join(folder(), application.replace(':', '-')), files);
  const { ai_version: version } = await json('ai', 'publish', source, '--institution', 'acme');
  expect((await parleyHere(['ai', 'assign', application, version, '--institution', 'acme'])).code).toBe(0);
  return source;
};

beforeAll(async () => {
  const keyFile = path.join(folder(), 'deployment.key');
  await writeFile(keyFile, DEPLOYMENT_KEY);
  process.env.DEPLOYMENT_KEY = pathToFileURL(keyFile).href;
  shop = await publish(SHOP, 'prod:shop');
});
afterAll(() => {
  delete process.env.DEPLOYMENT_KEY;
});

const traffic = (...args: string[]) => [
  ...['demo', 'traffic', shop, '--institution', 'acme', '--application', 'prod:shop', ...args],
];
const exported = async (): Promise<{ session_id: string; turns: { query: string }[] }[]> =>
  (await json('conversations', 'export', '--institution', 'acme', '--from', '93')).conversations;
const saidIn = async () =>
  Object.fromEntries(
    (await exported()).map(({ session_id, turns }) => [session_id, turns.map(({ query }) => query)]),
  );
const turnsCounted = async (): Promise<number> =>
  (await createCounterReader(client).countsOf('acme', '2020-01-01', '2999-01-01')).reduce(
    (sum, { counts }) => sum + (counts.turns ?? 0),
    0,
  );

async function forgetConversations(): Promise<void> {
  const table = process.env.CONVERSATIONS_TABLE ?? '';
  const { Items = [] } = await client().send(new ScanCommand({ TableName: table }));
  for (let at = 0; at < Items.length; at += 25) {
    const requests = Items.slice(at, at + 25).map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    await client().send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
  }
}

test('made-up sessions are logged like real ones, and each is marked as made up', async () => {
  const played = await json(...traffic('--sessions', '9'));
  expect(played).toMatchObject({
    code: 0,
    application: 'made-up:shop',
    sessions: 10,
    already_there: 0,
    lost: 0,
  });
  const { conversations } = await json(
    'conversations',
    'list',
    '--institution',
    'acme',
    '--from',
    '28',
    '--limit',
    '100',
  );
  expect(conversations).toHaveLength(10);
  for (const one of conversations)
    expect(one).toMatchObject({ made_up: true, application: 'made-up:shop', open: false });
  const sessions = await exported();
  expect(sessions.reduce((sum, { turns }) => sum + turns.length, 0)).toBe(played.turns);
  expect(await turnsCounted()).toBe(played.turns);
  // The assistant's conversation test is among them, with the business-logic answers that it defines.
  const scripted = sessions.filter(
    ({ turns }) => turns.map(({ query }) => query).join('|') === 'order tea|green tea|yes',
  );
  expect(JSON.stringify(scripted)).toContain('Ordered, number 7.');
  // The other sessions ask the folder's business-logic server.
  expect(JSON.stringify(sessions)).toMatch(/Ordered, number 12\./);
  const { groups } = await json('conversations', 'unhandled', '--institution', 'acme', '--from', '28');
  expect(groups.length).toBeGreaterThan(0);
  for (const { count, made_up } of groups) expect(made_up).toBe(count);
  expect(
    (await parleyHere(['conversations', 'unhandled', '--institution', 'acme', '--from', '28'])).stdout,
  ).toMatch(/\(made up\)$/m);
});

test('sessions already played with a seed are not played again, only missing ones', async () => {
  const before = await turnsCounted();
  const played = await json(...traffic('--sessions', '11'));
  expect(played).toMatchObject({ sessions: 2, already_there: 10 });
  expect(await turnsCounted()).toBe(before + played.turns);
});

test('the same seed plays the same sessions', async () => {
  const first = await saidIn();
  expect(Object.keys(first)).toHaveLength(12);
  await forgetConversations();
  await json(...traffic('--sessions', '11'));
  expect(await saidIn()).toEqual(first);
});

test('a store on another machine is left alone without --even-in-aws, and another seed plays other sessions', async () => {
  const { DYNAMODB_ENDPOINT: endpoint } = process.env;
  const before = await saidIn();
  try {
    // The same store under an address that is not the loopback.
    process.env.DYNAMODB_ENDPOINT = endpoint?.replace('127.0.0.1', '0.0.0.0');
    const refused = await parleyHere(traffic('--sessions', '1', '--seed', '9'));
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('Use --even-in-aws');
    expect(await saidIn()).toEqual(before);
    expect(await json(...traffic('--sessions', '1', '--seed', '9', '--even-in-aws'))).toMatchObject({
      sessions: 2,
      already_there: 0,
    });
    expect(await saidIn()).toMatchObject(before);
  } finally {
    process.env.DYNAMODB_ENDPOINT = endpoint;
  }
});

test('reports a version that logs no conversations or keeps them for fewer days', async () => {
  const mute = {
    ...SHOP,
    'assistant.yaml': (SHOP['assistant.yaml'] ?? '').replace(/^conversations.*\n/m, ''),
  };
  await publish(mute, 'prod:mute');
  const silent = await parleyHere(traffic('--application', 'prod:mute'));
  expect(silent.stderr).toContain('The version of prod:mute does not log conversations');
  expect((await parleyHere(traffic('--days', '31'))).stderr).toContain('keeps conversations for 30 days');
  expect((await parleyHere(traffic('--days', '30', '--sessions', '0'))).code).toBe(0);
  expect((await parleyHere(traffic('--application', 'prod:none'))).stderr).toContain(
    'No version serves prod:none of acme',
  );
});

test.each([
  ['--days', '94', 'Use a whole number from 1 to 93'],
  ['--sessions', '5001', 'Use a whole number from 0 to 5000'],
  ['--seed', '-1', 'Use a whole number from 0'],
  ['--application', 'shop', 'Use the form env_name:app_name'],
])('%s %s is refused', async (option, value, sentence) => {
  const { code, stderr } = await parleyHere(traffic(option, value));
  expect(code).toBe(1);
  expect(stderr).toContain(sentence);
});
