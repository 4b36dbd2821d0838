import { once } from 'node:events';
import { chmod, chown, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDataFolder } from '../../local/data-folder.ts';
import { DataFolderRefused } from '../../local/private-folder.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';

let root: string;
beforeAll(async () => {
  root = await temporaryFolder();
});
afterAll(() => removeFolder(root));

/** A worker that creates and removes files, like another process that synthesises the stack. */
const MAKES_AND_REMOVES = `
  const { mkdirSync, rmSync, writeFileSync } = require('node:fs');
  const { parentPort, workerData } = require('node:worker_threads');
  for (let times = 0; ; times += 1) {
    for (const name of ['a', 'b', 'c', 'd']) {
      mkdirSync(workerData + '/' + name, { recursive: true, mode: 0o755 });
      writeFileSync(workerData + '/' + name + '/file', '', { mode: 0o644 });
    }
    if (times === 0) parentPort.postMessage('begun');
    rmSync(workerData, { recursive: true, maxRetries: 3 });
  }
`;

const modeOf = async (file: string): Promise<number> => (await stat(file)).mode & 0o777;

/** Creates a folder with files of the given modes; a name that ends in a slash is a folder. */
async function folderOf(name: string, mode: number, content: Record<string, number>): Promise<string> {
  const folder = path.join(root, name);
  await mkdir(folder);
  for (const [file, rights] of Object.entries(content)) {
    const place = path.join(folder, file);
    if (file.endsWith('/')) await mkdir(place);
    else await writeFile(place, 'x');
    await chmod(place, rights);
  }
  await chmod(folder, mode);
  return folder;
}

describe('a data folder that is there already', () => {
  test('is closed to other users, with all of our files in it', async () => {
    const folder = await folderOf('old', 0o777, {
      'dynamodb.db': 0o644,
      'dynamodb.db-wal': 0o666,
      'demo.json': 0o640,
      'artifacts/': 0o755,
      'artifacts/demo/': 0o775,
      'artifacts/demo/one.parley': 0o604,
      'logs/': 0o755,
      'logs/query.log': 0o644,
      'cdk.out/': 0o755,
      'cdk.out/run.sh': 0o755,
    });
    openDataFolder(folder);
    expect(await modeOf(folder)).toBe(0o700);
    const names = await readdir(folder, { recursive: true });
    const modes = await Promise.all(
      names.map(async (name) => [name, await modeOf(path.join(folder, name))] as const),
    );
    expect(Object.fromEntries(modes)).toEqual({
      'dynamodb.db': 0o600,
      'dynamodb.db-wal': 0o600,
      'demo.json': 0o600,
      artifacts: 0o700,
      'artifacts/demo': 0o700,
      'artifacts/demo/one.parley': 0o600,
      logs: 0o700,
      'logs/query.log': 0o600,
      'cdk.out': 0o700,
      'cdk.out/run.sh': 0o700,
    });
  });

  test('keeps the modes of other files, and of the targets of links', async () => {
    const elsewhere = path.join(root, 'elsewhere');
    await writeFile(elsewhere, 'x', { mode: 0o644 });
    const folder = await folderOf('mixed', 0o700, { 'notes.txt': 0o644, 'dynamodb.database': 0o644 });
    await symlink(elsewhere, path.join(folder, 'access.json'));
    openDataFolder(folder);
    expect(await modeOf(path.join(folder, 'notes.txt'))).toBe(0o644);
    expect(await modeOf(path.join(folder, 'dynamodb.database'))).toBe(0o644);
    expect(await modeOf(elsewhere)).toBe(0o644);
  });

  test('is closed to other users even if it is empty', async () => {
    const folder = await folderOf('empty', 0o755, {});
    openDataFolder(folder);
    expect(await modeOf(folder)).toBe(0o700);
  });

  test('with other files only and open to other users is refused and stays unchanged', async () => {
    const folder = await folderOf('project', 0o755, { 'README.md': 0o644 });
    expect(() => openDataFolder(folder)).toThrow(
      `${folder} contains other files and is open to other users. Set PARLEY_DATA_DIR to a separate folder.`,
    );
    expect(await modeOf(folder)).toBe(0o755);
    await chmod(folder, 0o700);
    expect(openDataFolder(folder).path).toBe(folder);
  });

  test('can be opened while another process makes and removes folders in it', async () => {
    const folder = await folderOf('changing', 0o700, {});
    const others = new Worker(MAKES_AND_REMOVES, { eval: true, workerData: path.join(folder, 'cdk.out') });
    await once(others, 'message');
    for (let times = 0; times < 3000; times += 1) openDataFolder(folder);
    await others.terminate();
  });

  test('that is a symbolic link is refused, and its target stays unchanged', async () => {
    const target = await folderOf('target', 0o755, {});
    const link = path.join(root, 'link');
    await symlink(target, link);
    for (const name of [link, `${link}/`]) {
      expect(() => openDataFolder(name)).toThrow(DataFolderRefused);
      expect(() => openDataFolder(name)).toThrow(
        `${link} is a symbolic link. Set PARLEY_DATA_DIR to its target.`,
      );
    }
    expect(await modeOf(target)).toBe(0o755);
  });

  test('that is a broken link is refused', async () => {
    const link = path.join(root, 'dangling');
    await symlink(path.join(root, 'nowhere'), link);
    expect(() => openDataFolder(link)).toThrow('is a symbolic link');
  });
});

// Only root can give a file to somebody else.
describe.skipIf(process.getuid?.() !== 0)('a folder or file of another user', () => {
  const NOBODY = 65_534;

  test('is refused as a data folder, whatever its mode', async () => {
    const folder = await folderOf('foreign', 0o700, {});
    await chown(folder, NOBODY, NOBODY);
    expect(() => openDataFolder(folder)).toThrow(
      `${folder} belongs to another user (id ${NOBODY}). Start Parley as that user, or set PARLEY_DATA_DIR.`,
    );
  });

  test('is refused in a data folder', async () => {
    const folder = await folderOf('shared', 0o700, { 'demo.json': 0o600 });
    const file = path.join(folder, 'demo.json');
    await chown(file, NOBODY, NOBODY);
    expect(() => openDataFolder(folder)).toThrow(`${file} belongs to another user`);
  });
});
