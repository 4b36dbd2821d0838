import { DeleteCommand, type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { lineKey, personPartition, sessionPartition, unhandledKey } from './conversation-items.ts';
import { handoffKey, openHandoffKey } from './handoff-items.ts';
import { write } from './write.ts';

const pointer = z.object({ pk: z.string(), sk: z.string() });

const handoffItem = z.object({ since_at: z.number() });

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
    const Key = handoffKey({ institution, sessionId });
    // The role that erases may query the table, and reads no item otherwise.
    for await (const item of itemsOf(client, TableName, Key.pk, Key.sk)) {
      const { since_at: since } = handoffItem.parse(item);
      const line = openHandoffKey({ institution, since, sessionId });
      await write(client, new DeleteCommand({ TableName, Key: line }));
      await write(client, new DeleteCommand({ TableName, Key }));
    }
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

/** @param sk the only sort key; all of the partition without it */
async function* itemsOf(client: DynamoDBDocumentClient, TableName: string, pk: string, sk?: string) {
  const pages = paginateQuery(
    { client },
    {
      TableName,
      KeyConditionExpression: sk === undefined ? 'pk = :pk' : 'pk = :pk AND sk = :sk',
      ExpressionAttributeValues: { ':pk': pk, ...(sk !== undefined && { ':sk': sk }) },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) yield* Items;
}
