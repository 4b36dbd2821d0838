import { randomUUID } from 'node:crypto';
import { appendFile, cp } from 'node:fs/promises';
import path from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildProgram } from '../../cli/main.ts';
import type { AuditEvent } from '../../functions/shared/domain/audit.ts';
import type { AccessToken } from '../../functions/shared/domain/credentials/credentials.ts';
import type * as erasure from '../../functions/shared/domain/institutions/erasure.ts';
import type { ErasureDependencies } from '../../functions/shared/domain/institutions/erasure.ts';
import type { TokenStore } from '../../functions/shared/domain/oauth/issue-token.ts';
import { personOf } from '../../functions/shared/domain/query/sessions.ts';
import type { Approval } from '../../functions/shared/domain/sign-in/sign-in.ts';
import { createTokenStore } from '../../functions/shared/store/credentials-tokens.ts';
import { logSession } from '../support/conversation-log.ts';
import { useDynamoDb } from '../support/dynamodb.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { keyEndpoints, tokenOf } from '../support/keys.ts';
import { ORIGIN } from '../support/rules.ts';
import { isAllowed, unusedOf, useAws } from './aws.ts';
import { parleyHere } from './parley.ts';

vi.mock('../../authoring/train.ts', async (original) =>
  (await import('../support/quick-training.ts')).quickTraining(original),
);
// Skips the pause, which only indexes on AWS need.
vi.mock('../../functions/shared/domain/institutions/erasure.ts', async (original) => {
  const { erasePerson } = await original<typeof erasure>();
  return {
    erasePerson: (operator: ErasureDependencies, ...of: [string, string]) =>
      erasePerson({ ...operator, wait: async () => undefined }, ...of),
  };
});

// Publishing trains an assistant, and every command opens new clients.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const store = useDynamoDb();
let folder = '';
let endpoint = '';
beforeAll(async () => {
  folder = await temporaryFolder();
  endpoint = store.endpoint();
});
afterAll(() => removeFolder(folder));
const aws = useAws(
  () => endpoint,
  () => path.join(folder, 'bucket'),
);

const acme = ['--institution', 'acme'];
const ASSISTANT = 'test/conformance/assistant';
const APPLICATION = 'prod:bank';
const STORE = ['--stack', 'Parley', '--json'];

/** Names of the commands that were run under the policy. */
const ran = new Set<string>();

/** Runs a command as an operator of the stack; `input` is the command's standard input. */
async function run(command: string, args: readonly string[] = [], input?: string) {
  ran.add(command);
  const line = [...command.split(' '), ...args, ...STORE];
  const outcome = await parleyHere(line, input);
  expect(aws.state.refused, line.join(' ')).toEqual([]);
  expect(outcome, line.join(' ')).toMatchObject({ code: 0 });
  return outcome.stdout.startsWith('{\n') ? JSON.parse(outcome.stdout) : {};
}

/** A command that makes up conversations, only for local stores. */
const NOT_FOR_AWS = 'demo traffic';

/** Commands that call servers, which no test may do. */
const CALL_OUT = ['webhook test', 'channel test'];

/** Returns the names of the commands that work on a store. */
function storeCommands(of: Awaited<ReturnType<typeof buildProgram>>, name = ''): string[] {
  if (of.commands.length > 0)
    return of.commands.flatMap((one) => storeCommands(one, `${name} ${one.name()}`.trim()));
  return of.options.some(({ long }) => long === '--stack') ? [name] : [];
}

