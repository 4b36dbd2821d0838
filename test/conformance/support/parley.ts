import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { publishFolder } from '../../../authoring/publish.ts';
import { openOperator } from '../../../cli/operator.ts';
import type { Scope } from '../../../functions/shared/domain/credentials/scopes.ts';
import { setServer } from '../../../functions/shared/domain/institutions/business-logic-changes.ts';
import { erasePerson } from '../../../functions/shared/domain/institutions/erasure.ts';
import {
  resumeInstitution,
  setLimits,
  suspendInstitution,
} from '../../../functions/shared/domain/institutions/institutions.ts';
import type { LimitChange } from '../../../functions/shared/domain/institutions/limits.ts';
import {
  createClient,
  createInstitution,
  createUser,
  type PasswordDependencies,
} from '../../../functions/shared/domain/institutions/operators.ts';
import { setUserScopes, setUserStatus } from '../../../functions/shared/domain/institutions/user-changes.ts';
import { assignVersion, setDefaultVersion } from '../../../functions/shared/domain/versions/assignments.ts';
import { createDirectory } from '../../../functions/shared/store/directory.ts';
import { createUserStore } from '../../../functions/shared/store/directory-users.ts';
import { documentClient } from '../../../functions/shared/store/dynamodb.ts';
import { createInstitutionStore } from '../../../functions/shared/store/institutions.ts';
import type { Demo } from '../../support/service.ts';
import { sharedDemo, sharedService, useSharedStore } from '../../support/shared-service.ts';
import { type Account, type Api, createApi } from './api.ts';

/** Returns a client of the demo institution, and deletes the keys it created after the file's tests. */
export function useApi(): Api & { demo: () => Demo } {
  const api = createApi(baseUrl, sharedDemo);
  afterAll(api.deleteKeys);
  return { ...api, demo: sharedDemo };
}

export const baseUrl = (): string => sharedDemo().base_url;

/**
 * True where tests may act as operators: the suite started the service itself, or the environment names the
 * tables (`DIRECTORY_TABLE`, …) of the service under test.
 */
export const canOperate = (): boolean =>
  'DIRECTORY_TABLE' in process.env || 'DIRECTORY_TABLE' in sharedService().storeEnvironment;

export interface TenantOptions {
  /** Scopes of the user; default: all. */
  scopes?: readonly Scope[];
  allowedKeyScopes?: readonly Scope[];
  /** Scopes of the client. */
  clientScopes?: readonly Scope[];
  username?: string;
}

/** True where the service calls this suite's echo server: only if the suite started the service. */
export const hasBusinessLogic = (): boolean => sharedService().echoServer !== '';

/** Returns the secret that signs an institution's calls by default. */
export const secretOf = (institution: string): string =>
  `whsec_${createHash('sha256').update(institution).digest('base64')}`;

/** Sets the echo server's URL and secret for the suite's assistant, as an operator would. */
export async function setEchoServer(
  institution: string,
  { secret = secretOf(institution), application }: { secret?: string; application?: string } = {},
): Promise<void> {
  useSharedStore();
  const operator = await openOperator();
  try {
    const place = { institution, ...(application === undefined ? {} : { application }) };
    await setServer(operator, place, 'BLS_CONFORMANCE_URL', { url: sharedService().echoServer });
    await setServer(operator, place, 'BLS_CONFORMANCE_SECRET', { secret });
  } finally {
    operator.close();
  }
}

/** Creates an institution with one user and one client before the file's tests. */
export function useTenant(options: TenantOptions = {}): Api {
  let account: Account | undefined;
  beforeAll(async () => {
    account = canOperate() ? await createTenant(options) : undefined;
  });
  return createApi(baseUrl, () => {
    if (account === undefined) throw new Error('a tenant is there only inside tests');
    return account;
  });
}

/** Requests per second allowed to a new tenant: more than any machine answers. */
const PLENTY = 100_000;

export async function createTenant(options: TenantOptions = {}): Promise<Account> {
  const operator = operatorDependencies();
  const institution = `tenant-${randomUUID().slice(0, 13)}`;
  const { allowedKeyScopes, clientScopes } = options;
  await createInstitution(operator, {
    name: institution,
    ...(allowedKeyScopes === undefined ? {} : { allowedKeyScopes }),
  });
  await changeInstitution(institution, { limits: { requestsPerSecond: PLENTY } });
  const { client, secret } = await createClient(operator, {
    institution,
    ...(clientScopes === undefined ? {} : { scopes: clientScopes }),
  });
  const user = await addUser(institution, options);
  return { ...user, institution, client_id: client.clientId, client_secret: secret };
}

