import { randomUUID } from 'node:crypto';
import { DeleteCommand, type DynamoDBDocumentClient, PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dayOf } from '../domain/days.ts';
import {
  calledIn,
  correctedKey,
  dueItem,
  groupsPartition,
  lineKey,
  personPartition,
  sessionPartition,
  unhandledKey,
} from './conversation-items.ts';
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
 * Deletes a person's telephone calls, and every logged session in which the person took part: its turns, messages, feedback, session line, handoff and
 * unhandled queries. The groups of the days of those queries are deleted too, and made anew from the others. The
 * pointer from the person to the session is deleted last, so that an interrupted erasure can find the session again.
 * @returns how many items were deleted
 */
export async function eraseConversations(
  client: DynamoDBDocumentClient,
  TableName: string,
  institution: string,
  person: string,
  now: number,
): Promise<number> {
  let erased = 0;
  const remove = (Key: Record<string, string>) => write(client, new DeleteCommand({ TableName, Key }));
  const regroup = (day: string) => groupAnew(client, TableName, { institution, day, now });
  for await (const item of itemsOf(client, TableName, personPartition(institution, person))) {
    const { pk, sk } = pointer.parse(item);
    const call = calledIn(institution, sk);
    if (call !== undefined) {
      for (const key of [call, { pk, sk }]) await remove(key);
      erased += 1;
      continue;
    }
    const [sessionId = ''] = sk.split('#');
    const Key = handoffKey({ institution, sessionId });
    // The role that erases may query the table, and reads no item otherwise.
    for await (const item of itemsOf(client, TableName, Key.pk, Key.sk)) {
      const { since_at: since } = handoffItem.parse(item);
      const line = openHandoffKey({ institution, since, sessionId });
      for (const key of [line, Key]) await remove(key);
    }
    const keys: { pk: string; sk: string }[] = [];
    const days = new Set<string>();
    for await (const item of itemsOf(client, TableName, sessionPartition(institution, sessionId))) {
      const { at, began_at: beganAt, qid, ...key } = sessionItem.parse(item);
      keys.push(key);
      if (at === undefined || beganAt === undefined || qid === undefined) continue;
      const place = { institution, sessionId, beganAt, at, qid };
      days.add(dayOf(at));
      // Deleted without a check that they exist, which would cost more.
      for (const key of [unhandledKey(place), correctedKey(place), lineKey(place)]) await remove(key);
    }
    // After the queries, so that no group is made of them again, and before the turns, which name the days.
    for (const day of days) await regroup(day);
    for (const key of [...keys, { pk, sk }]) {
      await remove(key);
      erased += 1;
    }
  }
  return erased;
}

/** Empties a day's groups under a new revision, so that groups that are being made of it are not kept. */
async function groupAnew(
  client: DynamoDBDocumentClient,
  TableName: string,
  { institution, day, now }: { institution: string; day: string; now: number },
): Promise<void> {
  const revision = randomUUID();
  const due = dueItem(institution, day, revision, now);
  const emptied = { pk: groupsPartition(institution), sk: day, revision, expires_at: due.expires_at };
  await write(client, new PutCommand({ TableName, Item: emptied }));
  await write(client, new PutCommand({ TableName, Item: due }));
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
