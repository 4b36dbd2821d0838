import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ArtifactChanged,
  artifactKey,
  identify,
  readArtifact,
} from '../../../../functions/shared/domain/versions/versions.ts';
import { artifactStore } from '../../../../functions/shared/store/artifacts.ts';

/** A server that answers PutObject and GetObject by path as S3 does, kept in memory. */
function startS3(objects: Map<string, Buffer>): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (request.method === 'PUT') {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        objects.set(pathname, Buffer.concat(chunks));
        response.writeHead(200, { ETag: '"x"' }).end();
      });
      return;
    }
    const found = objects.get(pathname);
    if (found) response.writeHead(200, { 'Content-Length': found.byteLength }).end(found);
    else if (pathname.includes('forbidden')) {
      response.writeHead(403, { 'Content-Type': 'application/xml' });
      response.end('<Error><Code>AccessDenied</Code><Message>no</Message></Error>');
    } else {
      response.writeHead(404, { 'Content-Type': 'application/xml' });
      response.end('<Error><Code>NoSuchKey</Code><Message>no</Message></Error>');
    }
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const objects = new Map<string, Buffer>();
let server: Server;
let endpoint = '';
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-'));
  server = await startS3(objects);
  const address = server.address();
  endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  server.closeAllConnections();
  server.close();
});

const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);

describe.each([
  ['a folder', () => artifactStore(pathToFileURL(folder).href)],
  ['a bucket', () => artifactStore('s3://artifacts', endpoint)],
  ['a prefix of a bucket', () => artifactStore('s3://artifacts/parley/versions/', endpoint)],
])('%s', (name, open) => {
  const key = `${name.replaceAll(' ', '-')}/one.parley`;

  test('gives back the bytes that were put', async () => {
    const store = await open();
    await store.put(key, bytes);
    await store.put(key, bytes);
    expect(Buffer.from((await store.get(key)) ?? []).equals(bytes)).toBe(true);
  });

  test('gives a version nothing but the bytes that it was published with', async () => {
    const store = await open();
    const { id } = identify('bank', bytes);
    await store.put(artifactKey('bank', id), bytes);
    expect(Buffer.from((await readArtifact(store, 'bank', id)) ?? []).equals(bytes)).toBe(true);
    await store.put(artifactKey('bank', id), bytes.toReversed());
    await expect(readArtifact(store, 'bank', id)).rejects.toThrow(ArtifactChanged);
    await store.put(artifactKey('bank', id), bytes);
  });

  test('has nothing under a key that was never put', async () => {
    expect(await (await open()).get('bank/none.parley')).toBeUndefined();
  });
});

test('objects stand under bucket and prefix', () => {
  const published = artifactKey('bank', identify('bank', bytes).id);
  expect([...objects.keys()].toSorted()).toEqual([
    '/artifacts/a-bucket/one.parley',
    `/artifacts/${published}`,
    '/artifacts/parley/versions/a-prefix-of-a-bucket/one.parley',
    `/artifacts/parley/versions/${published}`,
  ]);
  expect([...objects.values()].every((stored) => stored.equals(bytes))).toBe(true);
});

test('a refusal of the bucket is an error, not an absence', async () => {
  const store = await artifactStore('s3://forbidden', endpoint);
  await expect(store.get('bank/one.parley')).rejects.toThrow();
});

test('a folder holds whole files only, and no key leads out of it', async () => {
  const store = await artifactStore(pathToFileURL(folder).href);
  expect(await readdir(path.join(folder, 'a-folder'))).toEqual(['one.parley']);
  await expect(store.put('../outside', bytes)).rejects.toThrow(/out of its folder/);
  await expect(store.get('../outside')).rejects.toThrow(/out of its folder/);
});

test.each(['', '/var/artifacts', 'https://example.com/a', 's3://'])(
  'the location %j is refused',
  async (location) => {
    await expect(artifactStore(location)).rejects.toThrow(/ARTIFACTS must be/);
  },
);
