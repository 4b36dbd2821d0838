import { DeleteCommand, type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { ErasureStore } from '../domain/institutions/erasure.ts';
import { eraseConversations } from './conversation-erasure.ts';
import { write } from './write.ts';

const keyItem = z.object({ pk: z.string() });

/** Erases in both tables, the sessions first: no later turn of a deleted session is logged. */
export const erasureStore = (
  client: DynamoDBDocumentClient,
  tables: { sessions: string; conversations: string },
): ErasureStore => ({
  erase: async (person, institution) =>
    (await eraseSessions(client, tables.sessions, person)) +
    (await eraseConversations(client, tables.conversations, institution, person)),
});

/** Parts of the table that are looked through at the same time: each reads a megabyte at a time. */
const SEGMENTS = 8;

/**
 * Looks through the whole table of sessions: an erasure is rare and the table holds minutes, so that no query
 * pays for an index.
 */
async function eraseSessions(
  client: DynamoDBDocumentClient,
  TableName: string,
  person: string,
): Promise<number> {
  const segments = Array.from({ length: SEGMENTS }, (_, Segment) =>
    eraseSegment(client, { TableName, Segment, TotalSegments: SEGMENTS }, person),
  );
  return (await Promise.all(segments)).reduce((sum, erased) => sum + erased, 0);
}

async function eraseSegment(
  client: DynamoDBDocumentClient,
  segment: { TableName: string; Segment: number; TotalSegments: number },
  person: string,
): Promise<number> {
  const pages = paginateScan(
    { client },
    {
      ...segment,
      FilterExpression: 'contains(people, :person)',
      ProjectionExpression: 'pk',
      ExpressionAttributeValues: { ':person': person },
      ConsistentRead: true,
    },
  );
  let erased = 0;
  for await (const { Items } of pages) {
    for (const item of Items ?? []) {
      const { pk } = keyItem.parse(item);
      await write(client, new DeleteCommand({ TableName: segment.TableName, Key: { pk } }));
      erased += 1;
    }
  }
  return erased;
}
