import type { Grant } from '../credentials/principal.ts';
import { ALL_SCOPES, type Scope } from '../credentials/scopes.ts';
import { clientSecretDigest, newClientSecret } from '../credentials/secrets.ts';
import { fieldError, ParleyError } from '../errors.ts';
import { isRedirectUri } from '../oauth/redirects.ts';
import { randomBase62 } from '../random.ts';
import { hashNewPassword, type IsCommonPassword } from '../sign-in/password-rules.ts';
import {
  type Client,
  type Directory,
  type Institution,
  isInstitutionName,
  isUserId,
  normalizeUsername,
  type User,
} from './directory.ts';
import { type OperatorContext, operatorEvent } from './operator-events.ts';

/** Dependencies of operators' changes to the directory. Access to the tables is the authority: no route leads here. */
export interface OperatorDependencies extends OperatorContext {
  directory: Directory;
}

/** Also required for setting passwords. */
export interface PasswordDependencies extends OperatorDependencies {
  isCommonPassword: IsCommonPassword;
}

const CLIENT_ID_RANDOM_LENGTH = 20;
const MAX_DISPLAY_NAME_LENGTH = 128;

/**
 * Adds an institution.
 * @param input `displayName` defaults to the name, `allowedKeyScopes` to all scopes
 * @throws {ParleyError} `invalid_request`, or `conflict` if the name is taken
 */
export async function createInstitution(
  operator: OperatorDependencies,
  input: { name: string; displayName?: string; allowedKeyScopes?: readonly Scope[] },
): Promise<Institution> {
  if (!isInstitutionName(input.name)) {
    throw fieldError('name', 'use 1 to 63 lower-case letters, digits and inner hyphens');
  }
  const institution: Institution = {
    name: input.name,
    displayName: displayName(input.displayName ?? input.name),
    allowedKeyScopes: [...(input.allowedKeyScopes ?? ALL_SCOPES)],
    createdAt: operator.now(),
  };
  const { name } = institution;
  const event = operatorEvent(operator, { action: 'institution.create', institution: name, target: name });
  await operator.directory.addInstitution(institution, event);
  return institution;
}

/**
 * Adds a user. With `username` and `password`, always both, the user can sign in.
 * @param input `scopes` defaults to all scopes
 * @throws {ParleyError} `invalid_request`; `not_found` without the institution; `conflict` if the id or name is taken
 */
export async function createUser(
  operator: PasswordDependencies,
  input: {
    institution: string;
    userId: string;
    username?: string;
    password?: string;
    scopes?: readonly Scope[];
  },
): Promise<User> {
  requireInstitution(input.institution);
  if (!isUserId(input.userId)) throw fieldError('user_id', 'use 1 to 64 printable ASCII characters');
  const user: User = {
    institution: input.institution,
    userId: input.userId,
    scopes: [...(input.scopes ?? ALL_SCOPES)],
    status: 'active',
    revision: 1,
    createdAt: operator.now(),
  };
  const { institution, userId } = user;
  const what = { action: 'user.create', institution, target: userId, scopes: user.scopes } as const;
  const event = operatorEvent(operator, what);
  if (input.username === undefined && input.password === undefined) {
    await operator.directory.addUser(user, event);
    return user;
  }
  const username = normalizeUsername(input.username ?? '');
  if (username === undefined) {
    throw fieldError('username', 'use 1 to 128 printable characters, together with a password');
  }
  const named = { ...user, username };
  const home = await findInstitution(operator, institution);
  const hash = await hashNewPassword(input.password ?? '', { username, institution: home }, operator);
  await operator.directory.addUser(named, event, hash);
  return named;
}

/** @throws {ParleyError} `not_found` */
export async function findInstitution(
  { directory }: Pick<OperatorDependencies, 'directory'>,
  name: string,
): Promise<Institution> {
  const institution = await directory.readInstitution(name);
  if (institution !== undefined) return institution;
  throw new ParleyError('not_found', `There is no institution ${name}; create it first.`);
}

