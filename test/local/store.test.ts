import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { connect } from '../../functions/shared/store/dynamodb.ts';
import { TABLES } from '../../infra/tables.ts';
import { type DataFolder, openDataFolder } from '../../local/data-folder.ts';
import { startDynamoDb } from '../../local/dynamodb.ts';
import { freePort } from '../../local/guarded-database.ts';
import { RunningNote, readRunning } from '../../local/running-note.ts';
import { BUCKET, startStore, storeEnvironment } from '../../local/store.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { childrenOf } from '../support/processes.ts';

let folder: DataFolder;
/** Receives the report when a database ends by itself. */
const report = vi.fn();
beforeAll(async () => {
  folder = openDataFolder(await temporaryFolder());
});
afterAll(() => removeFolder(folder.path));
afterEach(() => vi.unstubAllEnvs());

test('artifacts are kept in the folder, or in the bucket of an S3 that is named', () => {
  vi.stubEnv('S3_ENDPOINT', undefined);
  const artifacts = () => storeEnvironment(folder, 'http://127.0.0.1:8000').ARTIFACTS;
  expect(artifacts()).toBe(folder.artifacts);
  vi.stubEnv('S3_ENDPOINT', 'http://127.0.0.1:9000');
  expect(artifacts()).toBe(`s3://${BUCKET}`);
});

test('a DynamoDB that is named in place of our own gets the tables, and is not stopped', async () => {
  const server = await startDynamoDb();
  const client = connect(server.endpoint);
  const store = await startStore(folder, { endpoint: server.endpoint, report });
  expect(store.environment.DYNAMODB_ENDPOINT).toBe(server.endpoint);
  await store.stop();
  const { TableNames } = await client.send(new ListTablesCommand({}));
  expect(TableNames).toHaveLength(Object.keys(TABLES).length);
  client.destroy();
  await server.stop();
});

test('an error names the address of a DynamoDB that does not answer', async () => {
  const endpoint = `http://127.0.0.1:${await freePort()}`;
  await expect(startStore(folder, { endpoint, report })).rejects.toThrow(
    `DynamoDB does not answer at ${endpoint}`,
  );
});

test('the error does not contain the key in the address', async () => {
  const port = await freePort();
  const refused = startStore(folder, { endpoint: `http://s3cr3t@127.0.0.1:${port}`, report });
  await expect(refused).rejects.toThrow(`DynamoDB does not answer at http://127.0.0.1:${port} (`);
  await expect(refused).rejects.not.toThrow('s3cr3t');
});

test('a start deletes the note of a killed service, even if its process id is in use again', async () => {
  const server = await startDynamoDb();
  await new RunningNote(folder).tell({ endpoint: 'http://127.0.0.1:8000' });
  const store = await startStore(folder, { endpoint: server.endpoint, report });
  expect(await readRunning(folder)).toBeUndefined();
  await store.stop();
  await server.stop();
});

test('a restarted database updates the note only if there was one', async () => {
  const store = await startStore(folder, { endpoint: '', report });
  for (const isWritten of [false, true]) {
    if (isWritten) await store.note.tell({ endpoint: store.endpoint, databasePid: store.pid });
    const before = store.pid ?? 0;
    process.kill(childrenOf(before)[0] ?? 0, 'SIGKILL');
    await expect.poll(() => store.pid).not.toBe(before);
    await expect
      .poll(async () => (await readRunning(folder))?.databasePid)
      .toBe(isWritten ? store.pid : undefined);
  }
  await store.stop();
});
