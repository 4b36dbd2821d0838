import * as z from 'zod/mini';
import { toSeconds } from '../domain/clock.ts';
import { ALL_ROLES, ROLES, type Role } from '../domain/credentials/roles.ts';
import { formatScopes } from '../domain/credentials/scopes.ts';
import { fieldError } from '../domain/errors.ts';
import { type ApplicationKey, isKeyName } from '../domain/keys/keys.ts';

const name = z
  .string({ error: 'send a name as text' })
  .check(z.refine(isKeyName, { error: 'use 1 to 128 printable characters' }));
const text = (what: string) => z.optional(z.nullable(z.string({ error: `send ${what}` })));
const scopes = text('the scopes as one space-separated string');
/** A set of scopes by name, instead of `scopes`. */
const role = z.optional(z.nullable(z.enum(ALL_ROLES, { error: `send one of ${ALL_ROLES.join(', ')}` })));
const referrerAddresses = text('the hosts and addresses as one comma-separated string');

/** ISO 8601 with a time zone, rounded down to whole epoch seconds so that it is never later than requested. */
const expiresAt = z.optional(
  z.nullable(
    z.pipe(
      z.iso.datetime({ offset: true, error: 'send a time with its zone, like 2030-01-31T12:00:00Z' }),
      z.transform((text: string) => toSeconds(Date.parse(text))),
    ),
  ),
);

/** The body for creating a key. `null` counts as omitted, and unknown fields are ignored. */
export const createKeyRequest = z.object({
  name,
  scopes,
  role,
  referrer_addresses: referrerAddresses,
  expires_at: expiresAt,
});

/** The body for updating a key; omitted fields stay unchanged. */
export const updateKeyRequest = z.object({
  name: z.optional(z.nullable(name)),
  scopes,
  role,
  referrer_addresses: referrerAddresses,
  expires_at: expiresAt,
});

/**
 * The scopes that a request gives a key, by name or as a role.
 * @throws {ParleyError} `invalid_request` for both
 */
export function givenScopes({
  scopes,
  role,
}: {
  scopes?: string | null | undefined;
  role?: Role | null | undefined;
}): { scopes?: string } {
  if (role == null) return typeof scopes === 'string' ? { scopes } : {};
  if (typeof scopes === 'string') throw fieldError('role', 'send scopes or a role, not both');
  return { scopes: formatScopes(ROLES[role]) };
}

/** A key in the list, without its secret. */
const keyListItem = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.string(),
  referrer_addresses: z.string(),
  created_at: z.string(),
  expires_at: z.optional(z.string()),
  last_used_at: z.optional(z.string()),
});

export const createKeyResponse = z.extend(keyListItem, { action: z.literal('Create'), key: z.string() });
export const updateKeyResponse = z.object({ action: z.literal('Update'), id: z.string() });
export const listKeysResponse = z.object({ tokens: z.array(keyListItem) });
export const deleteKeyResponse = z.object({ deleted: z.string() });

export const toKeyListItem = (key: ApplicationKey): z.output<typeof keyListItem> => ({
  id: key.id,
  name: key.name,
  scopes: formatScopes(key.scopes),
  referrer_addresses: key.referrers.join(','),
  created_at: new Date(key.createdAt).toISOString(),
  ...(key.expiresAt === undefined ? {} : { expires_at: new Date(key.expiresAt * 1000).toISOString() }),
  ...(key.lastUsedAt === undefined ? {} : { last_used_at: new Date(key.lastUsedAt).toISOString() }),
});
