import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localService } from '../../functions/shared/store/endpoint.ts';
import { useDynamoDb } from '../support/dynamodb.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGE = readFileSync(path.join(ROOT, 'docs/OPERATIONS.md'), 'utf8');
const [, section = ''] = /## Backup and restore\n([\s\S]*?)\n## /.exec(PAGE) ?? [];
const [before = '', loss = '', back = ''] = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(
  ([, typed]) => typed,
);
const printed = [...section.matchAll(/```text\n([\s\S]*?)```/g)].map(([, text]) => text);

/**
 * Stand-ins for what needs an account: the stack's output with the table's name, the waits, and the restored
 * table, which the test copies.
 */
const WITHOUT_ACCOUNT = `
set -e
stack=Parley
sleep() { :; }
aws() {
  case "$1 $2" in
    'cloudformation describe-stacks') echo "$DIRECTORY_TABLE" ;;
    'dynamodb restore-table-to-point-in-time') echo '"CREATING"' ;;
    'dynamodb wait')
      # The first one gives up, as each does after eight minutes.
      if [ -e waited ]; then command aws "$@"; else touch waited; return 255; fi ;;
    *) command aws "$@" ;;
  esac
}
npx() {
  shift
  arguments=()
  while [ $# -gt 0 ]; do
    if [ "$1" = --stack ]; then shift; else arguments+=("$1"); fi
    shift
  done
  node "$PARLEY/cli/bin.mjs" "\${arguments[@]}"
}
`;

const store = useDynamoDb();
let folder = '';
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => removeFolder(folder));

const table = 'parley-Directory';
const restored = `${table}-restored`;
const keyOf = ({ pk, sk }: Record<string, unknown>): string => `${pk} ${sk}`;
const itemsOf = async (TableName: string) =>
  (await store.client().send(new ScanCommand({ TableName }))).Items ?? [];

/** Copies the table in its current state, like a restore to this moment. */
async function copyTable(): Promise<void> {
  await store.client().send(
    new CreateTableCommand({
      TableName: restored,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    }),
  );
  for (const Item of await itemsOf(table))
    await store.client().send(new PutCommand({ TableName: restored, Item }));
}

async function type(commands: string): Promise<string> {
  const { endpoint, credentials } = localService(store.endpoint());
  const { stdout } = await promisify(execFile)('bash', ['-c', `${WITHOUT_ACCOUNT}${commands}`], {
    cwd: folder,
    env: {
      ...process.env,
      PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
      PARLEY: ROOT,
      AWS_ENDPOINT_URL: endpoint,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_REGION: 'eu-west-1',
      AWS_DEFAULT_REGION: 'eu-west-1',
      AWS_PAGER: '',
      ARTIFACTS: 'file:///nowhere',
      table,
      moment: '2026-01-31T12:00:00Z',
    },
  });
  return stdout;
}

const installed = promisify(execFile)('aws', ['--version']).then(
  () => true,
  () => false,
);

test('the drill of docs/OPERATIONS.md restores lost items, keeps newer ones, and prints what the guide shows', async ({
  skip,
}) => {
  if (!(await installed)) return skip('The command line of AWS is not installed here.');
  await type(before);
  await copyTable();
  const lost = await itemsOf(table);
  const since = { pk: 'institution#drill', sk: 'later' };
  await store.client().send(new PutCommand({ TableName: table, Item: since }));

  expect(await type(loss)).toBe(printed[0]);
  expect((await itemsOf(table)).map(keyOf)).not.toContain('institution#drill user#ann');
  expect(await type(back)).toBe(printed[1]);
  expect(existsSync(path.join(folder, 'waited'))).toBe(true);
  expect((await itemsOf(table)).sort(byKey)).toEqual([...lost, since].sort(byKey));
  await expect(itemsOf(restored)).rejects.toThrow();
});

test('the guide’s command for a whole table restores all items, however many there are', async ({ skip }) => {
  if (!(await installed)) return skip('The command line of AWS is not installed here.');
  const [, whole = ''] = /For a whole table: `([^`]+)` in place of the query/.exec(section) ?? [];
  const typed = back.replace(/aws dynamodb query[\s\S]*?> restored\.json/, whole);
  const items = Array.from({ length: 60 }, (_, number) => ({
    pk: 'institution#whole',
    sk: `user#${number}`,
  }));
  for (const Item of items) await store.client().send(new PutCommand({ TableName: table, Item }));
  const lost = await itemsOf(table);
  await copyTable();
  for (const Key of items) await store.client().send(new DeleteCommand({ TableName: table, Key }));

  expect(typed).toContain(' scan ');
  await type(typed);
  expect((await itemsOf(table)).sort(byKey)).toEqual(lost.sort(byKey));
});

const byKey = (a: Record<string, unknown>, b: Record<string, unknown>) => keyOf(a).localeCompare(keyOf(b));
