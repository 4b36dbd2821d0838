import { kindOf } from './file-kinds.ts';
import type { Files } from './working-copy.ts';

/** The path within the folder that was chosen, with whose name the file's path begins. */
const pathOf = (file: File): string => file.webkitRelativePath.split('/').slice(1).join('/') || file.name;

/** The paths of a chosen folder that are none of an assistant's files. */
export const leftOutOf = (chosen: readonly File[]): string[] =>
  chosen
    .map(pathOf)
    .filter((path) => kindOf(path) === undefined)
    .sort();

/** @throws {TypeError} for a file of an assistant that is not UTF-8 text */
export async function importFolder(chosen: readonly File[]): Promise<Files> {
  const files: Record<string, string> = {};
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for (const file of chosen) {
    const path = pathOf(file);
    if (kindOf(path) !== undefined) files[path] = decoder.decode(await file.arrayBuffer());
  }
  return files;
}
