import type { DataFolder } from '../../local/data-folder.ts';
import { type FolderLock, lockDataFolder } from '../../local/folder-lock.ts';

/** Takes a folder that nobody else has. */
export async function locked(folder: DataFolder): Promise<FolderLock> {
  const lock = await lockDataFolder(folder);
  if (lock === undefined) throw new Error('somebody has the folder');
  return lock;
}
