import { randomUUID } from 'node:crypto';
import { access, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { artifactKey } from '../../functions/shared/domain/versions/versions.ts';
import { artifactStore } from '../../functions/shared/store/artifacts.ts';
import { versionStore } from '../../functions/shared/store/versions.ts';
import { TABLES } from '../../infra/tables.ts';
import { keyEndpoints, tokenOf } from '../support/keys.ts';
import { DEPLOYMENT_KEY } from '../support/rules.ts';
import { parley, parleyHere, useAcme } from './parley.ts';

const { client, folder, json } = useAcme();
const VERSION = randomUUID();
const PASSWORD = 'correct horse battery staple';
const secrets: string[] = [PASSWORD];

/**
 * Gives an institution a user with a password and a key, a client with a secret, a business-logic server, a
 * default version and two conversation items.
 */
async function fill(institution: string): Promise<void> {
  const run = async (...args: string[]) => {
    const outcome = await parleyHere([...args, '--json']);
    expect(outcome).toMatchObject({ code: 0 });
    return JSON.parse(outcome.stdout);
  };
  const environment = Object.fromEntries(
    [
      'DYNAMODB_ENDPOINT',
      'ARTIFACTS',
      'DEPLOYMENT_KEY',
      ...Object.values(TABLES).map((table) => table.environment),
    ].map((name) => [name, process.env[name]]),
  );
  const signsIn = ['user', 'create', 'eve', '--institution', institution, '--username', 'eve'];
  expect((await parley(signsIn, { input: `${PASSWORD}\n`, environment })).code).toBe(0);
  secrets.push((await run('client', 'create', '--institution', institution)).client_secret);
  const keys = keyEndpoints(client, () => Date.now());
  const made = await keys.create(tokenOf(institution, 'eve', ['query', 'app_write']), {
    name: 'site',
    scopes: 'query',
  });
  secrets.push(made.body.key);
  const url = ['--url', 'https://user:hidden-word@bank.example.com/logic'];
  await run('bls', 'set', institution, ...url);
  secrets.push('hidden-word');
  const facts = { contentHash: 'h', artifactBytes: 1, languages: { default: 'en', supported: ['en'] } };
  const stamp = { createdAt: '2030-01-01T00:00:00.000Z', createdBy: 'ops' };
  await versionStore(client(), process.env.VERSIONS_TABLE ?? '').insert({
    institution,
    id: VERSION,
    name: 'bank',
    ...facts,
    ...stamp,
  });
  const artifacts = await artifactStore(process.env.ARTIFACTS ?? '');
  await artifacts.put(artifactKey(institution, VERSION), Buffer.from('artifact'));
  await run('ai', 'default', VERSION, '--institution', institution);
  for (const pk of [`${institution}#session#1`, `${institution}#counters#0`]) {
    await client().send(
      new PutCommand({ TableName: process.env.CONVERSATIONS_TABLE, Item: { pk, sk: 'turn' } }),
    );
  }
}

/** Returns all items that contain the institution's name, except those of the audit trail. */
async function remains(institution: string): Promise<unknown[]> {
  const found = [];
  for (const { environment } of Object.values(TABLES)) {
    if (environment === 'AUDIT_TABLE') continue;
    const { Items = [] } = await client().send(new ScanCommand({ TableName: process.env[environment] }));
    found.push(...Items.filter((item) => JSON.stringify(item).includes(institution)));
  }
  return found;
}

beforeAll(async () => {
  const keyFile = path.join(folder(), 'deployment.key');
  await writeFile(keyFile, DEPLOYMENT_KEY);
  process.env.DEPLOYMENT_KEY = pathToFileURL(keyFile).href;
  for (const name of ['doomed', 'rival']) {
    expect((await json('institution', 'create', name)).code).toBe(0);
    await fill(name);
  }
});

describe('the lists', () => {
  test('have every institution with its limits and whether it is suspended', async () => {
    expect((await json('institution', 'set', 'rival', '--queries-per-second', '20')).limits).toEqual({
      queries_per_second: 20,
      queries_per_day: null,
      tokens_per_second: null,
      requests_per_second: 100,
    });
    const { institutions } = await json('institution', 'list');
    expect(institutions.map((one: { institution: string }) => one.institution)).toEqual([
      'acme',
      'doomed',
      'rival',
    ]);
    expect(institutions[2]).toMatchObject({ status: 'active', limits: { queries_per_second: 20 } });
  });

  test('have the users and the clients of one institution alone', async () => {
    const { users } = await json('user', 'list', '--institution', 'rival');
    expect(users).toEqual([
      expect.objectContaining({ service_user_id: 'eve', username: 'eve', status: 'active' }),
    ]);
    const { clients } = await json('client', 'list', '--institution', 'rival');
    expect(clients).toEqual([
      expect.objectContaining({ client_id: expect.stringMatching(/^rival\./), public: false }),
    ]);
    expect((await json('user', 'list', '--institution', 'nowhere')).error).toBe('not_found');
    expect((await json('client', 'list', '--institution', 'nowhere')).error).toBe('not_found');
  });
});

test('limits are whole numbers from 1 on, and “none” removes a limit or restores its default', async () => {
  const set = (most: string) => json('institution', 'set', 'rival', '--tokens-per-second', most);
  expect((await set('1')).limits).toMatchObject({ tokens_per_second: 1, queries_per_second: 20 });
  expect((await set('none')).limits).toMatchObject({ tokens_per_second: null });
  const setRequests = (most: string) => json('institution', 'set', 'rival', '--requests-per-second', most);
  expect((await setRequests('1')).limits).toMatchObject({ requests_per_second: 1 });
  expect((await setRequests('none')).limits).toMatchObject({ requests_per_second: 100 });
  for (const wrong of ['0', '-1', '1.5', 'many', '1000000000']) {
    expect((await parleyHere(['institution', 'set', 'rival', '--tokens-per-second', wrong])).code).toBe(1);
  }
  expect((await parleyHere(['institution', 'set', 'rival'])).code).toBe(1);
});

test('an export has everything of an institution as lines of JSON, without secrets', async () => {
  const file = path.join(folder(), 'doomed.jsonl');
  expect(await json('institution', 'export', 'doomed', '--output', file)).toMatchObject({ code: 0 });
  const text = await readFile(file, 'utf8');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ kind }) => kind)).toEqual([
    'institution',
    'settings',
    'user',
    'key',
    'client',
    'business_logic',
    'ai_version',
    'assignment',
    'assignment_history',
  ]);
  for (const secret of secrets) expect(text).not.toContain(secret);
  expect(text).not.toMatch(/[0-9a-f]{64}|argon2/);
  const { stdout } = await parleyHere(['institution', 'export', 'doomed']);
  expect(stdout).toBe(text);
  expect((await parleyHere(['institution', 'export', 'doomed', '--output', file])).code).toBe(1);
});

