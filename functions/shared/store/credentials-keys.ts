import { type DynamoDBDocumentClient, GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { ApplicationKey, KeyChanges, KeyContext, KeyOwner, KeyStore } from '../domain/keys.ts';
import { formatScopes, parseScopes } from '../domain/scopes.ts';
import { batchGet } from './batch-get.ts';
import { ownerPartition, writeKey } from './credentials.ts';
import { institutionKey, readInstitution, readUser, userKey, userUnchanged } from './directory-items.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { transact } from './transact.ts';

type Client = DynamoDBDocumentClient;

const directory = () => setting('DIRECTORY_TABLE');
const owners = () => setting('CREDENTIAL_OWNERS_TABLE');
const credentials = () => setting('CREDENTIALS_TABLE');

/** The keys in DynamoDB: by owner in CredentialOwners, by digest in Credentials. */
export function createKeyStore(client: () => Client = documentClient): KeyStore {
  return {
    readContext: (owner, keyId) => readContext(client(), owner, keyId),
    add: (key, userRevision) => add(client(), key, userRevision),
    update: (key, changes, userRevision) => update(client(), key, changes, userRevision),
    remove: (owner, keyId) => remove(client(), owner, keyId),
    list: (owner) => list(client(), owner),
  };
}

async function readContext(client: Client, owner: KeyOwner, keyId?: string): Promise<KeyContext> {
  const [institution, user, key] = await batchGet(client, [
    { table: directory(), key: institutionKey(owner.institution) },
    { table: directory(), key: userKey(owner.institution, owner.userId) },
    ...(keyId === undefined ? [] : [{ table: owners(), key: ownerKey(owner, keyId) }]),
  ]);
  return {
    institution: institution && readInstitution(institution),
    user: user && readUser(user),
    key: key && readListing(owner, key),
  };
}

async function add(client: Client, key: ApplicationKey, userRevision: number): Promise<boolean> {
  const ConditionExpression = 'attribute_not_exists(pk)';
  const failed = await transact(client, [
    { Put: { TableName: credentials(), Item: writeKey(key), ConditionExpression } },
    { Put: { TableName: owners(), Item: writeListing(key), ConditionExpression } },
    userUnchanged(directory(), key, userRevision),
  ]);
  return failed === undefined;
}

/** Writes only what changes, so that two changes at once never undo each other. */
async function update(
  client: Client,
  key: ApplicationKey,
  { name, scopes, referrers }: KeyChanges,
  userRevision: number,
): Promise<boolean> {
  const used = { scopes: scopes && formatScopes(scopes), referrers };
  const lookup = setAttributes(credentials(), { pk: key.digest }, used);
  const listing = setAttributes(owners(), ownerKey(key, key.id), { name, ...used });
  const updates = [lookup, listing].filter((item) => item !== undefined);
  const failed = await transact(client, [...updates, userUnchanged(directory(), key, userRevision)]);
  return failed === undefined;
}

async function remove(client: Client, owner: KeyOwner, keyId: string): Promise<boolean> {
  const Key = ownerKey(owner, keyId);
  const { Item } = await client.send(new GetCommand({ TableName: owners(), Key, ConsistentRead: true }));
  if (Item === undefined) return false;
  const failed = await transact(client, [
    { Delete: { TableName: owners(), Key, ConditionExpression: 'attribute_exists(pk)' } },
    { Delete: { TableName: credentials(), Key: { pk: readListing(owner, Item).digest } } },
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

/** An update of an item that exists, or undefined where there is nothing to set. */
function setAttributes(table: string, key: Record<string, string>, attributes: Record<string, unknown>) {
  const set = Object.entries(attributes).filter(([, value]) => value !== undefined);
  if (set.length === 0) return undefined;
  return {
    Update: {
      TableName: table,
      Key: key,
      UpdateExpression: `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: Object.fromEntries(set.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
    },
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
});

function readListing({ institution, userId }: KeyOwner, item: unknown): ApplicationKey {
  const { created_at, scopes, ...same } = listingItem.parse(item);
  return { ...same, institution, userId, scopes: parseScopes(scopes).scopes, createdAt: created_at };
}
