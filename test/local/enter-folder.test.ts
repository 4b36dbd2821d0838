import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DataFolder, openDataFolder } from '../../local/data-folder.ts';
import { DataFolderInUse, enterFolder, takeFolder } from '../../local/enter-folder.ts';
import { RunningNote } from '../../local/running-note.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { locked } from './locked.ts';

let folder: DataFolder;
beforeEach(async () => {
  folder = openDataFolder(await temporaryFolder());
});
afterEach(() => removeFolder(folder.path));

const unlockEntered = (entry: Awaited<ReturnType<typeof enterFolder>>): Promise<void> => {
  if ('found' in entry) throw new Error('nothing runs on the folder');
  return entry.lock.unlock();
};

test('a folder in use is entered when it is released, and the wait is reported once', async () => {
  const lock = await locked(folder);
  const waiting = Promise.withResolvers<void>();
  const onWait = vi.fn(() => waiting.resolve());
  const entering = enterFolder(folder, { onWait });
  await waiting.promise;
  await lock.unlock();
  await unlockEntered(await entering);
  expect(onWait).toHaveBeenCalledExactlyOnceWith(
    `Another process is using ${folder.path}. Waiting for it to finish.`,
  );
});

test('entering fails if the folder is in use for longer than the wait', async () => {
  const lock = await locked(folder);
  await expect(enterFolder(folder, { waitMs: 100 })).rejects.toThrow(DataFolderInUse);
  await lock.unlock();
  await unlockEntered(await enterFolder(folder, { waitMs: 0 }));
});

test('a command finds a running service at once, and another service is refused', async () => {
  const lock = await locked(folder);
  await new RunningNote(folder).tell({ endpoint: 'http://127.0.0.1:8000' });
  const entry = await enterFolder(folder, { waitMs: 0 });
  if ('lock' in entry) throw new Error('a service runs on the folder');
  expect(entry.found).toBe('http://127.0.0.1:8000');
  const onWait = vi.fn();
  await lock.guestsGone(onWait, 300);
  expect(onWait).toHaveBeenCalledOnce();
  entry.leave();
  await expectRefusal();
  await lock.guestsGone();
  await lock.unlock();
});

test('a command waits for a starting service, and another service is refused', async () => {
  const lock = await locked(folder);
  const note = new RunningNote(folder);
  await note.tell({ databasePid: 7 });
  const waiting = Promise.withResolvers<void>();
  const entering = enterFolder(folder, { onWait: () => waiting.resolve() });
  await waiting.promise;
  await expectRefusal();
  await note.tell({ endpoint: 'http://127.0.0.1:8000' });
  const entry = await entering;
  if ('lock' in entry) throw new Error('a service runs on the folder');
  entry.leave();
  await lock.unlock();
});

async function expectRefusal(): Promise<void> {
  const onWait = vi.fn();
  await expect(takeFolder(folder, { onWait })).rejects.toThrow(
    `Another Parley service is using ${folder.path}.`,
  );
  expect(onWait).not.toHaveBeenCalled();
}
