import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Finding } from './findings.ts';

/** The requested files of a folder, and findings about unreadable ones. */
export interface FolderContents {
  /** The real locations of files by their path within the folder, with forward slashes, in order of the paths. */
  files: ReadonlyMap<string, string>;
  findings: Finding[];
}

export interface Wanted {
  /** Selects names at the top level of the folder, of files or folders. */
  isNamed: (name: string) => boolean;
  /** Selects the requested files by path. */
  isFile: (path: string) => boolean;
}

/** Maximum depth of a requested file; the limit also ends circular links. */
const MAX_NAMES = 3;

const OUTSIDE = 'this link leads outside the assistant’s folder, so it is not read: replace it with a copy';
const NOWHERE = 'this link is broken: remove it, or replace it with the file';
const NO_FILE = 'this is not a regular file: remove it';

/**
 * Finds files in a folder. Follows links only within the folder, since a foreign folder must not expose its
 * reader's other files.
 * @throws the file system's error if a folder cannot be read
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

/** True if a path, with all links resolved, is in a folder. False if it does not exist. */
export async function isInside(folder: string, path: string): Promise<boolean> {
  const [root, place] = [await realpath(folder), await realPlace(join(folder, path))];
  return place !== null && isWithin(root, place);
}

/** Null for a broken or circular link. */
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