describe('institution delete', () => {
  test('deletes nothing unless the institution is suspended and its name is confirmed', async () => {
    const before = (await remains('doomed')).length;
    expect((await json('institution', 'delete', 'doomed', '--confirm', 'doomed')).error).toBe('conflict');
    expect((await json('institution', 'suspend', 'doomed')).status).toBe('suspended');
    expect((await json('institution', 'delete', 'doomed', '--confirm', 'doome')).code).toBe(1);
    expect(await json('institution', 'delete', 'doomed')).toMatchObject({
      deleted: false,
      contents: {
        users: 1,
        clients: 1,
        keys: 1,
        tokens: 0,
        versions: 1,
        assignments: 2,
        settings: 2,
        conversation_items: 2,
      },
    });
    expect((await remains('doomed')).length).toBe(before + 1);
  });

  test('leaves only the audit trail, changes no other institution, and blocks the name for ever', async () => {
    const rival = await remains('rival');
    const told = (await json('institution', 'delete', 'doomed')).contents;
    expect(await json('institution', 'delete', 'doomed', '--confirm', 'doomed')).toMatchObject({
      deleted: true,
      contents: told,
    });
    expect(await remains('doomed')).toEqual([
      { pk: 'institution#doomed', sk: 'deleted', deleted_at: expect.any(Number) },
    ]);
    await expect(access(path.join(folder(), 'doomed'))).rejects.toThrow();
    await access(path.join(folder(), 'rival'));
    // Ignores `*` items: the user name now belongs to the other institution alone.
    const changed = (items: unknown[]) => items.filter((item) => !JSON.stringify(item).includes('"sk":"*"'));
    expect(changed(await remains('rival'))).toEqual(changed(rival));
    const day = new Date().toISOString().slice(0, 10);
    const { events } = await json('audit', '--institution', 'doomed', '--day', day);
    expect(events).toContainEqual(expect.objectContaining({ action: 'institution.delete' }));
    expect((await json('institution', 'create', 'doomed')).error).toBe('conflict');
    expect((await json('institution', 'delete', 'doomed')).error).toBe('not_found');
  });

  test('leaves the sign-in without an institution to the only other user of that name', async () => {
    const { Items = [] } = await client().send(new ScanCommand({ TableName: process.env.DIRECTORY_TABLE }));
    expect(Items.filter(({ pk }) => pk === 'login#eve')).toEqual([
      expect.objectContaining({ sk: '*', institution: 'rival', user_id: 'eve' }),
      expect.objectContaining({ sk: 'rival', institution: 'rival', user_id: 'eve' }),
    ]);
  });

  test('that failed halfway is completed by the same command', async () => {
    expect((await json('institution', 'create', 'halfway')).code).toBe(0);
    await json('user', 'create', 'one', '--institution', 'halfway');
    await json('institution', 'suspend', 'halfway');
    const { createInstitutionContents } = await import(
      '../../functions/shared/store/institution-contents.ts'
    );
    const failing = createInstitutionContents(client, () => Promise.reject(new Error('cut')));
    await expect(failing.empty('halfway')).rejects.toThrow('cut');
    expect(await json('institution', 'delete', 'halfway', '--confirm', 'halfway')).toMatchObject({
      deleted: true,
    });
    expect(await remains('halfway')).toHaveLength(1);
  });
});

test('resume reactivates a suspended institution', async () => {
  expect(await json('institution', 'suspend', 'rival')).toMatchObject({ status: 'suspended', users: 1 });
  expect((await json('institution', 'list')).institutions).toContainEqual(
    expect.objectContaining({ institution: 'rival', status: 'suspended' }),
  );
  expect((await json('user', 'list', '--institution', 'rival')).users).toMatchObject([
    { status: 'suspended' },
  ]);
  expect(await json('institution', 'resume', 'rival')).toMatchObject({ status: 'active', users: 1 });
  expect((await json('user', 'list', '--institution', 'rival')).users).toMatchObject([{ status: 'active' }]);
});
