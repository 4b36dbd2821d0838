import type { DataFolder } from '../../local/data-folder.ts';
import { type FolderLock, lockOrVisit } from '../../local/folder-lock.ts';

/** Locks a folder that nobody else uses. */
export async function locked(folder: DataFolder): Promise<FolderLock> {
  const access = await lockOrVisit(folder);
  if ('leave' in access) throw new Error('somebody has the folder');
  return access.lock;
}

/** Visits a folder that somebody has locked. @returns a function that ends the visit */
export async function visited(folder: DataFolder): Promise<() => void> {
  const access = await lockOrVisit(folder);
  if ('lock' in access) throw new Error('nobody has the folder');
  return access.leave;
}
