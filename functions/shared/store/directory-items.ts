import * as z from 'zod/mini';
import type { Institution, Login, User } from '../domain/directory.ts';
import { formatScopes, parseScopes } from '../domain/scopes.ts';

/** The keys and items of the Directory table; docs/STORAGE.md lists them. */
export const institutionKey = (name: string) => ({ pk: `institution#${name}`, sk: 'institution' });
export const userKey = (institution: string, userId: string) => ({
  pk: `institution#${institution}`,
  sk: `user#${userId}`,
});
/** The login under one institution, or with `*` the copy for sign-ins that name none. */
export const loginKey = (username: string, institution: string) => ({
  pk: `login#${username}`,
  sk: institution,
});
/** No institution can have this name. */
export const ANY_INSTITUTION = '*';

export const statusField = z.enum(['active', 'disabled']);
export const scopesField = z.pipe(
  z.string(),
  z.transform((text: string) => parseScopes(text).scopes),
);

const institutionItem = z.object({
  name: z.string(),
  display_name: z.string(),
  allowed_key_scopes: scopesField,
  created_at: z.number(),
});

const userItem = z.object({
  institution: z.string(),
  user_id: z.string(),
  username: z.optional(z.string()),
  scopes: scopesField,
  status: statusField,
  revision: z.number(),
  created_at: z.number(),
});

const loginItem = z.object({
  institution: z.string(),
  user_id: z.string(),
  scopes: scopesField,
  status: statusField,
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
