import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DataFolder, openDataFolder, writeJson } from '../../local/data-folder.ts';
import { RunningNote, readRunning } from '../../local/running-note.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';

const ENDPOINT = 'http://key@127.0.0.1:8000';

let folder: DataFolder;
let note: RunningNote;
beforeEach(async () => {
  folder = openDataFolder(await temporaryFolder());
  note = new RunningNote(folder);
});
afterEach(() => removeFolder(folder.path));

test('a note about a service can be read until it is taken back', async () => {
  expect(await readRunning(folder)).toBeUndefined();
  await note.tell({ databasePid: 7 });
  expect(await readRunning(folder)).toEqual({ endpoint: undefined, databasePid: 7, alive: true });
  await note.tell({ endpoint: ENDPOINT });
  expect(await readRunning(folder)).toEqual({ endpoint: ENDPOINT, databasePid: 7, alive: true });
  await note.databaseCameBack(8);
  expect(await readRunning(folder)).toEqual({ endpoint: ENDPOINT, databasePid: 8, alive: true });
  await note.takeBack();
  expect(await readRunning(folder)).toBeUndefined();
});

test('the note of a restarted database is not written without an earlier note', async () => {
  await note.databaseCameBack(7);
  expect(await readRunning(folder)).toBeUndefined();
});

test('concurrent changes are written in order, and none after the note is taken back', async () => {
  const changes = [
    note.tell({ databasePid: 7 }),
    note.tell({ endpoint: ENDPOINT }),
    note.databaseCameBack(8),
  ];
  await Promise.all(changes);
  expect(await readRunning(folder)).toEqual({ endpoint: ENDPOINT, databasePid: 8, alive: true });
  const writing = note.tell({ databasePid: 9 });
  const takenBack = note.takeBack();
  await Promise.all([writing, takenBack, note.tell({ endpoint: ENDPOINT }), note.databaseCameBack(10)]);
  expect(await readRunning(folder)).toBeUndefined();
});

test('a change that cannot be written fails, and does not block later changes', async () => {
  await removeFolder(folder.path);
  await expect(note.tell({ databasePid: 7 })).rejects.toThrow('ENOENT');
  openDataFolder(folder.path);
  await note.tell({ endpoint: ENDPOINT });
  expect(await readRunning(folder)).toMatchObject({ endpoint: ENDPOINT });
});

test('the note of a killed service is not alive, and an invalid note is ignored', async () => {
  // A process id above Linux's maximum.
  await writeJson(folder.runningFile, { dynamodb_endpoint: ENDPOINT, pid: 2 ** 22 + 1 });
  expect(await readRunning(folder)).toMatchObject({ alive: false });
  await writeJson(folder.runningFile, { dynamodb_endpoint: 'nonsense', pid: 'x' });
  expect(await readRunning(folder)).toBeUndefined();
});
