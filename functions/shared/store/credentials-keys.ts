import { type DynamoDBDocumentClient, GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { AuditEvent } from '../domain/audit.ts';
import { isExpired, toSeconds } from '../domain/clock.ts';
import { formatScopes, parseScopes } from '../domain/credentials/scopes.ts';
import {
  type ApplicationKey,
  type KeyChanges,
  type KeyContext,
  type KeyCount,
  type KeyOwner,
  type KeyStore,
  MAX_KEYS,
} from '../domain/keys/keys.ts';
import type { KeptAnswer } from '../domain/repeats.ts';
import { throttleKey } from '../domain/sign-in/throttle.ts';
import { eventItem } from './audit.ts';
import { batchGet } from './batch-get.ts';
import { ownerPartition, writeKey } from './credentials.ts';
import { institutionKey, readInstitution, readUser, userKey, userUnchanged } from './directory-items.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { answerItem } from './repeats.ts';
import { throttleAddress } from './throttle.ts';
import { transact } from './transact.ts';
import { updateExpression } from './update-expression.ts';

type Client = DynamoDBDocumentClient;

const directory = () => setting('DIRECTORY_TABLE');
const owners = () => setting('CREDENTIAL_OWNERS_TABLE');
const credentials = () => setting('CREDENTIALS_TABLE');

/** App-Keys in DynamoDB: by owner in CredentialOwners, by digest in Credentials. */
export function createKeyStore(client: () => Client = documentClient): KeyStore {
  return {
    readContext: (owner, keyId) => readContext(client(), owner, keyId),
    add: (...made) => add(client(), ...made),
    update: (...change) => update(client(), ...change),
    remove: (owner, keyId, event) => remove(client(), owner, keyId, event),
    list: (owner) => list(client(), owner),
  };
}

async function readContext(client: Client, owner: KeyOwner, keyId?: string): Promise<KeyContext> {
  const [institution, user, key] = await batchGet(client, [
    { table: directory(), key: institutionKey(owner.institution) },
    { table: directory(), key: userKey(owner.institution, owner.userId) },
    keyId === undefined ? countAddress(owner) : { table: owners(), key: ownerKey(owner, keyId) },
  ]);
  if (keyId === undefined) {
    const count = key && countItem.parse(key);
    return {
      institution: institution && readInstitution(institution),
      user: user && readUser(user),
      key: undefined,
      ...(count && { atMost: count.added }),
    };
  }
  return {
    institution: institution && readInstitution(institution),
    user: user && readUser(user),
    key: key && readListing(owner, key),
  };
}

async function add(
  client: Client,
  key: ApplicationKey,
  userRevision: number,
  count: KeyCount,
  event: AuditEvent,
  kept?: KeptAnswer,
): Promise<boolean> {
  const ConditionExpression = 'attribute_not_exists(pk)';
  const failed = await transact(client, [
    { Put: { TableName: credentials(), Item: writeKey(key), ConditionExpression } },
    { Put: { TableName: owners(), Item: writeListing(key), ConditionExpression } },
    userUnchanged(directory(), key, userRevision),
    countOneMore(key, count, event.at),
    eventItem(event),
    ...(kept === undefined ? [] : [answerItem(kept, event.at)]),
  ]);
  return failed === undefined;
}

/** After this long without a new key, the keys are counted again. */
const COUNT_KEPT_MS = 86_400_000;

const countItem = z.object({ added: z.number() });

const countAddress = ({ institution, userId }: KeyOwner) =>
  throttleAddress(throttleKey('keys', institution, userId));

function countOneMore(owner: KeyOwner, { seen, living }: KeyCount, now: number) {
  const { table: TableName, key: Key } = countAddress(owner);
  const expires = toSeconds(now + COUNT_KEPT_MS);
  if (living === undefined) {
    return {
      Update: {
        TableName,
        Key,
        UpdateExpression: 'SET expires_at = :expires ADD added :one',
        ConditionExpression: 'added < :most',
        ExpressionAttributeValues: { ':one': 1, ':most': MAX_KEYS, ':expires': expires },
      },
    };
  }
  return {
    Update: {
      TableName,
      Key,
      UpdateExpression: 'SET added = :added, expires_at = :expires',
      ConditionExpression: seen === undefined ? 'attribute_not_exists(added)' : 'added = :seen',
      ExpressionAttributeValues: {
        ':added': living + 1,
        ':expires': expires,
        ...(seen !== undefined && { ':seen': seen }),
      },
    },
  };
}

/**
 * Writes only the changed attributes, and only if the limits are still those that were read. Otherwise concurrent
 * changes could undo each other, or widen a limit that another change has narrowed.
 */
async function update(
  client: Client,
  key: ApplicationKey,
  { name, scopes, referrers, expiresAt }: KeyChanges,
  userRevision: number,
  event: AuditEvent,
  kept?: KeptAnswer,
): Promise<boolean> {
  const used = { scopes: scopes && formatScopes(scopes), referrers, expires_at: expiresAt };
  const lookup = setAttributes(credentials(), { pk: key.digest }, used);
  const listing = setAttributes(owners(), ownerKey(key, key.id), { name, ...used }, limitsOf(key));
  const updates = [lookup, listing].filter((item) => item !== undefined);
  const unchanged = userUnchanged(directory(), key, userRevision);
  const failed = await transact(client, [
    ...updates,
    unchanged,
    eventItem(event),
    ...(kept === undefined ? [] : [answerItem(kept, event.at)]),
  ]);
  return failed === undefined;
}

async function remove(client: Client, owner: KeyOwner, keyId: string, event: AuditEvent): Promise<boolean> {
  const Key = ownerKey(owner, keyId);
  const { Item } = await client.send(new GetCommand({ TableName: owners(), Key, ConsistentRead: true }));
  const key = Item && readListing(owner, Item);
  if (key === undefined || (key.expiresAt !== undefined && isExpired(key.expiresAt, event.at))) return false;
  const failed = await transact(client, [
    { Delete: { TableName: owners(), Key, ConditionExpression: 'attribute_exists(pk)' } },
    { Delete: { TableName: credentials(), Key: { pk: key.digest } } },
    eventItem(event),
  ]);
  return failed === undefined;
}

async function list(client: Client, owner: KeyOwner): Promise<ApplicationKey[]> {
  const keys: ApplicationKey[] = [];
  const query = {
    TableName: owners(),
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :key)',
    ExpressionAttributeValues: { ':pk': ownerPartition(owner.institution, owner.userId), ':key': 'key#' },
    ConsistentRead: true,
  };
  for await (const { Items = [] } of paginateQuery({ client }, query)) {
    keys.push(...Items.map((item) => readListing(owner, item)));
  }
  return keys;
}

