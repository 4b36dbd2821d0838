import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { ThreadStore } from '../domain/slack/slack.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { writeBatch } from './write.ts';

/** How long a thread is kept, well past the end of its conversation. */
const KEPT_SECONDS = 30 * 86_400;

const threadItem = z.object({ other: z.string() });

/**
 * Slack threads of conversations in the conversations table, found by thread or by conversation; docs/STORAGE.md
 * describes the items.
 */
export function createThreadStore(client: () => DynamoDBDocumentClient = documentClient): ThreadStore {
  const TableName = () => setting('CONVERSATIONS_TABLE');
  const keyOf = (institution: string, webhookId: string, kind: 'session' | 'thread', id: string) => ({
    pk: `${institution}#slack`,
    sk: `${webhookId}#${kind}#${id}`,
  });
  const find = async (Key: { pk: string; sk: string }) => {
    const { Item } = await client().send(
      new GetCommand({ TableName: TableName(), Key, ConsistentRead: true }),
    );
    return Item && threadItem.parse(Item).other;
  };
  return {
    threadOf: (institution, webhookId, sessionId) =>
      find(keyOf(institution, webhookId, 'session', sessionId)),
    conversationOf: (institution, webhookId, thread) => find(keyOf(institution, webhookId, 'thread', thread)),
    async keep(institution, webhookId, { sessionId, thread, now }) {
      const expires_at = Math.ceil(now / 1000) + KEPT_SECONDS;
      const items = [
        { ...keyOf(institution, webhookId, 'thread', thread), other: sessionId, expires_at },
        { ...keyOf(institution, webhookId, 'session', sessionId), other: thread, expires_at },
      ];
      await writeBatch(client(), { [TableName()]: items.map((Item) => ({ PutRequest: { Item } })) });
    },
  };
}
