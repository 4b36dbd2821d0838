import * as z from 'zod/mini';
import type { Client, Institution, Login, User } from '../domain/directory.ts';
import { formatScopes, parseScopes } from '../domain/scopes.ts';

/** The keys and items of the Directory table; docs/STORAGE.md lists them. */
export const institutionKey = (name: string) => ({ pk: `institution#${name}`, sk: 'institution' });
export const userKey = (institution: string, userId: string) => ({
  pk: `institution#${institution}`,
  sk: `user#${userId}`,
});
export const clientKey = (institution: string, clientId: string) => ({
  pk: `institution#${institution}`,
  sk: `client#${clientId}`,
});
/** The login under one institution, or with `*` the copy for sign-ins that name none. */
export const loginKey = (username: string, institution: string) => ({
  pk: `login#${username}`,
  sk: institution,
});
/** No institution can have this name. */
export const ANY_INSTITUTION = '*';

const status = z.enum(['active', 'disabled']);
const scopes = z.pipe(
  z.string(),
  z.transform((text: string) => parseScopes(text).scopes),
);

const institutionItem = z.object({
  name: z.string(),
  display_name: z.string(),
  allowed_key_scopes: scopes,
  created_at: z.number(),
});

const userItem = z.object({
  institution: z.string(),
  user_id: z.string(),
  username: z.optional(z.string()),
  scopes,
  status,
  revision: z.number(),
  created_at: z.number(),
});

const clientItem = z.object({
  client_id: z.string(),
  institution: z.string(),
  display_name: z.string(),
  secret_digest: z.optional(z.string()),
  grants: z.array(z.enum(['client_credentials', 'password', 'authorization_code'])),
  redirect_uris: z.optional(z.array(z.string())),
  scopes,
  status,
  created_at: z.number(),
});

const loginItem = z.object({
  institution: z.string(),
  user_id: z.string(),
  scopes,
  status,
  revision: z.number(),
  password_hash: z.string(),
});

export const writeInstitution = (institution: Institution) => ({
  ...institutionKey(institution.name),
  name: institution.name,
  display_name: institution.displayName,
  allowed_key_scopes: formatScopes(institution.allowedKeyScopes),
  created_at: institution.createdAt,
});

export function readInstitution(item: unknown): Institution {
  const { name, display_name, allowed_key_scopes, created_at } = institutionItem.parse(item);
  return { name, displayName: display_name, allowedKeyScopes: allowed_key_scopes, createdAt: created_at };
}

export const writeUser = (user: User) => ({
  ...userKey(user.institution, user.userId),
  institution: user.institution,
  user_id: user.userId,
  username: user.username,
  scopes: formatScopes(user.scopes),
  status: user.status,
  revision: user.revision,
  created_at: user.createdAt,
});

export function readUser(item: unknown): User {
  const { user_id, username, created_at, ...same } = userItem.parse(item);
  return { ...same, userId: user_id, createdAt: created_at, ...(username === undefined ? {} : { username }) };
}

export const writeClient = (client: Client) => ({
  ...clientKey(client.institution, client.clientId),
  client_id: client.clientId,
  institution: client.institution,
  display_name: client.displayName,
  secret_digest: client.secretDigest,
  grants: client.grants,
  redirect_uris: client.redirectUris,
  scopes: formatScopes(client.scopes),
  status: client.status,
  created_at: client.createdAt,
});

export function readClient(item: unknown): Client {
  const { client_id, display_name, secret_digest, redirect_uris, created_at, ...same } =
    clientItem.parse(item);
  return {
    ...same,
    clientId: client_id,
    displayName: display_name,
    redirectUris: redirect_uris ?? [],
    createdAt: created_at,
    ...(secret_digest === undefined ? {} : { secretDigest: secret_digest }),
  };
}

/** `place` is the institution's name, or `*` for the copy. */
export const writeLogin = (username: string, place: string, login: Login) => ({
  ...loginKey(username, place),
  institution: login.institution,
  user_id: login.userId,
  scopes: formatScopes(login.scopes),
  status: login.status,
  revision: login.revision,
  password_hash: login.passwordHash,
});

/**
 * A part of a transaction that makes a credential: it fails once the user was changed since `revision` was read,
 * so that no credential slips past the change.
 */
export const userUnchanged = (
  table: string,
  { institution, userId }: Pick<User, 'institution' | 'userId'>,
  revision: number,
) => ({
  ConditionCheck: {
    TableName: table,
    Key: userKey(institution, userId),
    ConditionExpression: 'revision = :revision AND #status = :active',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':revision': revision, ':active': 'active' },
  },
});

/** The same of a client: it fails once the client is disabled, so that no credential slips past that either. */
export const clientActive = (table: string, institution: string, clientId: string) => ({
  ConditionCheck: {
    TableName: table,
    Key: clientKey(institution, clientId),
    ConditionExpression: '#status = :active',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':active': 'active' },
  },
});

/** What stands in the place of the copy once a second institution has the user name. */
export const ambiguousLogin = (username: string) => ({
  ...loginKey(username, ANY_INSTITUTION),
  ambiguous: true,
});

/** Undefined for the mark of a user name that several institutions have. */
export function readLogin(item: Record<string, unknown>): Login | undefined {
  if (item.ambiguous === true) return undefined;
  const { user_id, password_hash, ...same } = loginItem.parse(item);
  return { ...same, userId: user_id, passwordHash: password_hash };
}
