import { randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unavailable } from '../domain/errors.ts';
import type { ArtifactStore } from '../domain/versions/versions.ts';

/** Artifacts as files in a folder, created on the first write and readable only by this user. */
export function folderArtifacts(folder: string): ArtifactStore {
  const root = path.resolve(folder);
  const fileOf = (key: string): string => {
    const file = path.resolve(root, key);
    if (!file.startsWith(root + path.sep)) throw new Error('the artifact key leads out of its folder');
    return file;
  };
  return {
    async reach() {
      await access(root).catch((error) => {
        throw unavailable(error);
      });
    },
    async put(key, artifact) {
      const file = fileOf(key);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      // Renamed when complete, so that readers never see a partial file.
      const unfinished = `${file}.${randomUUID()}.tmp`;
      try {
        await writeFile(unfinished, artifact, { mode: 0o600, flush: true });
        await rename(unfinished, file);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async get(key) {
      try {
        return await readFile(fileOf(key));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
  };
}