/** Runs an author's commands for an institution, with two published versions and a draft. */
async function author(institution: string): Promise<void> {
  const of = ['--institution', institution];
  const changed = path.join(folder, `changed-${institution}`);
  await cp(ASSISTANT, changed, { recursive: true });
  await appendFile(path.join(changed, 'assistant.yaml'), `# ${institution}\n`);
  const { ai_version: one } = await run('ai publish', [ASSISTANT, ...of]);
  await run('ai publish', [ASSISTANT, ...of]);
  const { ai_version: two } = await run('ai publish', [changed, ...of]);
  await run('ai assign', [APPLICATION, one, ...of]);
  await run('ai assign', [APPLICATION, two, ...of]);
  await run('ai rollback', [APPLICATION, ...of]);
  await run('ai history', [APPLICATION, ...of]);
  await run('ai default', [one, ...of]);
  await run('ai default', of);
  await run('ai note', [one, 'the first', ...of]);
  await run('ai list', of);
  await run('ai diff', [one, two, ...of]);
  await run('ai export', [one, path.join(folder, `sources-${institution}`), ...of]);
  await run('ai delete', [two, ...of]);
  await run('ai draft push', ['bank', changed, ...of]);
  await run('ai draft pull', ['bank', path.join(folder, `draft-${institution}`), ...of]);
  await run('ai draft list', of);
  await run('ai draft publish', ['bank', ...of]);
  await run('ai draft try', ['bank', 'cheers', '--label', 'thanks', ...of]);
  await run('ai draft delete', ['bank', ...of]);
  const session = await logSession(store.client, [
    { institution, query: 'sing', outcome: 'not_understood' },
    { institution, query: 'what is my balance' },
  ]);
  await run('conversations list', of);
  await run('conversations show', [session, ...of]);
  await run('conversations export', [session, ...of, '--as-test']);
  await run('conversations unhandled', of);
  await run('ai replay', [changed, ...of]);
  await run('ai learn', [changed, ...of, '--no-evaluate'], '\n');
  await run('ai chat', ['--version', one, ...of], 'hello\n');
  const missing = await parleyHere(['ai', 'chat', '--version', randomUUID(), ...of, ...STORE]);
  expect(missing.stderr).toContain('has no AI version');
  expect(aws.state.refused).toEqual([]);
}

describe('the policy ParleyOperator', () => {
  test('allows every command, and has no right that no command uses', async () => {
    const statements = aws.as('ParleyOperator');
    await run('institution create', ['acme', '--display-name', 'Acme']);
    await run('institution list');
    await run('institution set', ['acme', '--queries-per-second', '100', '--default-external-user', 'none']);
    await run('user create', ['plain', ...acme]);
    await run('user create', ['ann', ...acme, '--username', 'ann'], 'correct horse battery\n');
    await run('user list', acme);
    await run('user set-password', ['ann', ...acme], 'staple battery horse\n');
    const { client_id: client } = await run('client create', acme);
    const keys = keyEndpoints(store.client, Date.now);
    const principal = tokenOf('acme', 'plain', ['query', 'app_write']);
    const [one, two] = [
      await keys.create(principal, { name: 'a', scopes: 'query app_write' }),
      await keys.create(principal, { name: 'b' }),
    ];
    expect([one.status, two.status]).toEqual([200, 200]);
    await createTokenStore(store.client).add(...tokenOfAcme(client));
    await run('key list', [...acme, '--user', 'plain']);
    await run('user set-scopes', ['plain', ...acme, '--scopes', 'query']);
    await run('key delete', [one.body.id, ...acme, '--user', 'plain']);
    await run('client list', acme);
    await run('client set', [client, '--display-name', 'Server']);
    await run('client rotate-secret', [client, '--keep-old', '1h']);
    await run('client drop-secret', [client]);
    await run('client show', [client]);
    await run('token revoke', ['--client', client]);
    await run('token revoke', [...acme, '--user', 'plain', '--client', client]);
    await run('token revoke', acme);
    await run('client disable', [client]);
    await run('client enable', [client]);
    await run('user disable', ['plain', ...acme]);
    await run('user enable', ['plain', ...acme]);
    await run('throttle show', [...acme, '--username', 'ann']);
    await run('throttle lift', [...acme, '--username', 'ann']);
    await run('throttle lift', [...acme, '--username', 'ann', '--source', '192.0.2.7']);
    const webhook = ['--url', 'https://desk.example.com'];
    const { webhook_id: id } = await run('webhook add', [...acme, ...webhook]);
    await run('webhook list', acme);
    await run('webhook rotate', [id, ...acme]);
    await run('webhook rotate', [id, ...acme, '--retire']);
    await run('webhook remove', [id, ...acme]);
    const number = ['--service', 'https://parley.example', '--account', `AC${'0'.repeat(32)}`];
    const sms = ['sms', ...acme, ...number, '--from', '+15005550006'];
    const { channel_id: channel } = await run('channel add', sms, `${'0'.repeat(32)}\n`);
    await run('channel list', acme);
    await run('channel remove', [channel, ...acme]);
    await run('bls set', ['acme', '--url', 'https://bank.example.com', '--secret']);
    await run('bls set', ['acme', '--secret']);
    await run('bls show', ['acme']);
    await run('bls retire', ['acme']);
    await run('bls remove', ['acme', '--all']);
    await author('acme');
    await logConversation();
    expect(await run('user erase', [...acme, '--external-user-id', 'known'])).toEqual({
      institution: 'acme',
      external_user_id: 'known',
      erased: expect.toSatisfy((many) => many > 1),
    });
    await logConversation();
    await run('institution export', ['acme', '--output', path.join(folder, 'acme.jsonl')]);
    await run('institution suspend', ['acme']);
    await run('institution resume', ['acme']);
    await run('institution suspend', ['acme']);
    await run('institution delete', ['acme']);
    await run('institution delete', ['acme', '--confirm', 'acme']);
    await run('audit', [...acme, '--day', new Date().toISOString().slice(0, 10)]);
    expect([...ran, NOT_FOR_AWS, ...CALL_OUT].toSorted()).toEqual(
      storeCommands(await buildProgram()).toSorted(),
    );
    expect(unusedOf(statements, aws.state.asked)).toEqual([]);
  });
});

