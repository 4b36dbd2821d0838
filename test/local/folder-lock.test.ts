import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type DataFolder, openDataFolder } from '../../local/data-folder.ts';
import { lockDataFolder, visitDataFolder } from '../../local/folder-lock.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { locked } from './locked.ts';

let root: string;
let folder: DataFolder;
beforeAll(async () => {
  root = await temporaryFolder();
  folder = openDataFolder(path.join(root, 'deep', 'data'));
});
afterAll(() => removeFolder(root));

test('a folder is held by one at a time, by whatever path it is named', async () => {
  const lock = await locked(folder);
  expect(await lockDataFolder(folder)).toBeUndefined();
  const otherwise = openDataFolder(path.join(root, 'deep', '..', 'deep', 'data'));
  expect(await lockDataFolder(otherwise)).toBeUndefined();
  await lock.unlock();
  const again = await locked(folder);
  await again.unlock();
});

test('a folder that is let go of while another asks for it is the other’s', async () => {
  const lock = await locked(folder);
  const next = lockDataFolder(folder);
  await lock.unlock();
  const lockNext = await next;
  expect(lockNext).toBeDefined();
  await lockNext?.unlock();
});

test('another folder can be held meanwhile', async () => {
  const lock = await locked(folder);
  const other = await locked(openDataFolder(path.join(root, 'other')));
  await Promise.all([lock.unlock(), other.unlock()]);
});

describe('a guest of whoever has a folder', () => {
  test('is waited for until it leaves, however lately it came', async () => {
    const lock = await locked(folder);
    const leave = await visitDataFolder(folder);
    const waiting = Promise.withResolvers<void>();
    const isGone = vi.fn();
    const gone = lock.guestsGone(waiting.resolve).then(isGone);
    await waiting.promise;
    expect(isGone).not.toHaveBeenCalled();
    leave?.();
    await gone;
    await lock.unlock();
  });

  test('is waited for no longer than it is given', async () => {
    const lock = await locked(folder);
    const leave = await visitDataFolder(folder);
    const onWait = vi.fn();
    await lock.guestsGone(onWait, 50);
    expect(onWait).toHaveBeenCalledOnce();
    leave?.();
    await lock.unlock();
  });

  test('keeps nobody from giving the folder back', async () => {
    const lock = await locked(folder);
    const leave = await visitDataFolder(folder);
    await lock.unlock();
    await (await locked(folder)).unlock();
    leave?.();
  });

  test('there is none where nobody came, and nobody is the guest of nobody', async () => {
    const lock = await locked(folder);
    const onWait = vi.fn();
    await lock.guestsGone(onWait);
    expect(onWait).not.toHaveBeenCalled();
    await lock.unlock();
    expect(await visitDataFolder(folder)).toBeUndefined();
  });
});
