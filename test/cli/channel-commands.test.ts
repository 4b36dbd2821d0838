import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useDynamoDb } from '../support/dynamodb.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { useServer } from '../support/server.ts';
import { parleyHere } from './parley.ts';

useDynamoDb();
const acme = ['--institution', 'acme'];
const ACCOUNT = `AC${'a'.repeat(32)}`;
const AUTH_TOKEN = '0123456789abcdef0123456789abcdef';
const BOT = 'c9e8c047-2a74-40a2-b28a-b162d5f5327c';
const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47';
const calls: string[] = [];
let status = 200;
const server = createServer((request, response) => {
  calls.push(`${request.method} ${request.url} ${request.headers.authorization}`);
  response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"ok": true}');
});

const origin = useServer(server);
let folder = '';
let api = '';
beforeAll(async () => {
  folder = await temporaryFolder();
  await writeFile(path.join(folder, 'deployment.key'), 'k'.repeat(64));
  process.env.ARTIFACTS = pathToFileURL(folder).href;
  process.env.DEPLOYMENT_KEY = pathToFileURL(path.join(folder, 'deployment.key')).href;
  api = origin();
  await parleyHere(['institution', 'create', 'acme']);
});
afterAll(async () => {
  delete process.env.DEPLOYMENT_KEY;
  await removeFolder(folder);
});

const add = (args: readonly string[], input: string) =>
  parleyHere(
    ['channel', 'add', ...args, ...acme, '--service', 'https://parley.example', '--json'],
    `${input}\n`,
  );

async function channel(...args: string[]) {
  const outcome = await parleyHere(['channel', ...args, ...acme, '--json']);
  return { ...outcome, said: outcome.stdout === '' ? {} : JSON.parse(outcome.stdout) };
}

