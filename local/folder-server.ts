import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { businessLogicMock, readFixtures } from '../authoring/bls-mock.ts';
import { isInside } from '../authoring/folder.ts';
import type { AuthoredAssistant } from '../authoring/read.ts';
import { readSettings } from '../authoring/read-folder.ts';
import type {
  NamedServer,
  NamedServers,
} from '../functions/shared/domain/institutions/business-logic-names.ts';
import { newWebhookSecret } from '../functions/shared/domain/institutions/webhook-secret.ts';
import { type BusinessLogicServer, startBusinessLogic } from './business-logic.ts';

/** The values of the assistants' business-logic names on this machine, and how to stop the servers. */
export interface FolderServer {
  servers: NamedServers;
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Allows business logic on this machine, including over http. */
export const OWN_MACHINE = { BLS_ALLOW_LOOPBACK: '1' };

/**
 * Starts the business logic of an assistant's folder: `business-logic/server.ts`, or otherwise a mock that
 * answers from `business-logic/fixtures.json`. Uses the address in the environment instead if there is one.
 * Calls are signed with the secret in the environment, or otherwise with a new one.
 * @param report prints a line when a server ended unexpectedly and is restarted
 */
export async function startFolderServer(
  folder: string,
  environment: Environment = process.env,
  report?: (line: string) => void,
): Promise<FolderServer> {
  return startWith(settingsOf(await readSettings(folder)), folder, environment, report);
}

async function startWith(
  names: Settings,
  folder: string,
  environment: Environment,
  report?: (line: string) => void,
): Promise<FolderServer> {
  const secret = environment[names.secret] || newWebhookSecret(randomBytes);
  const given = names.url === null ? undefined : environment[names.url];
  const server =
    names.url === null || given ? undefined : await startServer(folder, secret, names.sign, report);
  const url = given || server?.url;
  const servers: NamedServers[] = [
    names.url !== null && url ? { [names.url]: { url } } : {},
    url || environment[names.secret] ? { [names.secret]: { secrets: [secret] } } : {},
  ];
  return { servers: merge(servers), stop: async () => server?.stop() };
}

/** A name may have both an address and a secret. */
function merge(all: readonly NamedServers[]): NamedServers {
  const merged: Record<string, NamedServer> = {};
  for (const [name, server] of all.flatMap(Object.entries<NamedServer>)) {
    merged[name] = { ...merged[name], ...server };
  }
  return merged;
}

/** The names as environment variables. */
export const asEnvironment = (servers: NamedServers): Record<string, string> =>
  Object.fromEntries(
    Object.entries(servers).flatMap(([name, { url, secrets = [] }]) =>
      [url, ...secrets].flatMap((value) => (value === undefined ? [] : [[name, value]])),
    ),
  );

interface Settings {
  /**
   * The names of the address and of the secret. The address is null if the assistant contains it literally.
   */
  url: string | null;
  secret: string;
  sign: boolean;
}

function settingsOf(assistant: AuthoredAssistant['assistant']): Settings {
  const settings = assistant?.form.business_logic;
  const nameIn = (text: string | undefined) => (text?.startsWith('env:') ? text.slice('env:'.length) : null);
  const secret = nameIn(settings?.secret) ?? 'BLS_SECRET';
  return { url: nameIn(settings?.url), secret, sign: settings?.sign ?? true };
}

async function startServer(
  folder: string,
  secret: string,
  sign: boolean,
  report?: (line: string) => void,
): Promise<BusinessLogicServer | undefined> {
  const server = await ownFile(folder, 'business-logic/server.ts');
  if (server !== undefined) return startBusinessLogic(secret, server, report);
  const fixtures = await ownFile(folder, 'business-logic/fixtures.json');
  return fixtures === undefined ? undefined : startMock(fixtures, sign ? secret : undefined);
}

/** @throws {Error} for a link that leads outside the folder */
async function ownFile(folder: string, name: string): Promise<string | undefined> {
  const file = path.resolve(folder, name);
  if (!existsSync(file)) return undefined;
  if (await isInside(folder, name)) return file;
  throw new Error(`${file} is a link to outside the folder of the assistant. Replace it with a copy.`);
}

/** Starts a mock that reads the fixtures for every call, so that edits take effect at once. */
async function startMock(file: string, secret: string | undefined): Promise<BusinessLogicServer> {
  const read = async () => readFixtures(await readFile(file, 'utf8'));
  await read();
  const server = businessLogicMock({ read, report: () => undefined, secret });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Starts the business logic of several folders.
 * @throws {Error} if two of them use the same variable
 */
export async function startFolderServers(
  folders: readonly string[],
  { report, environment = process.env }: { report: (line: string) => void; environment?: Environment },
): Promise<FolderServer> {
  const settings = await readAllSettings(folders);
  const servers: FolderServer[] = [];
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    for (const [folder, names] of settings) {
      // Assistants may share a secret.
      const known = asEnvironment(merge(servers.map((server) => server.servers)));
      servers.push(await startWith(names, folder, { ...environment, ...known }, report));
    }
    return { servers: merge(servers.map((server) => server.servers)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @throws {Error} if two folders use the same variable */
async function readAllSettings(folders: readonly string[]): Promise<Map<string, Settings>> {
  const all = new Map<string, Settings>();
  const owners = new Map<string, string>();
  for (const folder of folders) {
    const settings = settingsOf(await readSettings(folder));
    const { url } = settings;
    all.set(folder, settings);
    const owner = url === null ? undefined : owners.get(url);
    if (owner !== undefined) {
      throw new Error(
        `${owner} and ${folder} both use env:${url}. Use a different name in the business_logic.url of one of them.`,
      );
    }
    if (url !== null) owners.set(url, folder);
  }
  return all;
}
