import { type DataFolder, lockDataFolder } from '../../local/data-folder.ts';

/** Takes a folder that nobody else has. @returns what gives it back */
export async function locked(folder: DataFolder): Promise<() => Promise<void>> {
  const unlock = await lockDataFolder(folder);
  if (unlock === undefined) throw new Error('somebody has the folder');
  return unlock;
}
