import { DeleteCommand, type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { ErasureStore } from '../domain/institutions/erasure.ts';
import { eraseConversations } from './conversation-erasure.ts';
import { write } from './write.ts';

const keyItem = z.object({ pk: z.string() });

/** Erases from both tables, sessions first, so that no later turn of a deleted session is logged. */
export const erasureStore = (
  client: DynamoDBDocumentClient,
  tables: { sessions: string; conversations: string },
): ErasureStore => ({
  erase: async (person, institution, now) =>
    (await eraseSessions(client, tables.sessions, person)) +
    (await eraseConversations(client, tables.conversations, institution, person, now)),
});

/** Segments of the table scanned concurrently, a megabyte at a time. */
const SEGMENTS = 8;

/**
 * Scans the whole table of sessions: erasures are rare and the table holds only minutes, so an index would cost every
 * query more.
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
