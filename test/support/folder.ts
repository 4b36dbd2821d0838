import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const temporaryFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'parley-test-'));

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });
