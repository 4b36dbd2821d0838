import { DeleteCommand, type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { lineKey, personPartition, sessionPartition, unhandledKey } from './conversation-items.ts';
import { handoffKey } from './handoff-items.ts';
import { write } from './write.ts';

const pointer = z.object({ pk: z.string(), sk: z.string() });

const sessionItem = z.object({
  pk: z.string(),
  sk: z.string(),
  at: z.optional(z.number()),
  began_at: z.optional(z.number()),
  qid: z.optional(z.string()),
});

/**
 * Deletes every logged session in which a person took part: its turns, messages, feedback, session line, handoff and
 * unhandled queries. The pointer from the person to the session is deleted last, so that an interrupted erasure can
 * find the session again.
 * @returns how many items were deleted
 */
export async function eraseConversations(
  client: DynamoDBDocumentClient,
  TableName: string,
  institution: string,
  person: string,
): Promise<number> {
  let erased = 0;
  const remove = async (Key: Record<string, string>): Promise<void> => {
    await write(client, new DeleteCommand({ TableName, Key }));
    erased += 1;
  };
  for await (const item of itemsOf(client, TableName, personPartition(institution, person))) {
    const { pk, sk } = pointer.parse(item);
    const [sessionId = ''] = sk.split('#');
    await write(client, new DeleteCommand({ TableName, Key: handoffKey({ institution, sessionId }) }));
    for await (const item of itemsOf(client, TableName, sessionPartition(institution, sessionId))) {
      const { at, began_at: beganAt, qid, ...key } = sessionItem.parse(item);
      if (at !== undefined && beganAt !== undefined && qid !== undefined) {
        const place = { institution, sessionId, beganAt, at, qid };
        // Deleted without a check that they exist, which would cost more.
        await write(client, new DeleteCommand({ TableName, Key: unhandledKey(place) }));
        await write(client, new DeleteCommand({ TableName, Key: lineKey(place) }));
      }
      await remove(key);
    }
    await remove({ pk, sk });
  }
  return erased;
}

async function* itemsOf(client: DynamoDBDocumentClient, TableName: string, pk: string) {
  const pages = paginateQuery(
    { client },
    {
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) yield* Items;
}
