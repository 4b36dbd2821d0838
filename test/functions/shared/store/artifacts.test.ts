import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startFaultProxy } from '../../../../bench/support/fault-proxy.ts';
import { type MemoryS3, startMemoryS3 } from '../../../../bench/support/memory-s3.ts';
import {
  ArtifactChanged,
  artifactKey,
  identify,
  readArtifact,
} from '../../../../functions/shared/domain/versions/versions.ts';
import { artifactStore } from '../../../../functions/shared/store/artifacts.ts';

let s3: MemoryS3;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-'));
  s3 = await startMemoryS3();
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  s3.close();
});

const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);

describe.each([
  ['a folder', () => artifactStore(pathToFileURL(folder).href)],
  ['a bucket', () => artifactStore('s3://artifacts', s3.url)],
  ['a prefix of a bucket', () => artifactStore('s3://artifacts/parley/versions/', s3.url)],
])('%s', (name, open) => {
  const key = `${name.replaceAll(' ', '-')}/one.parley`;

  test('gives back the bytes that were put', async () => {
    const store = await open();
    await store.put(key, bytes);
    await store.put(key, bytes);
    expect(Buffer.from((await store.get(key)) ?? []).equals(bytes)).toBe(true);
  });

  test('returns a version only with the bytes that it was published with', async () => {
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
  expect([...s3.objects.keys()].toSorted()).toEqual([
    '/artifacts/a-bucket/one.parley',
    `/artifacts/${published}`,
    '/artifacts/parley/versions/a-prefix-of-a-bucket/one.parley',
    `/artifacts/parley/versions/${published}`,
  ]);
  expect([...s3.objects.values()].every((stored) => stored.equals(bytes))).toBe(true);
});

test('a refusal of the bucket is an error, not a missing object', async () => {
  const proxy = await startFaultProxy(() => s3.url);
  onTestFinished(proxy.close);
  proxy.fault = () => ({ error: 'AccessDenied', status: 403 });
  const store = await artifactStore('s3://artifacts', `http://127.0.0.1:${proxy.port}`);
  await expect(store.get('bank/none.parley')).rejects.toMatchObject({
    code: 'temporarily_unavailable',
    cause: { name: 'AccessDenied', dependency: 'S3', operation: 'GetObject', refused: true },
  });
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
