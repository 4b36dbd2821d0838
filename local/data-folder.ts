import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { newDeploymentKey } from '../functions/shared/domain/deployment-key.ts';
import { hasCode } from './error-code.ts';
import { openPrivateFolder } from './private-folder.ts';

/** The folder in which everything is kept unless `PARLEY_DATA_DIR` says otherwise. */
export const DEFAULT_DATA_FOLDER = '.parley';

/** A folder that holds a whole local service: its tables, its artifacts and its demo credentials. */
export interface DataFolder {
  path: string;
  databaseFile: string;
  /** A `file:` URL, as the functions take it. */
  artifacts: string;
  /** The key of the deployment that the folder is, in a file that only this user may read. */
  keyFile: string;
  /** The file of what `npm start` tells its user. */
  demoFile: string;
  /** The file that tells which assistant was published from which sources. */
  publishedFile: string;
  /** The file with the addresses of the running service's parts; there only while it runs. */
  runningFile: string;
  /** The lock, on systems where that is a file. */
  lockFile: string;
  /** The folder with a log of each function. This one and those below are there where functions run as in Lambda. */
  logs: string;
  /** The folder of the cloud assembly that they come from. */
  assembly: string;
  /** The file of what each of them did by its permissions. */
  accessFile: string;
}

/** The names of what is in a data folder. */
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

/** The folder of `npm run start:lambda` within `npm start`'s. */
export const LAMBDA_DATA_FOLDER = `${DEFAULT_DATA_FOLDER}/lambda`;

/** The names in the folder that are ours, what the database and `writeJson` put beside a file included. */
const OURS = [...Object.values(NAMES), path.basename(LAMBDA_DATA_FOLDER)];
const isOurs = (name: string): boolean =>
  OURS.some((ours) => name === ours || name.startsWith(`${ours}-`) || name.startsWith(`${ours}.`));

/**
 * Opens a data folder, making it where it does not exist. What is in it is for this user alone from then on.
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

/** Makes the key of a folder that the caller has locked; one that is there stays. */
export async function ensureDeploymentKey({ keyFile }: DataFolder): Promise<void> {
  if (!existsSync(keyFile)) await writeWhole(keyFile, `${newDeploymentKey(randomBytes)}\n`);
}

/** Reads a file that `writeJson` wrote; undefined where there is none or it cannot be read as JSON. */
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

/** Writes a file that only this user may read, whole or not at all. */
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
