import type { DataFolder } from '../../local/data-folder.ts';
import { type FolderLock, lockOrVisit } from '../../local/folder-lock.ts';

/** Takes a folder that nobody else has. */
export async function locked(folder: DataFolder): Promise<FolderLock> {
  const access = await lockOrVisit(folder);
  if ('leave' in access) throw new Error('somebody has the folder');
  return access.lock;
}

/** Visits whoever has a folder. @returns what ends the visit */
export async function visited(folder: DataFolder): Promise<() => void> {
  const access = await lockOrVisit(folder);
  if ('lock' in access) throw new Error('nobody has the folder');
  return access.leave;
}
