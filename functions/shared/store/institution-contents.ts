import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  paginateQuery,
  paginateScan,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import {
  CONTENT_KINDS,
  type ContentCounts,
  type ContentKind,
  type InstitutionContents,
} from '../domain/institutions/institution-deletion.ts';
import type { RemoveArtifacts } from './artifact-removal.ts';
import { eventItem } from './audit.ts';
import { namesKey } from './business-logic-names.ts';
import { dueItem, groupsPartition } from './conversation-items.ts';
import { ownerPartition } from './credentials.ts';
import { clientKey } from './directory-clients.ts';
import {
  ANY_INSTITUTION,
  deletedKey,
  institutionKey,
  loginKey,
  readUser,
  userKey,
} from './directory-items.ts';
import { draftPartition } from './drafts.ts';
import { setting } from './environment.ts';
import { querySettingsKey } from './query-settings.ts';
import { signInsTable } from './sign-ins.ts';
import { secretUsePartition } from './sign-ins-secrets.ts';
import { transact } from './transact.ts';
import { versionSortKey } from './versions.ts';
import { webhookCountKey, webhookPartition } from './webhooks.ts';
import { write } from './write.ts';

type Client = DynamoDBDocumentClient;

/** Something stored for an institution, and how to delete it. */
interface Part {
  kind: ContentKind;
  remove(): Promise<unknown>;
}

/** Deletions that run concurrently. */
const CONCURRENCY = 16;

/** Everything of an institution in DynamoDB and the artifact store; docs/STORAGE.md says what remains. */
export const createInstitutionContents = (
  client: () => Client,
  removeArtifacts: RemoveArtifacts,
): InstitutionContents => ({
  count: (name) => over(partsOf(client(), name), async () => undefined),
  async empty(name) {
    const counts = await over(partsOf(client(), name), (part) => part.remove());
    // What was being grouped meanwhile may have been kept behind the scan.
    await over(groupParts(client(), name), (part) => part.remove());
    // Includes artifacts of versions that were deleted before.
    await removeArtifacts(name);
    return counts;
  },
  async close(name, event) {
    const TableName = setting('DIRECTORY_TABLE');
    const Item = { ...deletedKey(name), deleted_at: event.at };
    await transact(client(), [
      { Delete: { TableName, Key: institutionKey(name) } },
      { Put: { TableName, Item } },
      eventItem(event),
    ]);
  },
});

async function over(
  parts: AsyncIterable<Part>,
  work: (part: Part) => Promise<unknown>,
): Promise<ContentCounts> {
  const counts = Object.fromEntries(CONTENT_KINDS.map((kind) => [kind, 0])) as ContentCounts;
  let batch: Promise<unknown>[] = [];
  for await (const part of parts) {
    counts[part.kind] += 1;
    const working = work(part);
    // The batch below reports a rejection, possibly only after the next page of parts; until then it must not count as
    // unhandled.
    working.catch(() => undefined);
    if (batch.push(working) < CONCURRENCY) continue;
    await Promise.all(batch);
    batch = [];
  }
  await Promise.all(batch);
  return counts;
}

/**
 * Yields users and clients after the items that belong to them, so that an interrupted deletion can find the rest
 * again.
 */
async function* partsOf(client: Client, name: string): AsyncGenerator<Part> {
  yield* conversationParts(client, name);
  yield* versionParts(client, name);
  const directory = setting('DIRECTORY_TABLE');
  const { pk, sk: userPrefix } = userKey(name, '');
  for await (const item of itemsOf(client, directory, pk, userPrefix)) {
    const user = readUser(item);
    yield* credentialParts(client, ownerPartition(name, user.userId));
    yield* partitionParts(client, 'sign_ins', signInsTable(), ownerPartition(name, user.userId));
    yield { kind: 'users', remove: () => removeUser(client, user) };
  }
  for await (const { sk, client_id } of itemsOf(client, directory, pk, clientKey(name, '').sk)) {
    yield* partitionParts(client, 'sign_ins', signInsTable(), secretUsePartition(String(client_id)));
    yield part(client, 'clients', directory, { pk, sk: String(sk) });
  }
}

