import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { hasCode } from './error-code.ts';

/** Says why a folder cannot hold secrets, and what to do. */
export class DataFolderRefused extends Error {
  override name = 'DataFolderRefused';
}

/** The rights of a file's group and of all others. */
const OTHERS = 0o077;

/**
 * Makes a folder, or takes one that is there, for this user alone: the folder and what is ours in it.
 * @param isOurs tells by its name what in the folder may be changed
 * @throws {DataFolderRefused} where another user could change what we keep there, by a link or as its owner, or where
 *   it is open to others and they may have use for what is in it
 */
export function openPrivateFolder(folder: string, isOurs: (name: string) => boolean): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new DataFolderRefused(
      `${folder} is a symbolic link. Set PARLEY_DATA_DIR to the folder that it leads to.`,
    );
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const names = readdirSync(folder);
  if (isOpen(folder) && names.length > 0 && !names.some(isOurs))
    throw new DataFolderRefused(
      `${folder} holds other things and is open to other users. Set PARLEY_DATA_DIR to a folder of its own.`,
    );
  takeFromOthers(folder);
  for (const name of names.filter(isOurs)) makePrivate(path.join(folder, name));
}

/**
 * Takes a file, or a folder and everything in it, from its group and all others. What is gone by then is left out: a
 * running service makes and removes files while another process opens its folder.
 * @throws {DataFolderRefused} where it is another user's
 */
export function makePrivate(file: string): void {
  if (!takeFromOthers(file)?.isDirectory()) return;
  for (const name of unlessGone(() => readdirSync(file)) ?? []) makePrivate(path.join(file, name));
}

function isOpen(file: string): boolean {
  return process.getuid !== undefined && (lstatSync(file).mode & OTHERS) !== 0;
}

/** @returns what the file is; undefined where it is gone */
function takeFromOthers(file: string) {
  const status = lstatSync(file, { throwIfNoEntry: false });
  // Windows knows neither these rights nor these owners: a folder there is its user's.
  if (status === undefined || process.getuid === undefined) return status;
  if (status.uid !== process.getuid())
    throw new DataFolderRefused(
      `${file} belongs to another user (id ${status.uid}). Start Parley as that user, or set PARLEY_DATA_DIR.`,
    );
  // The rights of a link are those of what it leads to.
  if ((status.mode & OTHERS) !== 0 && !status.isSymbolicLink())
    unlessGone(() => chmodSync(file, status.mode & 0o700));
  return status;
}

function unlessGone<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
