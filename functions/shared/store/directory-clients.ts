import * as z from 'zod/mini';
import { formatScopes } from '../domain/credentials/scopes.ts';
import type { Client, ClientChange } from '../domain/institutions/directory.ts';
import type { ApprovedClient } from '../domain/oauth/client-secret.ts';
import { scopesField, statusField } from './directory-items.ts';
import { updateExpression } from './update-expression.ts';

/** OAuth clients in the Directory table; docs/STORAGE.md lists their attributes. */
export const clientKey = (institution: string, clientId: string) => ({
  pk: `institution#${institution}`,
  sk: `client#${clientId}`,
});

const clientItem = z.object({
  client_id: z.string(),
  institution: z.string(),
  display_name: z.string(),
  secret_digest: z.optional(z.string()),
  former_secret_digest: z.optional(z.string()),
  former_secret_ends_at: z.optional(z.number()),
  grants: z.array(z.enum(['client_credentials', 'password', 'authorization_code'])),
  redirect_uris: z.optional(z.array(z.string())),
  scopes: scopesField,
  requires_pkce: z.optional(z.boolean()),
  status: statusField,
  revision: z.optional(z.number()),
  created_at: z.number(),
});

/** The revision of clients stored before there were revisions. */
const UNREVISED = 0;

export const writeClient = (client: Client) => ({
  ...clientKey(client.institution, client.clientId),
  client_id: client.clientId,
  institution: client.institution,
  ...changingAttributes(client),
  created_at: client.createdAt,
});

/** The changeable attributes of a client: undefined if unchanged, `null` to remove. */
const changingAttributes = ({ formerSecret, ...change }: ClientChange) => ({
  display_name: change.displayName,
  secret_digest: change.secretDigest,
  former_secret_digest: formerSecret === null ? null : formerSecret?.digest,
  // An earlier former secret's expiry must not apply to a later former secret.
  former_secret_ends_at: formerSecret === undefined ? undefined : (formerSecret?.endsAt ?? null),
  grants: change.grants,
  redirect_uris: change.redirectUris,
  scopes: change.scopes && formatScopes(change.scopes),
  requires_pkce: change.requiresPkce,
  status: change.status,
  revision: change.revision,
});

export function readClient(item: unknown): Client {
  const client = clientItem.parse(item);
  const { secret_digest: secretDigest, former_secret_digest: former, former_secret_ends_at: endsAt } = client;
  return {
    clientId: client.client_id,
    institution: client.institution,
    displayName: client.display_name,
    ...(secretDigest === undefined ? {} : { secretDigest }),
    ...(former === undefined
      ? {}
      : { formerSecret: { digest: former, ...(endsAt === undefined ? {} : { endsAt }) } }),
    grants: client.grants,
    redirectUris: client.redirect_uris ?? [],
    scopes: client.scopes,
    requiresPkce: client.requires_pkce ?? secretDigest === undefined,
    status: client.status,
    revision: client.revision ?? UNREVISED,
    createdAt: client.created_at,
  };
}

/**
 * Part of a transaction that creates a credential: fails if the client has changed since its revision was read, is not
 * active, or no longer has the secret with which it authenticated.
 */
export const clientUnchanged = (
  table: string,
  institution: string,
  { clientId, revision, secretDigest }: ApprovedClient,
) => ({
  ConditionCheck: {
    TableName: table,
    Key: clientKey(institution, clientId),
    ConditionExpression: [
      '#status = :active',
      revisionIs(revision),
      ...(secretDigest === undefined ? [] : ['(secret_digest = :secret OR former_secret_digest = :secret)']),
    ].join(' AND '),
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ':active': 'active',
      ...revisionValue(revision),
      ...(secretDigest === undefined ? {} : { ':secret': secretDigest }),
    },
  },
});

/** A change of a client that fails if its revision or secrets have changed since they were read. */
export function clientUpdate(table: string, read: Client, change: ClientChange) {
  const changes = updateExpression(changingAttributes(change));
  if (changes === undefined) throw new Error('a change of a client that changes nothing');
  const { ExpressionAttributeValues: set, ...expression } = changes;
  const secrets = Object.entries({
    secret_digest: read.secretDigest,
    former_secret_digest: read.formerSecret?.digest,
  });
  return {
    Update: {
      TableName: table,
      Key: clientKey(read.institution, read.clientId),
      ...expression,
      ConditionExpression: [
        'attribute_exists(pk)',
        revisionIs(read.revision),
        ...secrets.map(([name, digest]) =>
          digest === undefined ? `attribute_not_exists(${name})` : `${name} = :read_${name}`,
        ),
      ].join(' AND '),
      ExpressionAttributeValues: {
        ...set,
        ...revisionValue(read.revision),
        ...Object.fromEntries(
          secrets.flatMap(([name, digest]) => (digest === undefined ? [] : [[`:read_${name}`, digest]])),
        ),
      },
    },
  };
}

const revisionIs = (revision: number): string =>
  revision === UNREVISED ? 'attribute_not_exists(revision)' : 'revision = :read_revision';

const revisionValue = (revision: number) => (revision === UNREVISED ? {} : { ':read_revision': revision });