/** The log has a partition for every session, day and person, so the whole table is scanned. */
async function* conversationParts(client: Client, name: string): AsyncGenerator<Part> {
  const TableName = setting('CONVERSATIONS_TABLE');
  // First, so that nothing is grouped any more.
  yield* dueParts(client, name);
  const scan = {
    TableName,
    FilterExpression: 'begins_with(pk, :institution)',
    ProjectionExpression: 'pk, sk',
    ExpressionAttributeValues: { ':institution': `${name}#` },
    ConsistentRead: true,
  };
  for await (const { Items = [] } of paginateScan({ client }, scan)) {
    for (const item of Items) yield part(client, 'conversation_items', TableName, keyItem.parse(item));
  }
}

/** Requests to group, whose partitions all institutions share. */
async function* dueParts(client: Client, name: string): AsyncGenerator<Part> {
  const table = setting('CONVERSATIONS_TABLE');
  const { pk } = dueItem(name, '', '', 0);
  for await (const item of itemsOf(client, table, pk)) {
    const key = keyItem.parse(item);
    if (key.sk.endsWith(`#${name}`)) yield part(client, 'conversation_items', table, key);
  }
}

async function* groupParts(client: Client, name: string): AsyncGenerator<Part> {
  yield* dueParts(client, name);
  yield* partitionParts(client, 'conversation_items', setting('CONVERSATIONS_TABLE'), groupsPartition(name));
}

async function* versionParts(client: Client, name: string): AsyncGenerator<Part> {
  const table = setting('VERSIONS_TABLE');
  for await (const item of itemsOf(client, table, name)) {
    const key = keyItem.parse(item);
    yield part(client, key.sk.startsWith(versionSortKey('')) ? 'versions' : 'assignments', table, key);
  }
  yield* partitionParts(client, 'drafts', table, draftPartition(name));
  for (const pk of [namesKey(name).pk, querySettingsKey(name).pk, webhookPartition(name)]) {
    yield* partitionParts(client, 'settings', table, pk);
  }
  const { pk, sk } = webhookCountKey(name);
  for await (const _ of itemsOf(client, table, pk, sk)) yield part(client, 'settings', table, { pk, sk });
}

async function* credentialParts(client: Client, owner: string): AsyncGenerator<Part> {
  const owners = setting('CREDENTIAL_OWNERS_TABLE');
  for await (const item of itemsOf(client, owners, owner)) {
    const { digest, ...key } = credentialItem.parse(item);
    const remove = () =>
      transact(client, [
        { Delete: { TableName: setting('CREDENTIALS_TABLE'), Key: { pk: digest } } },
        { Delete: { TableName: owners, Key: key } },
      ]);
    yield { kind: key.sk.startsWith('key#') ? 'keys' : 'tokens', remove };
  }
}

/**
 * Removes a user. If exactly one other institution still has the user name, a sign-in without an institution now
 * means that institution.
 */
async function removeUser(
  client: Client,
  { institution, userId, username }: ReturnType<typeof readUser>,
): Promise<void> {
  const TableName = setting('DIRECTORY_TABLE');
  const profile = { Delete: { TableName, Key: userKey(institution, userId) } };
  if (username === undefined) {
    await transact(client, [profile]);
    return;
  }
  const { pk } = loginKey(username, institution);
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ConsistentRead: true,
    }),
  );
  const copies = Items.filter(({ sk }) => sk !== institution && sk !== ANY_INSTITUTION);
  const any = loginKey(username, ANY_INSTITUTION);
  const [copy] = copies;
  await transact(client, [
    profile,
    { Delete: { TableName, Key: loginKey(username, institution) } },
    ...(copy === undefined ? [{ Delete: { TableName, Key: any } }] : []),
    ...(copy !== undefined && copies.length === 1 ? [{ Put: { TableName, Item: { ...copy, ...any } } }] : []),
  ]);
}

async function* partitionParts(
  client: Client,
  kind: ContentKind,
  table: string,
  pk: string,
): AsyncGenerator<Part> {
  for await (const item of itemsOf(client, table, pk)) yield part(client, kind, table, keyItem.parse(item));
}

const part = (client: Client, kind: ContentKind, TableName: string, Key: z.infer<typeof keyItem>): Part => ({
  kind,
  remove: () => write(client, new DeleteCommand({ TableName, Key })),
});

const keyItem = z.object({ pk: z.string(), sk: z.string() });
const credentialItem = z.extend(keyItem, { digest: z.string() });

async function* itemsOf(client: Client, TableName: string, pk: string, prefix?: string) {
  const pages = paginateQuery(
    { client },
    {
      TableName,
      KeyConditionExpression: prefix === undefined ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ...(prefix !== undefined && { ':prefix': prefix }) },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) yield* Items;
}
