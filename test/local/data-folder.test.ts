import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type DataFolder,
  ensureDeploymentKey,
  openDataFolder,
  readJson,
  writeJson,
} from '../../local/data-folder.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';

let root: string;
let folder: DataFolder;
beforeAll(async () => {
  root = await temporaryFolder();
  folder = openDataFolder(path.join(root, 'deep', 'data'));
});
afterAll(() => removeFolder(root));

test('a new folder is accessible to this user alone', async () => {
  expect((await stat(folder.path)).mode & 0o777).toBe(0o700);
});

test('a written file is read back, is readable by this user alone, and leaves no other file', async () => {
  await writeJson(folder.demoFile, { secret: 'ü' });
  await writeJson(folder.demoFile, { secret: 'second' });
  expect(await readJson(folder.demoFile)).toEqual({ secret: 'second' });
  expect((await stat(folder.demoFile)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder.path)).toEqual(['demo.json']);
});

test('the key of a folder is made once, and only this user may read it', async () => {
  const own = openDataFolder(path.join(root, 'keyed'));
  await ensureDeploymentKey(own);
  const key = await readFile(own.keyFile, 'utf8');
  expect(key).toMatch(/^[0-9A-Za-z]{64}\n$/);
  expect((await stat(own.keyFile)).mode & 0o777).toBe(0o600);
  await ensureDeploymentKey(own);
  expect(await readFile(own.keyFile, 'utf8')).toBe(key);
  expect(await readdir(own.path)).toEqual(['deployment.key']);
});

test('a file that is missing or half-written reads as nothing', async () => {
  expect(await readJson(path.join(root, 'nothing.json'))).toBeUndefined();
  const half = path.join(root, 'half.json');
  await writeFile(half, '{"a": ');
  expect(await readJson(half)).toBeUndefined();
});
