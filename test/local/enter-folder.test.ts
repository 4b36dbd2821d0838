import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DataFolder, openDataFolder } from '../../local/data-folder.ts';
import { DataFolderInUse, type Entry, enterFolder, takeFolder } from '../../local/enter-folder.ts';
import { writeRunning } from '../../local/store.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { locked } from './locked.ts';

let folder: DataFolder;
beforeEach(async () => {
  folder = openDataFolder(await temporaryFolder());
});
afterEach(() => removeFolder(folder.path));

const unlockEntered = (entry: Entry): Promise<void> => {
  if ('running' in entry) throw new Error('nothing runs on the folder');
  return entry.lock.unlock();
};

test('a folder that somebody has for a while is entered when he is done, who is waited for with one word', async () => {
  const lock = await locked(folder);
  const waiting = Promise.withResolvers<void>();
  const onWait = vi.fn(() => waiting.resolve());
  const entering = enterFolder(folder, { onWait });
  await waiting.promise;
  await lock.unlock();
  await unlockEntered(await entering);
  expect(onWait).toHaveBeenCalledExactlyOnceWith(
    `Something else is using ${folder.path}. Waiting until it is done.`,
  );
});

test('whoever keeps it for longer than is waited has it for himself', async () => {
  const lock = await locked(folder);
  await expect(enterFolder(folder, { waitMs: 100 })).rejects.toThrow(DataFolderInUse);
  await lock.unlock();
  await unlockEntered(await enterFolder(folder, { waitMs: 0 }));
});

test('a service that runs on it is found at once, and is not waited for by another service', async () => {
  const lock = await locked(folder);
  await writeRunning(folder, { endpoint: 'http://127.0.0.1:8000' });
  const entry = await enterFolder(folder, { waitMs: 0 });
  expect(entry).toMatchObject({ running: { alive: true } });
  const onWait = vi.fn();
  await lock.guestsGone(onWait, 1);
  expect(onWait).toHaveBeenCalledOnce();
  if ('leave' in entry) entry.leave();
  const said = vi.fn();
  await expect(takeFolder(folder, said)).rejects.toThrow(`Another Parley is using ${folder.path}.`);
  expect(said).not.toHaveBeenCalled();
  await lock.guestsGone();
  await lock.unlock();
});
