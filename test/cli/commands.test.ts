import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { tableEnvironment } from '../../local/create-tables.ts';
import { useDynamoDb } from '../support/dynamodb.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { writeFiles } from '../support/shop.ts';
import { type Outcome, parleyHere } from './parley.ts';

vi.mock('../../authoring/train.ts', async (original) =>
  (await import('../support/quick-training.ts')).quickTraining(original),
);

const store = useDynamoDb();
let artifacts: string;
let shop: string;
beforeAll(async () => {
  artifacts = await temporaryFolder();
  shop = await writeFiles(path.join(artifacts, 'shop'));
});
afterAll(() => removeFolder(artifacts));

/** Runs a command on the tables that the environment names, as in AWS. */
function run(args: string[], input?: string): Promise<Outcome> {
  Object.assign(process.env, tableEnvironment(), {
    DYNAMODB_ENDPOINT: store.endpoint(),
    ARTIFACTS: pathToFileURL(artifacts).href,
  });
  return parleyHere(args, input);
}

async function json(args: string[], input?: string): Promise<Record<string, unknown>> {
  const outcome = await run([...args, '--json'], input);
  expect(outcome.stderr.includes('    at ')).toBe(false);
  return JSON.parse(outcome.stdout);
}

const inAcme = ['--institution', 'acme'];

beforeAll(async () => {
  expect((await run(['institution', 'create', 'acme'])).code).toBe(0);
});

describe('institution create', () => {
  test('shows what it created', async () => {
    expect(
      await json([
        'institution',
        'create',
        'other',
        '--display-name',
        'Other Bank',
        '--key-scopes',
        'query,app_read',
      ]),
    ).toEqual({ institution: 'other', display_name: 'Other Bank', key_scopes: 'query app_read' });
  });

  test('refuses a taken name and an invalid one, as text and as JSON', async () => {
    const taken = await run(['institution', 'create', 'acme']);
    expect(taken).toEqual({ code: 1, stdout: '', stderr: 'The institution acme already exists.\n' });
    expect(await json(['institution', 'create', 'Not A Name'])).toEqual({
      error: 'invalid_request',
      error_description: expect.stringContaining('lower-case'),
    });
  });
});

describe('institution set', () => {
  test('sets the default external user, or none', async () => {
    for (const [who, asks] of [
      ['credential', 'credential'],
      ['none', null],
    ]) {
      const set = ['institution', 'set', 'acme', '--default-external-user', String(who)];
      expect(await json(set)).toEqual({ institution: 'acme', default_external_user: asks });
    }
  });

  test('refuses an unknown institution, an unknown default user and no setting at all', async () => {
    const of = (name: string, who: string) =>
      run(['institution', 'set', name, '--default-external-user', who]);
    expect((await of('nowhere', 'credential')).stderr).toContain('nowhere');
    expect((await of('acme', 'anybody')).code).not.toBe(0);
    expect((await run(['institution', 'set', 'acme'])).code).not.toBe(0);
  });
});

describe('user create', () => {
  test('makes a user without a login', async () => {
    expect(await json(['user', 'create', 'plain', ...inAcme, '--scopes', 'query'])).toEqual({
      institution: 'acme',
      service_user_id: 'plain',
      username: null,
      scopes: 'query',
      role: null,
    });
  });

  test('sets the scopes of a role, and lists users with their role', async () => {
    const author = { role: 'author', scopes: 'conversation_read ai_model_read query ai_model_write' };
    expect(await json(['user', 'create', 'writer', ...inAcme, '--role', 'author'])).toMatchObject(author);
    const both = ['user', 'create', 'x', ...inAcme, '--role', 'author', '--scopes', 'query'];
    expect(await run(both)).toMatchObject({ code: 1, stderr: expect.stringContaining('not both') });
    const unknown = await run(['user', 'create', 'x', ...inAcme, '--role', 'king']);
    expect(unknown.stderr).toContain('The roles are reader, author, publisher, operator.');
    const reader = ['user', 'set-scopes', 'writer', ...inAcme, '--role', 'reader'];
    expect(await json(reader)).toMatchObject({ scopes: 'conversation_read ai_model_read' });
    expect(await run(['user', 'set-scopes', 'writer', ...inAcme])).toMatchObject({ code: 1 });
    const { users } = await json(['user', 'list', ...inAcme]);
    expect(users).toContainEqual(expect.objectContaining({ service_user_id: 'writer', role: 'reader' }));
  });

  test('reads the password from its input, and shows it nowhere', async () => {
    const password = 'correct horse battery staple';
    const outcome = await run(['user', 'create', 'ada-1', ...inAcme, '--username', 'Ada'], `${password}\n`);
    expect(outcome).toEqual({ code: 0, stdout: expect.stringContaining('signs in as ada'), stderr: '' });
    expect(outcome.stdout).not.toContain(password);
  });

  test('refuses a login without a password, an unknown institution and an unknown scope', async () => {
    const silent = await run(['user', 'create', 'bob', ...inAcme, '--username', 'bob'], '');
    expect(silent.code).toBe(1);
    expect(silent.stderr).toContain('password');
    const nowhere = await run(['user', 'create', 'bob', '--institution', 'nowhere']);
    expect(nowhere).toMatchObject({ code: 1, stderr: 'There is no institution nowhere; create it first.\n' });
    const scope = await run(['user', 'create', 'bob', ...inAcme, '--scopes', 'everything']);
    expect(scope.code).toBe(1);
    expect(scope.stderr).toContain('Unknown scopes: everything');
  });
});

