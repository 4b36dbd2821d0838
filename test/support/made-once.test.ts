import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeFolder, temporaryFolder } from './folder.ts';
import { madeOnce } from './made-once.ts';

let place: string;
beforeEach(async () => {
  place = await temporaryFolder();
});
afterEach(() => removeFolder(place));

const put = (folder: string, text: string) => writeFile(path.join(folder, 'file'), text);
const got = () => readFile(path.join(place, 'made', 'file'), 'utf8');

test('nobody finds a folder that is still being made', async () => {
  const folder = path.join(place, 'made');
  let goOn = () => {};
  const written = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const slow = madeOnce(folder, async (empty) => {
    await put(empty, 'half');
    await written;
    await put(empty, 'whole');
  });
  await madeOnce(folder, (empty) => put(empty, 'of another'));
  expect(await got()).toBe('of another');
  goOn();
  await slow;
  expect(await got()).toBe('of another');
  expect(await readdir(place)).toEqual(['made']);
});

test('a folder that is there is not made again', async () => {
  const folder = path.join(place, 'made');
  await madeOnce(folder, (empty) => put(empty, 'first'));
  await madeOnce(folder, () => Promise.reject(new Error('made again')));
  expect(await got()).toBe('first');
});

test('what cannot be made leaves nothing behind', async () => {
  const folder = path.join(place, 'made');
  const made = madeOnce(folder, async (empty) => {
    await put(empty, 'half');
    throw new Error('no room');
  });
  await expect(made).rejects.toThrow('no room');
  expect(await readdir(place)).toEqual([]);
});
