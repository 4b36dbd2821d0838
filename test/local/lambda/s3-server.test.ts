import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ArtifactStore } from '../../../functions/shared/domain/versions/versions.ts';
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

const PUT = { actions: ['s3:PutObject'], resources: [`${bucketArn(BUCKET)}/*/drafts/*`] };

const read = (key: string, statements: (typeof GET)[]) =>
  using(statements, async (artifacts) => {
    const bytes = await artifacts.get(key);
    return bytes === undefined ? undefined : Buffer.from(bytes).toString();
  });

async function using<T>(
  statements: (typeof GET)[],
  work: (artifacts: ArtifactStore) => Promise<T>,
): Promise<T> {
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
    return await work(await artifactStore(`s3://${BUCKET}`, server.url));
  } finally {
    server.close();
  }
}

test('only its function can read an object', async () => {
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

test('a missing object is reported as missing to callers who may list the bucket', async () => {
  expect(await read('demo/none', [GET, LIST])).toBeUndefined();
});

test('a missing object is forbidden to callers who may not list the bucket', async () => {
  await expect(read('demo/none', [GET])).rejects.toMatchObject({ cause: { name: 'AccessDenied' } });
});

test('without the right to read, an object that is there is forbidden', async () => {
  await expect(read('demo/a b.parley', [LIST])).rejects.toMatchObject({ cause: { name: 'AccessDenied' } });
});

test.each([[0], [1], [200_000]])(
  'an object of %i bytes is written only with the right, and no other object',
  async (length) => {
    const bytes = Buffer.alloc(length, 'draft\r\n');
    await using([PUT], (artifacts) => artifacts.put('demo/drafts/a.draft', bytes));
    expect(await read('demo/drafts/a.draft', [GET])).toBe(bytes.toString());
    await expect(using([PUT], (artifacts) => artifacts.put('demo/a b.parley', bytes))).rejects.toThrow();
    await expect(using([GET], (artifacts) => artifacts.put('demo/drafts/a.draft', bytes))).rejects.toThrow();
    expect(await read('demo/a b.parley', [GET])).toBe('artifact');
  },
);
