import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Finding } from './findings.ts';

/** The files of a folder that are wanted, and what keeps others from being read. */
export interface FolderContents {
  /**
   * The places where the files really lie, by their paths within the folder, with forward slashes, in the order of
   * the paths.
   */
  files: ReadonlyMap<string, string>;
  findings: Finding[];
}

export interface Wanted {
  /** Names in the folder itself, of files or of folders that are looked through. */
  isNamed: (name: string) => boolean;
  /** Paths of files. */
  isFile: (path: string) => boolean;
}

/** Names in the longest path of a file that is wanted. Beyond it nothing is looked for, however links go round. */
const MAX_NAMES = 3;

const OUTSIDE =
  'this link leads out of the assistant’s folder, where nothing is read: put here what it leads to';
const NOWHERE = 'this link leads nowhere: remove it, or put here what it was to lead to';
const NO_FILE = 'this is no file that can be read: remove it';

/**
 * Looks for files in a folder. Links are followed within it, and no farther: a folder may come from someone whose
 * files its reader would not hand out.
 * @throws the file system's error where a folder cannot be read
 */
export async function contentsOf(folder: string, { isNamed, isFile }: Wanted): Promise<FolderContents> {
  const root = await realpath(folder);
  const files = new Map<string, string>();
  const findings: Finding[] = [];
  const refuse = (file: string, message: string) =>
    findings.push({ file, line: 1, column: 1, severity: 'error', message });

  async function look(path: string): Promise<void> {
    const place = await realPlace(join(root, path));
    if (place === null) {
      if (isFile(path)) refuse(path, NOWHERE);
      return;
    }
    const stats = await stat(place);
    if (!stats.isDirectory() && !isFile(path)) return;
    if (!isWithin(root, place)) refuse(path, OUTSIDE);
    else if (stats.isFile()) files.set(path, place);
    else if (!stats.isDirectory()) refuse(path, NO_FILE);
    else if (path.split('/').length < MAX_NAMES)
      for (const name of (await readdir(place)).sort()) await look(`${path}/${name}`);
  }

  for (const name of (await readdir(root)).filter(isNamed).sort()) await look(name);
  return { files, findings };
}

/** True where a path of a folder lies in it, links and all. False where there is nothing. */
export async function isInside(folder: string, path: string): Promise<boolean> {
  const [root, place] = [await realpath(folder), await realPlace(join(folder, path))];
  return place !== null && isWithin(root, place);
}

/** Null for a link that leads nowhere, or round in a circle. */
async function realPlace(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ELOOP'].includes(String(error.code)))
      return null;
    throw error;
  }
}

const isWithin = (root: string, place: string): boolean =>
  place === root || place.startsWith(root.endsWith(sep) ? root : root + sep);
