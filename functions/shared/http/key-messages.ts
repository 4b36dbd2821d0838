import * as z from 'zod/mini';
import { type ApplicationKey, isKeyName } from '../domain/keys.ts';
import { formatScopes } from '../domain/scopes.ts';

const name = z
  .string({ error: 'send a name as text' })
  .check(z.refine(isKeyName, { error: 'use 1 to 128 printable characters' }));
const text = (what: string) => z.optional(z.nullable(z.string({ error: `send ${what}` })));
const scopes = text('the scopes as one text, with spaces between them');
const referrerAddresses = text('the hosts and addresses as one text, with commas between them');

/** SPEC §4.2. `null` counts as left out, and fields that are not listed are ignored. */
export const createKeyRequest = z.object({ name, scopes, referrer_addresses: referrerAddresses });

/** SPEC §4.3. */
export const updateKeyRequest = z.object({
  name: z.optional(z.nullable(name)),
  scopes,
  referrer_addresses: referrerAddresses,
});

/** An item of the list (SPEC §4.4). */
export const keyListItem = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.string(),
  referrer_addresses: z.string(),
  created_at: z.string(),
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
});
