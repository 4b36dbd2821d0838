import { type DynamoDBDocumentClient, GetCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { AuditEvent } from '../domain/audit.ts';
import { formatScopes, parseScopes, type Scope } from '../domain/credentials/scopes.ts';
import type { User, UserStatus } from '../domain/institutions/directory.ts';
import {
  type OwnedCredential,
  suspendedInstitution,
  type UserChange,
  type UserId,
  type UserStore,
} from '../domain/institutions/user-changes.ts';
import { eventItem } from './audit.ts';
import { batchGet } from './batch-get.ts';
import { ownerPartition } from './credentials.ts';
import { ANY_INSTITUTION, loginKey, notSuspended, readUser, userKey } from './directory-items.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { transact } from './transact.ts';
import { write } from './write.ts';

type Client = DynamoDBDocumentClient;

const directory = () => setting('DIRECTORY_TABLE');
const credentials = () => setting('CREDENTIALS_TABLE');
const owners = () => setting('CREDENTIAL_OWNERS_TABLE');

/** Changes to users in DynamoDB, and the resulting changes to their credentials. */
export function createUserStore(client: () => Client = documentClient): UserStore {
  return {
    read: (user) => read(client(), user),
    change: (...what) => change(client(), ...what),
    users: (institution) => usersOf(client(), institution),
    credentials: (user) => ownedCredentials(client(), user),
    narrow: (user, credential, scopes) => narrow(client(), user, credential, scopes),
    suspend: ({ digest }, suspended) => suspend(client(), digest, suspended),
    async revoke(user, credential) {
      await transact(client(), [
        { Delete: { TableName: credentials(), Key: { pk: credential.digest } } },
        { Delete: { TableName: owners(), Key: listingKey(user, credential) } },
      ]);
    },
  };
}

async function read(client: Client, { institution, userId }: UserId): Promise<User | undefined> {
  const Key = userKey(institution, userId);
  const { Item } = await client.send(new GetCommand({ TableName: directory(), Key, ConsistentRead: true }));
  return Item && readUser(Item);
}

async function change(
  client: Client,
  user: UserId,
  { passwordHash, ...changes }: UserChange,
  event?: AuditEvent,
  from?: UserStatus,
): Promise<User | undefined> {
  for (;;) {
    const before = await read(client, user);
    if (before === undefined) return undefined;
    if (from !== undefined && before.status !== from) return before;
    const after = { ...before, ...changes, revision: before.revision + 1 };
    const logins = await loginKeys(client, before);
    const updates = [
      setUser(directory(), userKey(user.institution, user.userId), before, after),
      ...logins.map((key) => setUser(directory(), key, before, after, passwordHash)),
    ];
    const isEnabled = changes.status === 'active' && from === undefined;
    const guard = isEnabled ? [notSuspended(directory(), user.institution)] : [];
    const items = [...guard, ...updates, ...(event === undefined ? [] : [eventItem(event)])];
    const failed = await transact(client, items);
    if (failed === undefined) return after;
    if (isEnabled && failed[0]) throw suspendedInstitution(user.institution);
    // The user or the owner of the user name has changed meanwhile: read again.
  }
}

/** The logins of a user: at the institution, and under `*` if that copy is this user's. */
async function loginKeys(client: Client, { username, institution, userId }: User) {
  if (username === undefined) return [];
  const keys = [institution, ANY_INSTITUTION].map((place) => loginKey(username, place));
  const logins = await batchGet(
    client,
    keys.map((key) => ({ table: directory(), key })),
  );
  return keys.filter((_, index) => {
    const login = logins[index];
    return login?.institution === institution && login.user_id === userId;
  });
}

export async function* usersOf(client: Client, institution: string) {
  const query = {
    TableName: directory(),
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :user)',
    ExpressionAttributeValues: { ':pk': userKey(institution, '').pk, ':user': userKey(institution, '').sk },
    ConsistentRead: true,
  };
  for await (const { Items = [] } of paginateQuery({ client }, query)) yield* Items.map(readUser);
}

async function* ownedCredentials(client: Client, { institution, userId }: UserId) {
  const query = {
    TableName: owners(),
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': ownerPartition(institution, userId) },
    ConsistentRead: true,
  };
  for await (const { Items = [] } of paginateQuery({ client }, query)) yield* Items.map(readListing);
}

async function narrow(
  client: Client,
  user: UserId,
  credential: OwnedCredential,
  scopes: readonly Scope[],
): Promise<boolean> {
  const values = { ':scopes': formatScopes(scopes), ':seen': formatScopes(credential.scopes) };
  const update = (TableName: string, Key: Record<string, string>) => ({
    Update: {
      TableName,
      Key,
      UpdateExpression: 'SET scopes = :scopes',
      ConditionExpression: 'scopes = :seen',
      ExpressionAttributeValues: values,
    },
  });
  const failed = await transact(client, [
    update(credentials(), { pk: credential.digest }),
    update(owners(), listingKey(user, credential)),
  ]);
  return failed === undefined;
}

async function suspend(client: Client, digest: string, suspended: boolean): Promise<void> {
  await write(
    client,
    new UpdateCommand({
      TableName: credentials(),
      Key: { pk: digest },
      UpdateExpression: 'SET suspended = :suspended',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':suspended': suspended },
    }),
  );
}

const setUser = (
  table: string,
  key: Record<string, string>,
  before: User,
  after: User,
  passwordHash?: string,
) => ({
  Update: {
    TableName: table,
    Key: key,
    UpdateExpression: `SET scopes = :scopes, #status = :status, revision = :after${
      passwordHash === undefined ? '' : ', password_hash = :password'
    }`,
    ConditionExpression: 'institution = :institution AND user_id = :user AND revision = :before',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ':scopes': formatScopes(after.scopes),
      ':status': after.status,
      ':institution': after.institution,
      ':user': after.userId,
      ':before': before.revision,
      ':after': after.revision,
      ...(passwordHash === undefined ? {} : { ':password': passwordHash }),
    },
  },
});

const listingItem = z.object({
  sk: z.string(),
  digest: z.string(),
  scopes: z.string(),
  expires_at: z.optional(z.number()),
  client_id: z.optional(z.string()),
});

function readListing(item: unknown): OwnedCredential {
  const { sk, digest, scopes, expires_at, client_id } = listingItem.parse(item);
  return {
    kind: sk.startsWith('key#') ? 'key' : 'token',
    id: sk.slice(sk.indexOf('#') + 1),
    digest,
    scopes: parseScopes(scopes).scopes,
    ...(expires_at === undefined ? {} : { expiresAt: expires_at }),
    ...(client_id === undefined ? {} : { clientId: client_id }),
  };
}

const listingKey = (user: UserId, { kind, id }: OwnedCredential) => ({
  pk: ownerPartition(user.institution, user.userId),
  sk: `${kind}#${id}`,
});
