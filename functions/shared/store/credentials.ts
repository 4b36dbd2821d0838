import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import {
  type AccessToken,
  type CredentialReader,
  type FoundCredential,
  tokenLogId,
} from '../domain/credentials/credentials.ts';
import type { Principal } from '../domain/credentials/principal.ts';
import { formatScopes, parseScopes } from '../domain/credentials/scopes.ts';
import type { ApplicationKey } from '../domain/keys/keys.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';

/** The authorizer's lookup: one strongly consistent read of the Credentials table. */
export function createCredentialReader(
  client: () => DynamoDBDocumentClient = documentClient,
): CredentialReader {
  return {
    async find(digest) {
      const { Item } = await client().send(
        new GetCommand({
          TableName: setting('CREDENTIALS_TABLE'),
          Key: { pk: digest },
          ConsistentRead: true,
        }),
      );
      return Item === undefined ? undefined : readCredential(Item);
    },
  };
}

const common = {
  institution: z.string(),
  user_id: z.string(),
  scopes: z.string(),
};

const credentialItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('token'),
    pk: z.string(),
    ...common,
    grant: z.enum(['client_credentials', 'password', 'authorization_code']),
    client_id: z.optional(z.string()),
    issued_at: z.number(),
    expires_at: z.number(),
  }),
  z.object({
    kind: z.literal('key'),
    key_id: z.string(),
    ...common,
    referrers: z.array(z.string()),
    suspended: z.optional(z.boolean()),
    expires_at: z.optional(z.number()),
  }),
]);

function readCredential(value: unknown): FoundCredential {
  const item = credentialItem.parse(value);
  const { institution, user_id: userId } = item;
  const owner = { institution, userId, scopes: parseScopes(item.scopes).scopes };
  if (item.kind === 'key') {
    const { expires_at: expiresAt, suspended = false } = item;
    const expiry = expiresAt === undefined ? {} : { expiresAt };
    const principal: Principal = {
      kind: 'key',
      id: item.key_id,
      ...owner,
      referrers: item.referrers,
      ...expiry,
    };
    return { principal, suspended };
  }
  const principal: Principal = {
    kind: 'token',
    id: tokenLogId(item.pk),
    ...owner,
    referrers: [],
    expiresAt: item.expires_at,
    grant: item.grant,
    ...(item.client_id === undefined ? {} : { clientId: item.client_id }),
  };
  return { principal, suspended: false };
}

/**
 * @throws {Error} if the item is not a token. Only a fault can cause that, since the digest's prefix tells tokens
 * from keys.
 */
export function readToken(value: unknown): AccessToken {
  const item = credentialItem.parse(value);
  if (item.kind !== 'token') throw new Error('the digest of a token leads to something else');
  return {
    digest: item.pk,
    institution: item.institution,
    userId: item.user_id,
    scopes: parseScopes(item.scopes).scopes,
    grant: item.grant,
    ...(item.client_id === undefined ? {} : { clientId: item.client_id }),
    issuedAt: item.issued_at,
    expiresAt: item.expires_at,
  };
}

export const writeToken = (token: AccessToken) => ({
  pk: token.digest,
  kind: 'token',
  institution: token.institution,
  user_id: token.userId,
  scopes: formatScopes(token.scopes),
  grant: token.grant,
  client_id: token.clientId,
  issued_at: token.issuedAt,
  expires_at: token.expiresAt,
});

export const writeKey = (key: ApplicationKey) => ({
  pk: key.digest,
  kind: 'key',
  key_id: key.id,
  institution: key.institution,
  user_id: key.userId,
  scopes: formatScopes(key.scopes),
  referrers: key.referrers,
  expires_at: key.expiresAt,
});

/** One partition per user. Unambiguous, since institution names contain no `#`. */
export const ownerPartition = (institution: string, userId: string): string => `${institution}#${userId}`;
