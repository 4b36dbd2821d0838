import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { hasCode } from './error-code.ts';

/** Thrown if a folder cannot be used for secrets; the message says what to do. */
export class DataFolderRefused extends Error {
  override name = 'DataFolderRefused';
}

/** The permission bits of group and others. */
const OTHERS = 0o077;

/**
 * Creates or takes over a folder so that only this user can access it and our files in it.
 * @param isOurs whether a file of this name may be changed
 * @throws {DataFolderRefused} if another user could change our files through a link or as owner, or if the
 * folder is open to others and contains other files
 */
export function openPrivateFolder(folder: string, isOurs: (name: string) => boolean): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new DataFolderRefused(`${folder} is a symbolic link. Set PARLEY_DATA_DIR to its target.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const names = readdirSync(folder);
  if (isOpen(folder) && names.length > 0 && !names.some(isOurs))
    throw new DataFolderRefused(
      `${folder} contains other files and is open to other users. Set PARLEY_DATA_DIR to a separate folder.`,
    );
  takeFromOthers(folder);
  for (const name of names.filter(isOurs)) makePrivate(path.join(folder, name));
}

/**
 * Removes the access of group and others from a file, or from a folder with all its content. Skips files that
 * disappear meanwhile, since a running service creates and deletes files while another process opens its
 * folder.
 * @throws {DataFolderRefused} if another user owns it
 */
export function makePrivate(file: string): void {
  if (!takeFromOthers(file)?.isDirectory()) return;
  for (const name of unlessGone(() => readdirSync(file)) ?? []) makePrivate(path.join(file, name));
}

function isOpen(file: string): boolean {
  return process.getuid !== undefined && (lstatSync(file).mode & OTHERS) !== 0;
}

/** @returns the file's status; undefined if it is gone */
function takeFromOthers(file: string) {
  const status = lstatSync(file, { throwIfNoEntry: false });
  // Windows has no such permissions and owners; its folders belong to their user.
  if (status === undefined || process.getuid === undefined) return status;
  if (status.uid !== process.getuid())
    throw new DataFolderRefused(
      `${file} belongs to another user (id ${status.uid}). Start Parley as that user, or set PARLEY_DATA_DIR.`,
    );
  // A link has the permissions of its target.
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
