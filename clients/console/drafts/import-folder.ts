import { kindOf } from './file-kinds.ts';
import type { Files } from './working-copy.ts';

/** The path within the chosen folder, without the folder's own name. */
const pathOf = (file: File): string => file.webkitRelativePath.split('/').slice(1).join('/') || file.name;

/** The paths in a chosen folder that do not belong to an assistant. */
export const leftOutOf = (chosen: readonly File[]): string[] =>
  chosen
    .map(pathOf)
    .filter((path) => kindOf(path) === undefined)
    .sort();

/** @throws {TypeError} if a file of the assistant is not UTF-8 text */
export async function importFolder(chosen: readonly File[]): Promise<Files> {
  const files: Record<string, string> = {};
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for (const file of chosen) {
    const path = pathOf(file);
    if (kindOf(path) !== undefined) files[path] = decoder.decode(await file.arrayBuffer());
  }
  return files;
}
