import {
  type Client,
  type Directory,
  type Institution,
  isInstitutionName,
  isUserId,
  normalizeUsername,
  type User,
} from './directory.ts';
import { fieldError } from './errors.ts';
import { type OperatorContext, operatorEvent } from './operator-events.ts';
import { hashPassword, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './passwords.ts';
import type { Grant } from './principal.ts';
import { type RandomBytes, randomBase62 } from './random.ts';
import { ALL_SCOPES, type Scope } from './scopes.ts';
import { clientSecretDigest, newClientSecret } from './secrets.ts';

/** What operators do to the directory. Their access to the tables is their authority: none of this has a route. */
export interface OperatorDependencies extends OperatorContext {
  directory: Directory;
}

const CLIENT_ID_RANDOM_LENGTH = 20;
const MAX_DISPLAY_NAME_LENGTH = 128;

/**
 * Adds a tenant.
 * @param input `displayName` is the name if left out; `allowedKeyScopes` are all scopes if left out
 * @throws {ParleyError} `invalid_request`, or `conflict` where the name is taken
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
 * Adds a user, who can sign in with a password where `username` and `password` are given, always both.
 * @param input `scopes` are all scopes if left out
 * @throws {ParleyError} `invalid_request`, `not_found` without the institution, `conflict` for what is taken
 */
export async function createUser(
  operator: OperatorDependencies,
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
  const event = operatorEvent(operator, { action: 'user.create', institution, target: userId });
  if (input.username === undefined && input.password === undefined) {
    await operator.directory.addUser(user, event);
    return user;
  }
  const username = normalizeUsername(input.username ?? '');
  if (username === undefined) {
    throw fieldError('username', 'give 1 to 128 printable characters together with a password');
  }
  const named = { ...user, username };
  await operator.directory.addUser(
    named,
    event,
    await hashNewPassword(input.password ?? '', operator.random),
  );
  return named;
}

/** @throws {ParleyError} `invalid_request` for one that is too short or too long */
export async function hashNewPassword(password: string, random: RandomBytes): Promise<string> {
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    throw fieldError('password', `give ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`);
  }
  return hashPassword(password, random);
}

/**
 * Adds an OAuth client. Its secret is in this answer and nowhere else: only a digest is kept.
 * @param input `grants` are client credentials, `scopes` all scopes if left out
 * @throws {ParleyError} `invalid_request`, or `not_found` without the institution
 */
export async function createClient(
  operator: OperatorDependencies,
  input: { institution: string; displayName?: string; grants?: readonly Grant[]; scopes?: readonly Scope[] },
): Promise<{ client: Client; secret: string }> {
  requireInstitution(input.institution);
  const secret = newClientSecret(operator.random);
  const clientId = `${input.institution}.${randomBase62(CLIENT_ID_RANDOM_LENGTH, operator.random)}`;
  const client: Client = {
    clientId,
    institution: input.institution,
    displayName: displayName(input.displayName ?? clientId),
    secretDigest: clientSecretDigest(secret),
    grants: [...(input.grants ?? (['client_credentials'] as const))],
    scopes: [...(input.scopes ?? ALL_SCOPES)],
    status: 'active',
    createdAt: operator.now(),
  };
  const { institution } = client;
  const event = operatorEvent(operator, { action: 'client.create', institution, target: clientId });
  await operator.directory.addClient(client, event);
  return { client, secret };
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
