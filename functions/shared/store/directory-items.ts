import * as z from 'zod/mini';
import { formatScopes, parseScopes } from '../domain/credentials/scopes.ts';
import type { Institution, Login, User } from '../domain/institutions/directory.ts';
import type { Limits } from '../domain/institutions/limits.ts';

/** Keys and items of the Directory table; docs/STORAGE.md lists them. */
export const institutionKey = (name: string) => ({ pk: `institution#${name}`, sk: 'institution' });
export const userKey = (institution: string, userId: string) => ({
  pk: `institution#${institution}`,
  sk: `user#${userId}`,
});
/** Part of a transaction: fails while the institution is suspended. */
export const notSuspended = (table: string, name: string) => ({
  ConditionCheck: {
    TableName: table,
    Key: institutionKey(name),
    ConditionExpression: 'attribute_not_exists(suspended) OR suspended = :no',
    ExpressionAttributeValues: { ':no': false },
  },
});
/**
 * The item that remains of a deleted institution. It keeps the name from being reused, so that no other institution
 * gets leftover data.
 */
export const deletedKey = (name: string) => ({ pk: `institution#${name}`, sk: 'deleted' });
/** Part of a transaction: fails if an institution of this name was deleted. */
export const neverDeleted = (table: string, name: string) => ({
  ConditionCheck: {
    TableName: table,
    Key: deletedKey(name),
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});
/** The login at one institution, or with `*` the copy for sign-ins without an institution. */
export const loginKey = (username: string, institution: string) => ({
  pk: `login#${username}`,
  sk: institution,
});
/** Stands for the copy of a login; no institution can have this name. */
export const ANY_INSTITUTION = '*';

export const statusField = z.enum(['active', 'disabled']);
const userStatusField = z.enum(['active', 'disabled', 'suspended']);
export const scopesField = z.pipe(
  z.string(),
  z.transform((text: string) => parseScopes(text).scopes),
);

const institutionItem = z.object({
  name: z.string(),
  display_name: z.string(),
  allowed_key_scopes: scopesField,
  queries_per_second: z.optional(z.number()),
  queries_per_day: z.optional(z.number()),
  tokens_per_second: z.optional(z.number()),
  requests_per_second: z.optional(z.number()),
  suspended: z._default(z.boolean(), false),
  created_at: z.number(),
});

const userItem = z.object({
  institution: z.string(),
  user_id: z.string(),
  username: z.optional(z.string()),
  scopes: scopesField,
  status: userStatusField,
  revision: z.number(),
  created_at: z.number(),
});

const loginItem = z.object({
  institution: z.string(),
  user_id: z.string(),
  scopes: scopesField,
  status: userStatusField,
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
  const read = institutionItem.parse(item);
  const limits: Limits = {
    ...(read.queries_per_second === undefined ? {} : { queriesPerSecond: read.queries_per_second }),
    ...(read.queries_per_day === undefined ? {} : { queriesPerDay: read.queries_per_day }),
    ...(read.tokens_per_second === undefined ? {} : { tokensPerSecond: read.tokens_per_second }),
    ...(read.requests_per_second === undefined ? {} : { requestsPerSecond: read.requests_per_second }),
  };
  return {
    name: read.name,
    displayName: read.display_name,
    allowedKeyScopes: read.allowed_key_scopes,
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
    ...(read.suspended ? { isSuspended: true } : {}),
    createdAt: read.created_at,
  };
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
 * Part of a transaction that creates a credential. It fails if the user has changed since `revision` was read, so
 * that a concurrent change covers every credential.
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

/** Replaces the copy once a second institution has the user name. */
export const ambiguousLogin = (username: string) => ({
  ...loginKey(username, ANY_INSTITUTION),
  ambiguous: true,
});

/** Undefined for a user name that several institutions have. */
export function readLogin(item: Record<string, unknown>): Login | undefined {
  if (item.ambiguous === true) return undefined;
  const { user_id, password_hash, ...same } = loginItem.parse(item);
  return { ...same, userId: user_id, passwordHash: password_hash };
}
