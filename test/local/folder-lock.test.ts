import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type DataFolder, openDataFolder } from '../../local/data-folder.ts';
import { lockOrVisit } from '../../local/folder-lock.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { locked, visited } from './locked.ts';

let root: string;
let folder: DataFolder;
beforeAll(async () => {
  root = await temporaryFolder();
  folder = openDataFolder(path.join(root, 'deep', 'data'));
});
afterAll(() => removeFolder(root));

test('a folder has one holder at a time, whatever path names it', async () => {
  const lock = await locked(folder);
  const otherwise = openDataFolder(path.join(root, 'deep', '..', 'deep', 'data'));
  for (const same of [folder, otherwise]) (await visited(same))();
  await lock.unlock();
  const again = await locked(folder);
  await again.unlock();
});

test('a folder that is released during a request goes to the requester', async () => {
  const lock = await locked(folder);
  const next = lockOrVisit(folder);
  await lock.unlock();
  const access = await next;
  if ('leave' in access) throw new Error('nobody has the folder');
  await access.lock.unlock();
});

test('another folder can be locked at the same time', async () => {
  const lock = await locked(folder);
  const other = await locked(openDataFolder(path.join(root, 'other')));
  await Promise.all([lock.unlock(), other.unlock()]);
});

describe('a guest of the holder of a folder', () => {
  test('is waited for until it leaves, and the wait is reported once', async () => {
    const lock = await locked(folder);
    const leave = await visited(folder);
    const waiting = Promise.withResolvers<void>();
    const onWait = vi.fn(waiting.resolve);
    const isGone = vi.fn();
    const gone = lock.guestsGone(onWait).then(isGone);
    await waiting.promise;
    expect(isGone).not.toHaveBeenCalled();
    leave();
    await gone;
    expect(onWait).toHaveBeenCalledOnce();
    await lock.unlock();
  });

  test('is waited for although many others came and left', async () => {
    const lock = await locked(folder);
    const [stays, ...others] = await Promise.all(Array.from({ length: 12 }, () => visited(folder)));
    const onWait = vi.fn();
    const isGone = vi.fn();
    const gone = lock.guestsGone(onWait).then(isGone);
    for (const leave of others) leave();
    await expect.poll(() => onWait.mock.calls.length).toBe(1);
    expect(isGone).not.toHaveBeenCalled();
    stays?.();
    await gone;
    await lock.unlock();
  });

  test('is waited for no longer than the time limit', async () => {
    const lock = await locked(folder);
    const leave = await visited(folder);
    await lock.guestsGone(undefined, 50);
    leave();
    await lock.unlock();
  });

  test('that leaves at once is not reported', async () => {
    const lock = await locked(folder);
    const onWait = vi.fn();
    (await visited(folder))();
    await lock.guestsGone(onWait);
    expect(onWait).not.toHaveBeenCalled();
    await lock.unlock();
  });

  test('does not prevent the holder from releasing the folder', async () => {
    const lock = await locked(folder);
    const leave = await visited(folder);
    await lock.unlock();
    await (await locked(folder)).unlock();
    leave();
  });
});
