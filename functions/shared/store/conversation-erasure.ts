import { DeleteCommand, type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { lineKey, personPartition, sessionPartition, unhandledKey } from './conversation-items.ts';
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
 * Deletes every session of the log in which a person spoke, whole: its turns, its feedback, its line and what was not
 * understood in it. Only then the pointer to it, by which it is found again where this ends early.
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
    const { pk, sk: sessionId } = pointer.parse(item);
    for await (const item of itemsOf(client, TableName, sessionPartition(institution, sessionId))) {
      const { at, began_at: beganAt, qid, ...key } = sessionItem.parse(item);
      if (at !== undefined && beganAt !== undefined && qid !== undefined) {
        const place = { institution, sessionId, beganAt, at, qid };
        // Few turns have the one, and all of a session share the other: to delete what is not there costs little.
        await write(client, new DeleteCommand({ TableName, Key: unhandledKey(place) }));
        await write(client, new DeleteCommand({ TableName, Key: lineKey(place) }));
      }
      await remove(key);
    }
    await remove({ pk, sk: sessionId });
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