describe('client create', () => {
  test('shows the secret', async () => {
    expect(await json(['client', 'create', ...inAcme, '--grants', 'client_credentials,password'])).toEqual({
      institution: 'acme',
      client_id: expect.stringMatching(/^acme\.[0-9A-Za-z]{20}$/),
      client_secret: expect.stringMatching(/^[0-9A-Za-z]{40}$/),
      grants: 'client_credentials password',
      scopes: expect.stringContaining('query'),
      redirect_uris: [],
      require_pkce: false,
    });
    const lines = await run(['client', 'create', ...inAcme]);
    expect(lines.stdout).toMatch(/client_secret {2}[0-9A-Za-z]{40}\n/);
  });

  test('creates a public client without a secret, and only with an allowed redirect', async () => {
    const create = ['client', 'create', ...inAcme, '--public'];
    const created = await json([
      ...create,
      '--redirect-uri',
      'http://127.0.0.1/back',
      'com.example.app:/back',
    ]);
    expect(created).toEqual({
      institution: 'acme',
      client_id: expect.stringMatching(/^acme\.[0-9A-Za-z]{20}$/),
      grants: 'authorization_code',
      scopes: expect.stringContaining('query'),
      redirect_uris: ['http://127.0.0.1/back', 'com.example.app:/back'],
      require_pkce: true,
    });
    for (const wrong of [[], ['--redirect-uri', 'http://shop.example/'], ['--grants', 'password']]) {
      const { code, stderr } = await run([...create, ...wrong]);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/redirect_uri|grants/)]);
    }
  });
});

describe('ai', () => {
  let version = '';

  test('publish stores the same content once, and shows its progress', async () => {
    const first = await run(['ai', 'publish', shop, ...inAcme, '--json']);
    expect(first.stderr).toContain('%');
    const published = JSON.parse(first.stdout);
    expect(published).toMatchObject({ created: true, name: 'shop', languages: ['en'] });
    version = published.ai_version;
    expect(await json(['ai', 'publish', shop, ...inAcme])).toMatchObject({
      created: false,
      ai_version: version,
    });
  });

  test('publish for an institution that does not exist stores nothing', async () => {
    const outcome = await run(['ai', 'publish', shop, '--institution', 'nowhere']);
    expect(outcome).toMatchObject({ code: 1, stderr: 'There is no institution nowhere; create it first.\n' });
    expect(await json(['ai', 'list', '--institution', 'nowhere'])).toMatchObject({ versions: [] });
  });

  test('default says so if there is no default', async () => {
    expect((await run(['ai', 'default', ...inAcme])).code).toBe(1);
  });

  test('assign and default put a version to use, and list shows it', async () => {
    expect(await json(['ai', 'assign', version, 'prod:bank', ...inAcme])).toMatchObject({
      application: 'prod:bank',
      ai_version: version,
      revision: 1,
    });
    expect(await json(['ai', 'default', version, ...inAcme])).toMatchObject({ ai_version: version });
    expect(await json(['ai', 'default', ...inAcme])).toMatchObject({ ai_version: version });
    const { versions } = await json(['ai', 'list', ...inAcme]);
    expect(versions).toMatchObject([{ ai_version: version, serves: ['prod:bank', 'default'] }]);
  });

  test('assign refuses an unknown version and a name that is no application', async () => {
    const unknown = '00000000-0000-8000-8000-000000000000';
    expect(await json(['ai', 'assign', unknown, 'prod:bank', ...inAcme])).toMatchObject({
      error: 'not_found',
    });
    expect(await json(['ai', 'assign', version, 'bank', ...inAcme])).toMatchObject({
      error: 'invalid_request',
    });
  });

  test('delete refuses a version in use', async () => {
    const outcome = await run(['ai', 'delete', version, ...inAcme]);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain('prod:bank, default');
  });

  test('chat goes through a published version, a line each turn', async () => {
    const args = ['ai', 'chat', '--version', version, ...inAcme];
    const outcome = await run([...args, '--json'], 'cancel\n\nwill it rain this weekend\n');
    const { turns } = JSON.parse(outcome.stdout);
    expect(turns).toHaveLength(2);
    expect(turns[1]).toMatchObject({ query: 'will it rain this weekend', competency: 'out_of_scope' });
  });

  test('history shows who assigned what, and rollback restores the version before', async () => {
    expect(await json(['ai', 'assign', 'dev:web', version, ...inAcme])).toMatchObject({ revision: 1 });
    const { history } = await json(['ai', 'history', 'dev:web', ...inAcme]);
    expect(history).toEqual([
      {
        institution: 'acme',
        application: 'dev:web',
        ai_version: version,
        revision: 1,
        assigned_at: expect.stringMatching(/Z$/),
        assigned_by: expect.stringContaining('@parley'),
      },
    ]);
    expect(await json(['ai', 'rollback', 'dev:web', ...inAcme])).toMatchObject({ error: 'conflict' });
  });

  test('export gives every byte of the folder back, and diff finds nothing between the two', async () => {
    const target = path.join(artifacts, 'exported');
    const { files } = await json(['ai', 'export', version, target, ...inAcme]);
    expect(files).toContain('competencies/order.yaml');
    for (const file of Array.isArray(files) ? files : []) {
      expect(await readFile(path.join(target, file))).toEqual(await readFile(path.join(shop, file)));
    }
    expect(await json(['ai', 'diff', version, target, ...inAcme])).toMatchObject({ differences: [] });
    expect((await run(['ai', 'export', version, target, ...inAcme])).stderr).toContain('not empty');
  });

  test('another institution sees none of it', async () => {
    const other = ['--institution', 'elsewhere'];
    await run(['institution', 'create', 'elsewhere']);
    expect(await json(['ai', 'list', ...other])).toMatchObject({ versions: [] });
    expect(await json(['ai', 'default', version, ...other])).toMatchObject({ error: 'not_found' });
    expect((await run(['ai', 'chat', '--version', version, ...other])).code).toBe(1);
  });
});