/**
 * A new client as the operator describes it. `grants` and `scopes` default to all that this kind of client may have,
 * `displayName` to the id.
 */
interface NewClient {
  institution: string;
  displayName?: string;
  grants?: readonly Grant[];
  scopes?: readonly Scope[];
  redirectUris?: readonly string[];
  /** True if authorization requests need PKCE; a public client always does. */
  requiresPkce?: boolean;
}

/**
 * Adds an OAuth client. Its secret is only in this answer: the store keeps a digest.
 * @param input `grants` defaults to client credentials
 * @throws {ParleyError} `invalid_request`, or `not_found` without the institution
 */
export async function createClient(
  operator: OperatorDependencies,
  input: NewClient,
): Promise<{ client: Client; secret: string }> {
  const secret = newClientSecret(operator.random);
  const client = newClient(operator, input, ['client_credentials'], clientSecretDigest(secret));
  await addClient(operator, client);
  return { client, secret };
}

/**
 * Adds a client without a secret, for code that its users can read: in a browser, on a phone, on a desktop.
 * @throws {ParleyError} as `createClient`, and for any grant except the authorization code
 */
export async function createPublicClient(
  operator: OperatorDependencies,
  input: NewClient & { redirectUris: readonly string[] },
): Promise<Client> {
  const client = newClient(operator, { ...input, requiresPkce: true }, ['authorization_code']);
  await addClient(operator, client);
  return client;
}

function newClient(
  { now, random }: OperatorDependencies,
  { institution, displayName: name, grants, scopes, redirectUris = [], requiresPkce = false }: NewClient,
  defaultGrants: readonly Grant[],
  secretDigest?: string,
): Client {
  requireInstitution(institution);
  const clientId = `${institution}.${randomBase62(CLIENT_ID_RANDOM_LENGTH, random)}`;
  const client: Client = {
    clientId,
    institution,
    displayName: name ?? clientId,
    ...(secretDigest === undefined ? {} : { secretDigest }),
    grants: [...(grants ?? defaultGrants)],
    redirectUris: [...redirectUris],
    scopes: [...(scopes ?? ALL_SCOPES)],
    requiresPkce,
    status: 'active',
    revision: 1,
    createdAt: now(),
  };
  requireClientSettings(client);
  return client;
}

/** @throws {ParleyError} `invalid_request` for settings that this kind of client cannot have */
export function requireClientSettings(client: Client): void {
  const { redirectUris, grants, secretDigest, requiresPkce } = client;
  displayName(client.displayName);
  if (redirectUris.some((uri) => !isRedirectUri(uri))) {
    const forms = 'https://…, http://127.0.0.1/…, http://[::1]/… or com.example.app:/…';
    throw fieldError('redirect_uri', `use one of ${forms}, without a fragment`);
  }
  if (secretDigest !== undefined) return;
  if (grants.some((grant) => grant !== 'authorization_code')) {
    throw fieldError('grants', 'a public client may use authorization_code only');
  }
  if (redirectUris.length === 0) throw fieldError('redirect_uri', 'give at least one');
  if (!requiresPkce) throw fieldError('require_pkce', 'a public client always requires PKCE');
}

async function addClient(operator: OperatorDependencies, client: Client): Promise<void> {
  const { institution, clientId: target } = client;
  const event = operatorEvent(operator, { action: 'client.create', institution, target });
  await operator.directory.addClient(client, event);
}

function requireInstitution(name: string): void {
  if (!isInstitutionName(name)) throw fieldError('institution', 'give the name of an institution');
}

function displayName(text: string): string {
  if (text.trim() === '' || text.length > MAX_DISPLAY_NAME_LENGTH || !text.isWellFormed()) {
    throw fieldError('display_name', `use 1 to ${MAX_DISPLAY_NAME_LENGTH} characters`);
  }
  return text;
}