/** Adds a user to an institution. */
export async function addUser(
  institution: string,
  { scopes, username = `user-${randomUUID()}` }: Pick<TenantOptions, 'scopes' | 'username'> = {},
): Promise<Pick<Account, 'service_user_id' | 'username' | 'password'>> {
  const service_user_id = `u ${randomUUID()}`;
  const password = randomBytes(12).toString('hex');
  await createUser(operatorDependencies(), {
    institution,
    userId: service_user_id,
    username,
    password,
    ...(scopes === undefined ? {} : { scopes }),
  });
  return { service_user_id, username, password };
}

/**
 * Returns a login of the demo institution for one test alone, because sign-ins to one account from one
 * address can delay each other: failed ones, concurrent ones, and those that name the institution beside
 * those that do not.
 */
export const ownLogin = async (): Promise<{ username: string; password: string }> =>
  canOperate() ? addUser(sharedDemo().institution) : sharedDemo();

/** Confidential client that users sign in to. */
export interface CodeClient {
  client_id: string;
  client_secret: string;
  redirect_uri: string;
}

export async function createCodeClient(institution: string, redirectUri: string): Promise<CodeClient> {
  const { client, secret } = await createClient(operatorDependencies(), {
    institution,
    grants: ['authorization_code'],
    redirectUris: [redirectUri],
  });
  return { client_id: client.clientId, client_secret: secret, redirect_uri: redirectUri };
}

/** Changes a user, as an operator does. */
export async function changeUser(
  { institution, service_user_id }: Account,
  { scopes, status }: { scopes?: readonly Scope[]; status?: 'active' | 'disabled' },
): Promise<void> {
  useSharedStore();
  const users = createUserStore(documentClient);
  const user = { institution, userId: service_user_id };
  if (scopes !== undefined) await setUserScopes({ users, now: Date.now, random: randomBytes }, user, scopes);
  if (status !== undefined) await setUserStatus({ users, now: Date.now, random: randomBytes }, user, status);
}

/** Changes an institution, as an operator does. */
export async function changeInstitution(
  name: string,
  { limits, isSuspended }: { limits?: LimitChange; isSuspended?: boolean },
): Promise<void> {
  const operator = {
    ...operatorDependencies(),
    users: createUserStore(documentClient),
    institutions: createInstitutionStore(documentClient),
  };
  if (limits !== undefined) await setLimits(operator, name, limits);
  if (isSuspended === true) await suspendInstitution(operator, name);
  if (isSuspended === false) await resumeInstitution(operator, name);
}

/** Erases an end user as an operator does, but without the pauses between searches. */
export async function eraseEndUser(institution: string, externalUserId: string): Promise<void> {
  useSharedStore();
  const operator = await openOperator();
  try {
    await erasePerson({ ...operator, wait: async () => undefined }, institution, externalUserId);
  } finally {
    operator.close();
  }
}

/** The application that `publishAssistant` assigns its version to. */
export const APPLICATION = 'test:conformance';

/**
 * Publishes the suite's own assistant for an institution as the default and `APPLICATION`'s version.
 * @param outOfScope its out-of-scope answer, which tells versions apart
 * @param echoServer false leaves the business-logic server unset
 * @param source another assistant's folder
 * @param settings extra lines for its assistant.yaml
 * @returns the version's id
 */
export async function publishAssistant(
  institution: string,
  {
    outOfScope,
    onlyDefault = false,
    echoServer = true,
    source = new URL('../assistant', import.meta.url),
    settings = '',
  }: {
    outOfScope?: string;
    onlyDefault?: boolean;
    echoServer?: boolean;
    source?: URL;
    settings?: string;
  } = {},
): Promise<string> {
  operatorDependencies();
  const folder = await mkdtemp(join(tmpdir(), 'parley-assistant-'));
  const operator = await openOperator();
  try {
    await cp(fileURLToPath(source), folder, { recursive: true });
    if (settings !== '') await appendFile(join(folder, 'assistant.yaml'), `\n${settings}\n`);
    if (outOfScope !== undefined) {
      const file = join(folder, 'assistant.yaml');
      const text = await readFile(file, 'utf8');
      await writeFile(file, text.replace('That is out of scope.', outOfScope));
    }
    const { version } = await publishFolder(operator, folder, institution);
    if (echoServer && hasBusinessLogic()) await setEchoServer(institution);
    const use = { institution, versionId: version.id, assignedBy: 'conformance' };
    if (!onlyDefault) await assignVersion(operator, { ...use, target: APPLICATION });
    await setDefaultVersion(operator, use);
    return version.id;
  } finally {
    operator.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function operatorDependencies(): PasswordDependencies {
  useSharedStore();
  const directory = createDirectory(documentClient);
  return { directory, isCommonPassword: () => false, now: Date.now, random: randomBytes };
}
