import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useDynamoDb } from '../support/dynamodb.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { useServer } from '../support/server.ts';
import { parleyHere } from './parley.ts';

useDynamoDb();
const acme = ['--institution', 'acme'];
const calls: { body: string; headers: Record<string, string> }[] = [];
let status = 204;
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  calls.push({ body, headers: request.headers as Record<string, string> });
  response.writeHead(status).end();
});

const origin = useServer(server);
let folder = '';
let url = '';
beforeAll(async () => {
  folder = await temporaryFolder();
  await writeFile(path.join(folder, 'deployment.key'), 'k'.repeat(64));
  process.env.ARTIFACTS = pathToFileURL(folder).href;
  process.env.DEPLOYMENT_KEY = pathToFileURL(path.join(folder, 'deployment.key')).href;
  url = `${origin()}/`;
  await webhook('institution', 'create', 'acme');
});
afterAll(async () => {
  delete process.env.DEPLOYMENT_KEY;
  await removeFolder(folder);
});

async function webhook(...args: string[]) {
  const outcome = await parleyHere([...args, '--json']);
  expect(outcome.code, outcome.stderr).toBe(0);
  return JSON.parse(outcome.stdout);
}

describe('parley webhook', () => {
  test('adds, lists, tests, rotates and removes, and shows a secret once', async () => {
    const made = await webhook('webhook', 'add', ...acme, '--url', url, '--events', 'handoff.opened');
    const id = made.webhook_id;
    expect(await webhook('webhook', 'list', ...acme)).toMatchObject({
      webhooks: [{ webhook_id: id, url, events: ['handoff.opened'], secrets: 1 }],
    });
    expect(JSON.stringify(await webhook('webhook', 'list', ...acme))).not.toContain('whsec_');
    expect(await webhook('webhook', 'test', id, ...acme)).toMatchObject({ delivered: true });
    const { body = '', headers = {} } = calls.at(-1) ?? {};
    expect(new Webhook(made.secret).verify(body, headers)).toMatchObject({ type: 'webhook.test' });
    const rotated = await webhook('webhook', 'rotate', id, ...acme);
    expect(rotated).toMatchObject({ secrets: 2 });
    expect(rotated.secret).not.toBe(made.secret);
    expect(await webhook('webhook', 'rotate', id, ...acme, '--retire')).toMatchObject({ secrets: 1 });
    expect(await webhook('webhook', 'remove', id, ...acme)).toMatchObject({ removed: id });
    expect((await parleyHere(['webhook', 'remove', id, ...acme])).code).toBe(1);
  });

  test('test fails if the server does not take the event, and says why', async () => {
    const { webhook_id: id } = await webhook('webhook', 'add', ...acme, '--url', url);
    status = 500;
    const outcome = await parleyHere(['webhook', 'test', id, ...acme]);
    expect(outcome.code).toBe(1);
    expect(outcome.stdout).toContain('Not taken: status_500.');
  });

  test.each(['http://desk.example.com/', 'https://10.1.2.3/', 'https://a:b@desk.example.com/'])(
    'add refuses %s',
    async (address) => {
      const outcome = await parleyHere(['webhook', 'add', ...acme, '--url', address]);
      expect(outcome.code).toBe(1);
      expect(outcome.stderr).toContain('public https address');
    },
  );

  test('add takes an inbox of Chatwoot with its secret, and shows where its events come from', async () => {
    const add = (identifier: string, secret: string) =>
      parleyHere(
        ['webhook', 'add', ...acme, '--chatwoot', identifier, '--chatwoot-api', url.slice(0, -1), '--json'],
        `${secret}\n`,
      );
    const { stdout, stderr } = await add('aBcD1234', 'f0e1d2c3b4a5968778695a4b3c2d1e0f');
    const made = JSON.parse(stdout);
    expect(made).toMatchObject({
      url: `${url}public/api/v1/inboxes/aBcD1234`,
      request_path: `/v1/chatwoot/acme.${made.webhook_id}`,
    });
    expect(stdout + stderr).not.toContain('f0e1d2c3');
    expect((await add('../admin', 'f0e1d2c3b4a5968778695a4b3c2d1e0f')).stderr).toContain('no identifier');
    expect((await add('aBcD1234', 'short')).stderr).toContain('no webhook secret');
    const tested = await parleyHere(['webhook', 'test', made.webhook_id, ...acme]);
    expect(tested.stderr).toContain('hand a conversation over');
  });

  test('add names an unknown event in its message', async () => {
    const outcome = await parleyHere(['webhook', 'add', ...acme, '--url', url, '--events', 'handoff.lost']);
    expect(outcome.stderr).toContain('handoff.lost is no event');
  });
});
