import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Task, TaskStore } from '../domain/channels/messages.ts';
import { digest } from '../domain/query/dialog.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { transact } from './transact.ts';
import { write } from './write.ts';

const DAY_SECONDS = 86_400;

/** Nobody waits longer for an answer; a look is for later than its task was added. */
const TASK_SECONDS = 2 * DAY_SECONDS;
/** Platforms repeat a message for up to seven days; a recorded request may be replayed at any time. */
const SEEN_SECONDS = 30 * DAY_SECONDS;
/** Longer than a conversation with people lives after its last message, which keeps the place anew. */
const PLACE_SECONDS = 2 * DAY_SECONDS;

/** Sorts after every line and key. */
const LAST = '\u{10ffff}';

const taskItem = z.object({
  channel: z.string(),
  line: z.string(),
  key: z.string(),
  attempts: z.number(),
  sent: z.number(),
  next_at: z.number(),
  sealed: z.instanceof(Uint8Array),
});
const placeItem = z.object({ sealed: z.instanceof(Uint8Array) });

/** Messages of channels in the conversations table; docs/STORAGE.md describes the items. */
export function createTaskStore(client: () => DynamoDBDocumentClient = documentClient): TaskStore {
  const TableName = () => setting('CONVERSATIONS_TABLE');
  const taskKey = (
    institution: string,
    { channelId, line, key }: Pick<Task, 'channelId' | 'line' | 'key'>,
  ) => ({
    pk: `${institution}#channel-tasks`,
    sk: `${channelId}#${line}#${key}`,
  });
  const factKey = (institution: string, channelId: string, kind: 'seen' | 'place', id: string) => ({
    pk: `${institution}#channels`,
    sk: `${channelId}#${kind}#${id}`,
  });
  const itemOf = (institution: string, task: Task) => ({
    ...taskKey(institution, task),
    channel: task.channelId,
    line: task.line,
    key: task.key,
    attempts: task.attempts,
    sent: task.sent,
    next_at: task.nextAt,
    sealed: task.sealed,
    expires_at: Math.ceil(task.nextAt / 1000) + TASK_SECONDS,
  });
  const isNew = 'attribute_not_exists(pk)';
  return {
    async add(institution, task, now, once) {
      const seen = factKey(institution, task.channelId, 'seen', digest('seen', once).toString('base64url'));
      const expires_at = Math.ceil(Math.max(now, task.nextAt) / 1000) + SEEN_SECONDS;
      const items = [
        { Put: { TableName: TableName(), Item: { ...seen, expires_at }, ConditionExpression: isNew } },
        { Put: { TableName: TableName(), Item: itemOf(institution, task) } },
      ];
      return (await transact(client(), items)) === undefined;
    },

    async pending(institution, channelId, { most, line, from = '' }) {
      const [first, last] = line === undefined ? [from, LAST] : [`${line}#`, `${line}#${LAST}`];
      const query = {
        TableName: TableName(),
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
        ExpressionAttributeValues: {
          ':pk': `${institution}#channel-tasks`,
          ':first': `${channelId}#${first}`,
          ':last': `${channelId}#${last}`,
        },
        ConsistentRead: true,
        Limit: most,
      };
      const { Items = [] } = await client().send(new QueryCommand(query));
      return Items.map((item) => {
        const { channel, next_at, ...task } = taskItem.parse(item);
        return { ...task, channelId: channel, nextAt: next_at };
      });
    },

    async keep(institution, task) {
      const Item = itemOf(institution, task);
      // It may have been done by another process, or forgotten with its channel.
      await write(
        client(),
        new PutCommand({ TableName: TableName(), Item, ConditionExpression: 'attribute_exists(pk)' }),
      );
    },

    async forget(institution, task) {
      await write(client(), new DeleteCommand({ TableName: TableName(), Key: taskKey(institution, task) }));
    },

    async placeOf(institution, channelId, sessionId) {
      const Key = factKey(institution, channelId, 'place', sessionId);
      const { Item } = await client().send(
        new GetCommand({ TableName: TableName(), Key, ConsistentRead: true }),
      );
      return Item && placeItem.parse(Item).sealed;
    },

    async keepPlace(institution, channelId, { sessionId, sealed, now }) {
      const expires_at = Math.ceil(now / 1000) + PLACE_SECONDS;
      const Item = { ...factKey(institution, channelId, 'place', sessionId), sealed, expires_at };
      await write(client(), new PutCommand({ TableName: TableName(), Item }));
    },
  };
}
