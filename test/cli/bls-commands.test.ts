import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openOperator } from '../../cli/operator.ts';
import { readServers } from '../../functions/shared/domain/institutions/business-logic-changes.ts';
import type { BusinessLogicNames } from '../../functions/shared/domain/institutions/business-logic-names.ts';
import { useDynamoDb } from '../support/dynamodb.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { type Outcome, parleyHere } from './parley.ts';

const store = useDynamoDb();
const URL = 'https://logic.example/bls';
const [ONE = '', TWO = ''] = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`);

let folder = '';
let acme = '';
beforeAll(async () => {
  folder = await temporaryFolder();
  await writeFile(path.join(folder, 'deployment.key'), 'k'.repeat(64));
  process.env.ARTIFACTS = pathToFileURL(folder).href;
  process.env.DEPLOYMENT_KEY = pathToFileURL(path.join(folder, 'deployment.key')).href;
  expect(store.endpoint()).not.toBe('');
});
afterAll(async () => {
  delete process.env.DEPLOYMENT_KEY;
  await removeFolder(folder);
});
beforeEach(async () => {
  acme = `acme-${randomUUID().slice(0, 8)}`;
  await succeeds('institution', 'create', acme);
});

async function succeeds(...args: string[]): Promise<Outcome> {
  const outcome = await parleyHere(args);
  expect(outcome.code, outcome.stderr).toBe(0);
  return outcome;
}
const bls = (command: string, ...args: string[]) => succeeds('bls', command, acme, ...args);
const refusal = async (command: string, ...args: string[]) => {
  const { code, stderr } = await parleyHere(['bls', command, acme, ...args]);
  expect(code).not.toBe(0);
  return stderr;
};
async function names(institution = acme): Promise<BusinessLogicNames> {
  const operator = await openOperator();
  try {
    return await readServers(operator, institution);
  } finally {
    operator.close();
  }
}

describe('bls set', () => {
  test('sets address and secret under the names that assistants use by default', async () => {
    await bls('set', '--url', URL, '--secret', ONE);
    expect((await names()).everywhere).toEqual({ BLS_URL: { url: URL }, BLS_SECRET: { secrets: [ONE] } });
  });

  test('sets both under a given name, and for a single application', async () => {
    const place = ['--application', 'prod:bank', '--name', 'BLS_BANK'];
    await bls('set', ...place, '--url', URL, '--secret', ONE);
    expect(await names()).toEqual({
      everywhere: {},
      applications: { 'prod:bank': { BLS_BANK: { url: URL, secrets: [ONE] } } },
    });
  });

  test('makes a secret and shows it once', async () => {
    const { stdout } = await bls('set', '--secret', '--json');
    const { secret } = JSON.parse(stdout);
    expect(secret).toMatch(/^whsec_/);
    expect((await names()).everywhere.BLS_SECRET).toEqual({ secrets: [secret] });
    const text = (await bls('set', '--secret', '--replace')).stdout;
    const [, shown = ''] = /^ {2}secret {2}(whsec_\S+)$/m.exec(text) ?? [];
    expect((await names()).everywhere.BLS_SECRET).toEqual({ secrets: [shown] });
  });

  test('reads a secret from its input, to keep it out of the shell’s history, and shows it nowhere', async () => {
    const args = ['bls', 'set', acme, '--secret', '-'];
    const { code, stdout, stderr } = await parleyHere(args, `${ONE}\n`);
    expect(code, stderr).toBe(0);
    expect(stdout + stderr).not.toContain(ONE.slice(6));
    expect((await names()).everywhere.BLS_SECRET).toEqual({ secrets: [ONE] });
  });

  test('keeps signing with the old secret beside a new one until it is retired', async () => {
    await bls('set', '--secret', ONE);
    await bls('set', '--secret', TWO);
    expect((await names()).everywhere.BLS_SECRET).toEqual({ secrets: [TWO, ONE] });
    expect(await refusal('set', '--secret')).toContain('retire the earlier one, or replace both');
    await bls('retire');
    expect((await names()).everywhere.BLS_SECRET).toEqual({ secrets: [TWO] });
    expect(await refusal('retire')).toContain('no earlier secret to retire');
  });

  test.each([
    [[], 'Use --url, --secret or both.'],
    [['--url', 'http://logic.example/'], 'url: use an https address'],
    [['--secret', 'hush'], 'secret: use whsec_'],
    [['--url', URL, '--name', 'AWS_KEY'], 'name: use BLS_ followed by capital letters'],
    [['--url', URL, '--application', 'bank'], 'application: use the form env_name:app_name'],
  ])('%j is refused with a message that says what to give', async (args, sentence) => {
    const told = await refusal('set', ...args);
    expect(told).toContain(sentence);
    expect(told).not.toContain('hush');
    expect(await names()).toEqual({ everywhere: {}, applications: {} });
  });

  test('is refused for an institution that does not exist', async () => {
    const { code, stderr } = await parleyHere(['bls', 'set', 'nobody', '--url', URL]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('There is no institution nobody')]);
  });

  test('appears in the audit trail with the host, without the full URL or the secret', async () => {
    await bls('set', '--url', URL, '--secret', ONE);
    const day = new Date().toISOString().slice(0, 10);
    const { stdout } = await succeeds('audit', '--institution', acme, '--day', day, '--json');
    const events = JSON.parse(stdout).events.filter(({ action }: { action: string }) =>
      action.startsWith('b'),
    );
    expect(events).toMatchObject([
      {
        action: 'business-logic.set',
        target: 'BLS_URL',
        changed: ['url'],
        host_before: null,
        host: 'logic.example',
      },
      { action: 'business-logic.set', target: 'BLS_SECRET', changed: ['secret'] },
    ]);
    expect(stdout).not.toContain(URL);
    expect(stdout).not.toContain(ONE.slice(6));
  });
});

describe('bls show', () => {
  test('shows names, addresses and which secrets sign, never a secret or a password', async () => {
    await bls('set', '--url', 'https://user:hush@logic.example/bls', '--secret', ONE);
    await bls('set', '--secret', TWO);
    await bls('set', '--application', 'prod:bank', '--url', URL);
    const { stdout } = await bls('show', '--json');
    const shown = JSON.parse(stdout);
    expect(shown.names).toEqual([
      {
        application: null,
        name: 'BLS_SECRET',
        url: null,
        secrets: [expect.stringMatching(/^[0-9a-f]{16}$/), expect.stringMatching(/^[0-9a-f]{16}$/)],
      },
      { application: null, name: 'BLS_URL', url: 'https://user:***@logic.example/bls', secrets: [] },
      { application: 'prod:bank', name: 'BLS_URL', url: URL, secrets: [] },
    ]);
    const [current, before] = shown.names[0].secrets;
    const lines = (await bls('show')).stdout;
    expect(lines).toContain(`BLS_SECRET  secret ${current}  earlier secret ${before}, until it is retired`);
    for (const secret of [ONE, TWO, 'hush']) expect(stdout + lines).not.toContain(secret);
  });

  test('says how to set business logic where nothing is set', async () => {
    expect((await bls('show')).stdout).toContain('parley bls set --help');
  });
});

describe('bls remove', () => {
  test('removes one name, or all of them', async () => {
    await bls('set', '--url', URL, '--secret', ONE);
    await bls('set', '--application', 'prod:bank', '--url', URL);
    await bls('remove', '--name', 'BLS_URL');
    expect(await names()).toEqual({
      everywhere: { BLS_SECRET: { secrets: [ONE] } },
      applications: { 'prod:bank': { BLS_URL: { url: URL } } },
    });
    await bls('remove', '--all');
    expect(await names()).toEqual({ everywhere: {}, applications: {} });
  });

  test.each([
    [[], 'Use --name or --all.'],
    [['--all', '--name', 'BLS_URL'], 'Use --name or --all.'],
    [['--all', '--application', 'prod:bank'], '--application requires --name.'],
    [['--name', 'BLS_URL'], 'BLS_URL is not set here.'],
  ])('%j is refused', async (args, sentence) => {
    expect(await refusal('remove', ...args)).toContain(sentence);
  });
});

test('the commands see and change nothing of another institution', async () => {
  await bls('set', '--url', URL, '--secret', ONE);
  const rival = `rival-${randomUUID().slice(0, 8)}`;
  await succeeds('institution', 'create', rival);
  await succeeds('bls', 'set', rival, '--secret', TWO);
  expect(JSON.parse((await succeeds('bls', 'show', rival, '--json')).stdout).names).toHaveLength(1);
  await succeeds('bls', 'remove', rival, '--all');
  expect((await names()).everywhere).toEqual({ BLS_URL: { url: URL }, BLS_SECRET: { secrets: [ONE] } });
});
