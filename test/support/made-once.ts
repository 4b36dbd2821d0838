import { existsSync } from 'node:fs';
import { mkdtemp, rename } from 'node:fs/promises';
import { removeFolder } from './folder.ts';

/**
 * Makes a folder that processes share, unless it exists. It is made elsewhere and then moved, so nobody sees a partial
 * folder, even if a process was killed. If several processes make it at once, one result is used by all.
 * @param make fills the given empty folder
 */
export async function madeOnce(folder: string, make: (empty: string) => Promise<unknown>): Promise<void> {
  if (existsSync(folder)) return;
  const unfinished = await mkdtemp(`${folder}-`);
  try {
    await make(unfinished);
    await rename(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    await removeFolder(unfinished);
  }
}