describe('parley channel', () => {
  test('adds, lists, tests and removes, and shows no secret', async () => {
    const added = await add(['sms', '--account', ACCOUNT, '--from', '+15550100', '--api', api], AUTH_TOKEN);
    expect(added.code, added.stderr).toBe(0);
    const made = JSON.parse(added.stdout);
    const address = `https://parley.example/v1/channels/sms/acme.${made.channel_id}`;
    expect(made).toMatchObject({ kind: 'sms', address });
    const { said } = await channel('list');
    expect(said.channels).toMatchObject([{ channel_id: made.channel_id, kind: 'sms', address }]);
    expect(added.stdout + added.stderr + JSON.stringify(said)).not.toContain(AUTH_TOKEN);
    expect((await parleyHere(['webhook', 'list', ...acme, '--json'])).stdout).not.toContain(made.channel_id);

    expect((await channel('test', made.channel_id)).said).toMatchObject({ taken: true });
    const basic = Buffer.from(`${ACCOUNT}:${AUTH_TOKEN}`).toString('base64');
    expect(calls).toEqual([`GET /2010-04-01/Accounts/${ACCOUNT}.json Basic ${basic}`]);
    status = 401;
    const refused = await channel('test', made.channel_id);
    expect([refused.code, refused.said.reason]).toEqual([1, 'status_401']);

    expect((await channel('remove', made.channel_id)).said).toEqual({
      institution: 'acme',
      removed: made.channel_id,
    });
    expect((await channel('list')).said.channels).toEqual([]);
    expect((await channel('remove', made.channel_id)).code).toBe(1);
  });

  test('adds a telephone, with what is said in calls', async () => {
    const said = ['--greeting', 'Hello.', '--choice', '{number}: {choice}.', '--least-confidence', '0.3'];
    const added = await add(
      ['voice', '--account', ACCOUNT, '--locale', 'en-US', '--hand-over-to', '+15550100', ...said],
      AUTH_TOKEN,
    );
    expect(added.code, added.stderr).toBe(0);
    const { kind, channel_id, address } = JSON.parse(added.stdout);
    expect([kind, address]).toEqual(['voice', `https://parley.example/v1/channels/voice/acme.${channel_id}`]);
    expect((await channel('remove', channel_id)).code).toBe(0);
  });

  test('adds a voice gateway, and shows the address for its connections', async () => {
    const given = ['--account', BOT, '--locale', 'en-US', '--relay', 'wss://relay.example/live'];
    const password = 'a password of the gateway';
    const added = await add(['jambonz', ...given, '--api', api], `the-key-of-the-api\n${password}`);
    expect(added.code, added.stderr).toBe(0);
    const { channel_id: id, address } = JSON.parse(added.stdout);
    expect(address).toBe(`wss://relay.example/live?channel=acme.${id}`);
    const { said } = await channel('list');
    expect(said.channels).toMatchObject([{ channel_id: id, kind: 'jambonz', address }]);
    expect(added.stdout + added.stderr + JSON.stringify(said)).not.toMatch(
      /password of the gateway|the-key-of/,
    );
    calls.length = 0;
    status = 200;
    expect((await channel('test', id)).said).toMatchObject({ taken: true });
    expect(calls).toEqual([`GET /Accounts/${BOT} Bearer the-key-of-the-api`]);
    expect((await channel('remove', id)).code).toBe(0);
  });

  test('adds a bot in Teams, and asks Microsoft for a token of its tenant', async () => {
    const added = await add(
      ['teams', '--bot', BOT, '--tenant', TENANT, '--api', api],
      'a-secret-of-microsoft',
    );
    expect(added.code, added.stderr).toBe(0);
    const { channel_id: id, address } = JSON.parse(added.stdout);
    expect(address).toBe(`https://parley.example/v1/channels/teams/acme.${id}`);
    calls.length = 0;
    status = 200;
    expect((await channel('test', id)).said).toMatchObject({ taken: true });
    expect(calls).toEqual([`POST /${TENANT}/oauth2/v2.0/token undefined`]);
    status = 401;
    expect((await channel('test', id)).said).toMatchObject({ taken: false, reason: 'status_401' });
    status = 200;
    expect((await channel('remove', id)).code).toBe(0);
  });

  test.each([
    [
      'fax',
      [],
      '',
      'fax is no channel. Channels are sms, voice, jambonz, whatsapp, messenger, slack, teams.',
    ],
    ['sms', [], AUTH_TOKEN, 'Use --account'],
    ['sms', ['--account', ACCOUNT], AUTH_TOKEN, 'Use --from'],
    ['sms', ['--account', ACCOUNT, '--from', '+15550100'], 'short', 'That is no auth token.'],
    ['voice', ['--account', ACCOUNT], AUTH_TOKEN, 'Use --locale'],
    [
      'voice',
      ['--account', ACCOUNT, '--locale', 'en-US', '--hand-over-to', '555'],
      AUTH_TOKEN,
      'Use --hand-over-to',
    ],
    ['voice', ['--account', ACCOUNT, '--locale', 'en-US', '--choice', 'Press 1'], AUTH_TOKEN, 'Use --choice'],
    [
      'voice',
      ['--account', ACCOUNT, '--locale', 'en-US', '--least-confidence', '30'],
      AUTH_TOKEN,
      'Use --least-confidence',
    ],
    ['jambonz', ['--account', 'AC1'], 'the-key-of-the-api\na password of the gateway', 'Use --account'],
    ['jambonz', ['--account', BOT], 'the-key-of-the-api\nshort', 'at least 16 characters'],
    [
      'jambonz',
      ['--account', BOT, '--locale', 'en-US'],
      'the-key-of-the-api\na password of the gateway',
      'Use --relay',
    ],
    ['whatsapp', [], '', 'Use --number'],
    [
      'whatsapp',
      ['--number', '106540352242922'],
      `${'t'.repeat(30)}\n${AUTH_TOKEN}\nshort`,
      'at least 16 characters',
    ],
    [
      'messenger',
      ['--page', '106540352242922'],
      `${'t'.repeat(30)}\nno\n${'v'.repeat(16)}`,
      'That is no app secret.',
    ],
    ['slack', [], 'xoxb-1\nno', 'That is no signing secret.'],
    ['teams', [], 'a-client-secret', 'Use --bot'],
    ['teams', ['--bot', 'my-bot'], 'a-client-secret', 'Use --bot'],
    ['teams', ['--bot', BOT, '--tenant', 'example.com'], 'a-client-secret', 'Use --tenant'],
    ['teams', ['--bot', BOT], 'short', 'That is no client secret.'],
  ])('says what is wrong with a channel of %s %j', async (kind, args, input, problem) => {
    const { code, stderr } = await add([kind, ...args], input);
    expect(code).toBe(1);
    expect(stderr).toContain(problem);
  });
});
