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

/** The meaning of an assistant's names on this machine, and the way to end what answers. */
export interface FolderServer {
  servers: NamedServers;
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Lets business logic be called on this machine, over http too. */
export const OWN_MACHINE = { BLS_ALLOW_LOOPBACK: '1' };

/**
 * Starts the business logic that lies in an assistant's folder: `business-logic/server.ts`, else one that answers
 * from `business-logic/fixtures.json`. Where the environment names an address already, that is called instead. What is
 * called so is signed with a new secret where the environment has none.
 * @param report takes a line where a server ended by itself and is started again
 */
export async function startFolderServer(
  folder: string,
  environment: Environment = process.env,
  report?: (line: string) => void,
): Promise<FolderServer> {
  const names = settingsOf(await readSettings(folder));
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

/** A name may stand for an address and for a secret at once. */
function merge(all: readonly NamedServers[]): NamedServers {
  const merged: Record<string, NamedServer> = {};
  for (const [name, server] of all.flatMap(Object.entries<NamedServer>)) {
    merged[name] = { ...merged[name], ...server };
  }
  return merged;
}

/** The variables of an environment by which the names are known in it. */
export const asEnvironment = (servers: NamedServers): Record<string, string> =>
  Object.fromEntries(
    Object.entries(servers).flatMap(([name, { url, secrets = [] }]) =>
      [url, ...secrets].flatMap((value) => (value === undefined ? [] : [[name, value]])),
    ),
  );

interface Settings {
  /** The names of the address and of the secret; no address where it stands in the file itself. */
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

/** @throws {Error} where a link leads to it, out of the folder */
async function ownFile(folder: string, name: string): Promise<string | undefined> {
  const file = path.resolve(folder, name);
  if (!existsSync(file)) return undefined;
  if (await isInside(folder, name)) return file;
  throw new Error(`${file} leads out of the assistant's folder. Put what it leads to in its place.`);
}

/** Reads the fixtures for every call, so that they may be changed meanwhile. */
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
 * @throws {Error} where two of them would be called by the same variable
 */
export async function startFolderServers(
  folders: readonly string[],
  { report, environment = process.env }: { report: (line: string) => void; environment?: Environment },
): Promise<FolderServer> {
  await requireOwnNames(folders);
  const servers: FolderServer[] = [];
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    for (const folder of folders) {
      // A secret that two assistants share is one.
      const known = asEnvironment(merge(servers.map((server) => server.servers)));
      servers.push(await startFolderServer(folder, { ...environment, ...known }, report));
    }
    return { servers: merge(servers.map((server) => server.servers)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function requireOwnNames(folders: readonly string[]): Promise<void> {
  const owners = new Map<string, string>();
  for (const folder of folders) {
    const { url } = settingsOf(await readSettings(folder));
    const owner = url === null ? undefined : owners.get(url);
    if (owner !== undefined) {
      throw new Error(
        `${owner} and ${folder} both call env:${url}; give one of them a name of its own in business_logic.url.`,
      );
    }
    if (url !== null) owners.set(url, folder);
  }
}