describe('a folder with tests', () => {
  let folder = '';
  beforeAll(async () => {
    folder = path.join(artifacts, 'cafe');
    const files = {
      'assistant.yaml':
        'schema: 1\nname: cafe\nlanguages: { default: en, supported: [en] }\nout_of_scope: { say: { en: No. } }\n',
      'competencies/hours.yaml':
        'competency: hours\nstates:\n  hours:\n    terminal: true\n    utterances: { en: [when do you open, opening hours, when do you close, are you open now, hours] }\n    say: { en: From 7. }\n',
      'competencies/address.yaml':
        'competency: address\nstates:\n  address:\n    terminal: true\n    utterances: { en: [where are you, what is your address, how do I get there, directions please] }\n    say: { en: Mill Lane. }\n',
      'tests/hours.yaml':
        'name: Hours\nturns:\n  - { say: opening hours today, expect: { state: hours } }\n  - { say: tell me your address, expect: { state: address } }\n',
    };
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), text);
    }
  });

  test('is played, with coverage and JUnit', async () => {
    const junit = path.join(artifacts, 'junit.xml');
    expect(await json(['ai', 'test', folder, '--junit', junit])).toMatchObject({
      passed: 1,
      failed: 0,
      coverage: { states: { total: 2, covered: 2, missed: [] } },
    });
    expect(await readFile(junit, 'utf8')).toContain('<testcase name="Hours" classname="tests/hours.yaml"');
  });

  test('is published with its test results, and not at all if a test fails', async () => {
    const publish = ['ai', 'publish', folder, ...inAcme, '--require-tests'];
    const { ai_version, tests } = await json(publish);
    expect(tests).toEqual({ passed: 1, failed: 0 });
    await writeFile(
      path.join(folder, 'tests/wrong.yaml'),
      'name: Wrong\nturns: [{ say: opening hours, expect: { said: From 9 } }]\n',
    );
    expect((await run(['ai', 'test', folder])).code).toBe(1);
    expect(await json(publish)).toMatchObject({
      error: 'conflict',
      error_description: expect.stringContaining('From 9'),
    });
    const { versions } = await json(['ai', 'list', ...inAcme]);
    expect(versions).toContainEqual(expect.objectContaining({ ai_version, tests: { passed: 1, failed: 0 } }));
    expect(versions).toHaveLength(2);
  });
});

test('user erase fails for an institution that does not exist', async () => {
  const erase = ['user', 'erase', '--external-user-id', 'nobody', '--institution', 'nowhere'];
  expect(await json(erase)).toMatchObject({ error: 'not_found' });
});
