import { existsSync } from 'node:fs';
import { mkdtemp, rename } from 'node:fs/promises';
import { removeFolder } from './folder.ts';

/**
 * Makes a folder that processes share, unless it is there. It is made beside its place and moved there whole: nobody
 * finds what another process is still writing, nor what one that was killed left half written. Of several who make it
 * at once, one has made it for all.
 * @param make fills the empty folder that it is given
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
