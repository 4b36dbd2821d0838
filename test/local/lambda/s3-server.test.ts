import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { artifactStore } from '../../../functions/shared/store/artifacts.ts';
import { createAccessRecorder } from '../../../local/lambda/access.ts';
import { bucketArn } from '../../../local/lambda/deployment.ts';
import { startS3Server } from '../../../local/lambda/s3-server.ts';
import { removeFolder, temporaryFolder } from '../../support/folder.ts';

const BUCKET = 'artifacts';
const GET = { actions: ['s3:GetObject'], resources: [`${bucketArn(BUCKET)}/*`] };
const LIST = { actions: ['s3:ListBucket'], resources: [bucketArn(BUCKET)] };

let folder = '';
beforeAll(async () => {
  folder = await temporaryFolder();
  await mkdir(path.join(folder, 'demo'));
  await writeFile(path.join(folder, 'demo', 'a b.parley'), 'artifact');
});
afterAll(() => removeFolder(folder));

async function read(key: string, statements: (typeof GET)[]): Promise<string | undefined> {
  const definition = {
    name: 'query',
    codeFolder: '',
    handler: '',
    environment: {},
    memoryMegabytes: 128,
    timeoutSeconds: 3,
    statements,
  };
  const server = await startS3Server(definition, { bucket: BUCKET, folder }, createAccessRecorder());
  try {
    const bytes = await (await artifactStore(`s3://${BUCKET}`, server.url)).get(key);
    return bytes === undefined ? undefined : Buffer.from(bytes).toString();
  } finally {
    server.close();
  }
}

test('nobody but its function reads an object', async () => {
  const definition = { name: 'query', codeFolder: '', handler: '', environment: {} };
  const limits = { memoryMegabytes: 128, timeoutSeconds: 3, statements: [GET] };
  const options = { bucket: BUCKET, folder };
  const server = await startS3Server({ ...definition, ...limits }, options, createAccessRecorder());
  const { host } = new URL(server.url);
  const answer = await fetch(`http://${host}/${BUCKET}/demo/a%20b.parley`);
  expect([answer.status, await answer.text()]).toEqual([403, expect.not.stringContaining('artifact')]);
  server.close();
});

test('an object is read by its key', async () => {
  expect(await read('demo/a b.parley', [GET])).toBe('artifact');
});

test('a missing object is known to be missing by those who may list the bucket', async () => {
  expect(await read('demo/none', [GET, LIST])).toBeUndefined();
});

test('a missing object is forbidden to those who may not', async () => {
  await expect(read('demo/none', [GET])).rejects.toMatchObject({ cause: { name: 'AccessDenied' } });
});

test('without the right to read, an object that is there is forbidden', async () => {
  await expect(read('demo/a b.parley', [LIST])).rejects.toMatchObject({ cause: { name: 'AccessDenied' } });
});
