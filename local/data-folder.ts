import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { newDeploymentKey } from '../functions/shared/domain/deployment-key.ts';
import { hasCode } from './error-code.ts';
import { openPrivateFolder } from './private-folder.ts';

/** The default data folder; `PARLEY_DATA_DIR` overrides it. */
export const DEFAULT_DATA_FOLDER = '.parley';

/** A folder with all data of a local service: tables, artifacts and demo credentials. */
export interface DataFolder {
  path: string;
  databaseFile: string;
  /** A `file:` URL, as functions expect it. */
  artifacts: string;
  /** The file with the folder's deployment key, readable only by this user. */
  keyFile: string;
  /** The credentials and addresses that `npm start` writes for its user. */
  demoFile: string;
  /** The published assistants and their sources. */
  publishedFile: string;
  /** The addresses of the running service; the file exists only while it runs. */
  runningFile: string;
  /** The lock, on systems that need a file for it. */
  lockFile: string;
  /**
   * The folder with the log of each function. It and the following paths exist only if functions run as in
   * Lambda.
   */
  logs: string;
  /** The folder of the cloud assembly. */
  assembly: string;
  /** The permissions that each function has used. */
  accessFile: string;
}

/** File names within a data folder. */
const NAMES = {
  databaseFile: 'dynamodb.db',
  artifacts: 'artifacts',
  keyFile: 'deployment.key',
  demoFile: 'demo.json',
  publishedFile: 'published.json',
  runningFile: 'running.json',
  lockFile: 'lock',
  logs: 'logs',
  assembly: 'cdk.out',
  accessFile: 'access.json',
} as const;

/** The folder of `npm run start:lambda`, inside the folder of `npm start`. */
export const LAMBDA_DATA_FOLDER = `${DEFAULT_DATA_FOLDER}/lambda`;

/** Names in the folder that belong to Parley, including the files of the database and of `writeJson`. */
const OWN_NAMES = [...Object.values(NAMES), path.basename(LAMBDA_DATA_FOLDER)];
const isOurs = (name: string): boolean =>
  OWN_NAMES.some((ours) => name === ours || name.startsWith(`${ours}-`) || name.startsWith(`${ours}.`));

/**
 * Opens a data folder and creates it if needed. From then on, only this user can access its content.
 * @throws {DataFolderRefused}
 */
export function openDataFolder(folder: string): DataFolder {
  const root = path.resolve(folder);
  openPrivateFolder(root, isOurs);
  const at = (name: keyof typeof NAMES) => path.join(root, NAMES[name]);
  return {
    path: root,
    databaseFile: at('databaseFile'),
    artifacts: pathToFileURL(at('artifacts')).href,
    keyFile: at('keyFile'),
    demoFile: at('demoFile'),
    publishedFile: at('publishedFile'),
    runningFile: at('runningFile'),
    lockFile: at('lockFile'),
    logs: at('logs'),
    assembly: at('assembly'),
    accessFile: at('accessFile'),
  };
}

/** Creates the key of a locked folder if it is missing. */
export async function ensureDeploymentKey({ keyFile }: DataFolder): Promise<void> {
  if (!existsSync(keyFile)) await writeWhole(keyFile, `${newDeploymentKey(randomBytes)}\n`);
}

/** Reads a file written by `writeJson`; undefined if it does not exist or is not valid JSON. */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

export const writeJson = (file: string, value: unknown): Promise<void> =>
  writeWhole(file, `${JSON.stringify(value, null, 2)}\n`);

/** Writes a file that only this user may read, atomically. */
async function writeWhole(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(unfinished, text, { mode: 0o600, flush: true });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
