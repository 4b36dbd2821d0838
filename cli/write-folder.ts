import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CommandFailed } from './output.ts';

/**
 * Writes an assistant's files into a folder, which is created if needed.
 * @throws {CommandFailed} if the folder is not empty, or a file's path leads outside it
 */
export async function writeFolder(
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) {
    throw new CommandFailed(`${folder} is not empty. Choose another folder.`);
  }
  const root = path.resolve(folder);
  for (const [name, content] of Object.entries(files)) {
    const file = path.resolve(root, name);
    if (!file.startsWith(root + path.sep)) throw new CommandFailed(`${name} is outside the folder.`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}
