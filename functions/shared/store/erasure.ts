import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  paginateQuery,
  paginateScan,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { ParleyError } from '../domain/errors.ts';
import type { ErasureStore } from '../domain/institutions/erasure.ts';
import { JITTERED } from './backoff.ts';
import { eraseConversations } from './conversation-erasure.ts';
import { pointerPrefix } from './sessions.ts';
import { write } from './write.ts';

const keyItem = z.object({ pk: z.string() });

/** Erases from both tables, sessions first, so that no later turn of a deleted session is logged. */
export const erasureStore = (
  client: DynamoDBDocumentClient,
  tables: { sessions: string; conversations: string },
): ErasureStore => ({
  erase: async (person, institution, now) =>
    (await eraseSessions(client, tables.sessions, person, now)) +
    (await eraseConversations(client, tables.conversations, institution, person, now)),
});

/** Segments of the table scanned concurrently, a megabyte at a time. */
const SEGMENTS = 8;

/** The index of the sessions table, by the first person of a session or stored answer. */
const INDEX = 'person';

/** The item that says since when an erasure has relied on the index. */
const INDEXED_SINCE = '#indexed';

/**
 * How long the table is scanned as well. Sessions of releases without the index have expired by then, and DynamoDB has
 * deleted them.
 */
const SCANNED_FOR_MS = 7 * 86_400_000;

const since = z.object({ since: z.object({ N: z.string() }) });

/** Finds a person's sessions by the index. Sessions of releases without it are found by scanning the table. */
async function eraseSessions(
  client: DynamoDBDocumentClient,
  TableName: string,
  person: string,
  now: number,
): Promise<number> {
  const erase = async (pk: string): Promise<number> => {
    const item = { TableName, Key: { pk }, ...holds(person) };
    return Number(await write(client, new DeleteCommand(item)));
  };
  const keys = await indexedKeys(client, TableName, person);
  let erased = 0;
  for (const pk of keys ?? []) {
    const prefix = pointerPrefix(person);
    if (!pk.startsWith(prefix)) {
      erased += await erase(pk);
      continue;
    }
    erased += await erase(pk.slice(prefix.length));
    // Last, so that an interrupted erasure finds the session again.
    await write(client, new DeleteCommand({ TableName, Key: { pk } }));
  }
  if (keys !== undefined && now - (await indexedSince(client, TableName, now)) >= SCANNED_FOR_MS)
    return erased;
  const segments = Array.from({ length: SEGMENTS }, (_, Segment) =>
    eraseSegment(client, { TableName, Segment, TotalSegments: SEGMENTS }, { person, erase }),
  );
  return (await Promise.all(segments)).reduce((sum, found) => sum + found, erased);
}

/** Undefined if the table has no index, as one that an earlier release made on a laptop. */
async function indexedKeys(
  client: DynamoDBDocumentClient,
  TableName: string,
  person: string,
): Promise<string[] | undefined> {
  const pages = paginateQuery(
    { client },
    {
      TableName,
      IndexName: INDEX,
      KeyConditionExpression: 'person = :person',
      ExpressionAttributeValues: { ':person': person },
    },
  );
  const keys: string[] = [];
  try {
    for await (const { Items = [] } of pages) keys.push(...Items.map((item) => keyItem.parse(item).pk));
  } catch (error) {
    if (isWithoutIndex(error)) return undefined;
    throw error;
  }
  return keys;
}

const isWithoutIndex = (error: unknown): boolean => {
  const refusal = error instanceof ParleyError ? error.cause : error;
  return refusal instanceof Error && refusal.name === 'ValidationException';
};

/** The first erasure writes the time. */
async function indexedSince(client: DynamoDBDocumentClient, TableName: string, now: number): Promise<number> {
  const refusal: { item?: unknown } = {};
  const first = new PutCommand({
    TableName,
    Item: { pk: INDEXED_SINCE, since: now },
    ConditionExpression: 'attribute_not_exists(pk)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  return (await write(client, first, JITTERED, refusal)) ? now : Number(since.parse(refusal.item).since.N);
}

/** The session may have ended and begun again with other people. */
const holds = (person: string) => ({
  ConditionExpression: 'contains(people, :person)',
  ExpressionAttributeValues: { ':person': person },
});

async function eraseSegment(
  client: DynamoDBDocumentClient,
  segment: { TableName: string; Segment: number; TotalSegments: number },
  { person, erase }: { person: string; erase: (pk: string) => Promise<number> },
): Promise<number> {
  const { ConditionExpression: FilterExpression, ExpressionAttributeValues } = holds(person);
  const scan = {
    ...segment,
    FilterExpression,
    ExpressionAttributeValues,
    ProjectionExpression: 'pk',
    ConsistentRead: true,
  };
  let erased = 0;
  for await (const { Items = [] } of paginateScan({ client }, scan)) {
    for (const item of Items) erased += await erase(keyItem.parse(item).pk);
  }
  return erased;
}