describe('the policy ParleyAuthor', () => {
  test('allows what authors do, and has no right that they do not use', async () => {
    aws.as('ParleyOperator');
    await run('institution create', ['shop']);
    const statements = aws.as('ParleyAuthor');
    aws.state.caller = 'arn:aws:sts::000000000000:assumed-role/Authors/bea';
    await author('shop');
    expect(unusedOf(statements, aws.state.asked)).toEqual([]);
  });

  test('leads to audit events with the caller’s AWS identity for publish, assign, roll-back and delete', async () => {
    aws.as('ParleyOperator');
    const { events } = await run('audit', [
      '--institution',
      'shop',
      '--day',
      new Date().toISOString().slice(0, 10),
    ]);
    const actor = { kind: 'operator', id: 'arn:aws:sts::000000000000:assumed-role/Authors/bea' };
    for (const action of ['version.publish', 'version.assign', 'version.roll-back', 'version.delete']) {
      expect(events).toContainEqual(
        expect.objectContaining({ action, actor: expect.objectContaining(actor) }),
      );
    }
  });

  test('cannot read logins, which hold password hashes, or secrets of business logic', () => {
    const statements = aws.policies.get('ParleyAuthor') ?? [];
    const may = (table: string, partition: string) =>
      isAllowed(statements, {
        action: 'dynamodb:GetItem',
        resource: `arn:aws:dynamodb:local:000000000000:table/parley-${table}`,
        partitions: [partition],
      });
    expect([may('Directory', 'institution#shop'), may('Versions', 'shop')]).toEqual([true, true]);
    expect([may('Directory', 'login#ann'), may('Versions', 'shop#business_logic')]).toEqual([false, false]);
  });

  test.each([
    ['user list', ['--institution', 'shop']],
    ['user create', ['eve', '--institution', 'shop']],
    ['client create', ['--institution', 'shop']],
    ['institution suspend', ['shop']],
    ['institution list', []],
    ['bls show', ['shop']],
    ['bls set', ['shop', '--url', 'https://elsewhere.example.com']],
    ['user erase', ['--institution', 'shop', '--external-user-id', 'somebody']],
    ['audit', ['--institution', 'shop', '--day', '2030-01-31']],
    ['key list', ['--institution', 'shop', '--user', 'eve']],
  ])('does not let one %s', async (command, args) => {
    aws.as('ParleyAuthor');
    expect((await parleyHere([...command.split(' '), ...args, ...STORE])).code).toBe(1);
    expect(aws.state.refused).not.toEqual([]);
  });
});

/** Returns a token of acme as the token endpoint stores it. */
function tokenOfAcme(clientId: string): Parameters<TokenStore['add']> {
  const [institution, userId] = ['acme', 'plain'];
  const token = {
    digest: 'd'.repeat(64),
    institution,
    userId,
    clientId,
    scopes: ['query'],
    grant: 'client_credentials',
    issuedAt: 0,
    expiresAt: 4_000_000_000,
  } satisfies AccessToken;
  const approval = {
    institution,
    userId,
    userRevision: 1,
    scopes: ['query'],
    grant: 'client_credentials',
  } satisfies Approval;
  const event = {
    ...ORIGIN,
    at: 0,
    action: 'token.issue',
    outcome: 'done',
    institution,
    actor: { kind: 'client' },
  } satisfies AuditEvent & typeof ORIGIN;
  return [token, approval, event, event];
}

/** Logs a session of acme's end user `known`. */
async function logConversation(): Promise<void> {
  const person = personOf('acme', 'known');
  const sessionId = await logSession(store.client, [{ query: 'sing', userId: 'plain', person }]);
  await store.client().send(
    new PutCommand({
      TableName: 'parley-Sessions',
      Item: { pk: `session#${sessionId}`, people: [person] },
    }),
  );
}