const limitsOf = ({ scopes, referrers, expiresAt }: ApplicationKey) => ({
  scopes: formatScopes(scopes),
  referrers,
  expires_at: expiresAt,
});

/** Creates an update of an existing item; undefined if no attribute changes. `null` removes an attribute. */
function setAttributes(
  table: string,
  key: Record<string, string>,
  attributes: Record<string, unknown>,
  held: Record<string, unknown> = {},
) {
  const expression = updateExpression(attributes);
  if (expression === undefined) return undefined;
  const { condition, names, values } = holds(held);
  const allValues = { ...expression.ExpressionAttributeValues, ...values };
  return {
    Update: {
      TableName: table,
      Key: key,
      UpdateExpression: expression.UpdateExpression,
      ConditionExpression: condition,
      ExpressionAttributeNames: { ...expression.ExpressionAttributeNames, ...names },
      ...(Object.keys(allValues).length === 0 ? {} : { ExpressionAttributeValues: allValues }),
    },
  };
}

/** The condition that an item exists and still has these attributes; undefined ones must be absent. */
function holds(attributes: Record<string, unknown>) {
  const all = Object.entries(attributes);
  const present = all.filter(([, value]) => value !== undefined);
  const conditions = all.map(([name, value]) =>
    value === undefined ? `attribute_not_exists(#${name})` : `#${name} = :held_${name}`,
  );
  return {
    condition: ['attribute_exists(pk)', ...conditions].join(' AND '),
    names: Object.fromEntries(all.map(([name]) => [`#${name}`, name])),
    values: Object.fromEntries(present.map(([name, value]) => [`:held_${name}`, value])),
  };
}

const ownerKey = ({ institution, userId }: KeyOwner, keyId: string) => ({
  pk: ownerPartition(institution, userId),
  sk: `key#${keyId}`,
});

const listingItem = z.object({
  id: z.string(),
  digest: z.string(),
  name: z.string(),
  scopes: z.string(),
  referrers: z.array(z.string()),
  created_at: z.number(),
  sequence: z.number(),
  expires_at: z.optional(z.number()),
  last_used_at: z.optional(z.number()),
});

const writeListing = (key: ApplicationKey) => ({
  ...ownerKey(key, key.id),
  id: key.id,
  digest: key.digest,
  name: key.name,
  scopes: formatScopes(key.scopes),
  referrers: key.referrers,
  created_at: key.createdAt,
  sequence: key.sequence,
  expires_at: key.expiresAt,
});

function readListing({ institution, userId }: KeyOwner, item: unknown): ApplicationKey {
  const { created_at, scopes, expires_at, last_used_at, ...same } = listingItem.parse(item);
  return {
    ...same,
    institution,
    userId,
    scopes: parseScopes(scopes).scopes,
    createdAt: created_at,
    ...(expires_at === undefined ? {} : { expiresAt: expires_at }),
    ...(last_used_at === undefined ? {} : { lastUsedAt: last_used_at }),
  };
}
