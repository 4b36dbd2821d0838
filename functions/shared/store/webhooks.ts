import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { EVENT_TYPES } from '../domain/webhooks/events.ts';
import type { SealedWebhook, WebhookStore } from '../domain/webhooks/webhooks.ts';
import { eventItem } from './audit.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { transact } from './transact.ts';

/** The partition of an institution's webhooks. */
export const webhookPartition = (institution: string): string => `${institution}#webhooks`;

/**
 * Counts the webhooks of each institution, so that those that have some are found without a scan. No institution's name
 * has a `#`, so that it is no institution's partition.
 */
const COUNTS = '#webhooks';
export const webhookCountKey = (institution: string) => ({ pk: COUNTS, sk: institution });

const webhookItem = z.object({
  sk: z.string(),
  events: z.array(z.enum(EVENT_TYPES)),
  created_at: z.number(),
  revision: z.number(),
  sealed: z.instanceof(Uint8Array),
});

const countItem = z.object({ sk: z.string(), webhooks: z.number() });

function readWebhook(item: unknown): SealedWebhook {
  const { sk, created_at, ...read } = webhookItem.parse(item);
  return { id: sk, createdAt: created_at, ...read };
}

/** Webhooks in the versions table; docs/STORAGE.md describes the items. */
export function createWebhookStore(client: () => DynamoDBDocumentClient = documentClient): WebhookStore {
  const table = () => setting('VERSIONS_TABLE');
  const readAll = async (pk: string): Promise<unknown[]> => {
    const items: unknown[] = [];
    const query = {
      TableName: table(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ConsistentRead: true,
    };
    for await (const { Items = [] } of paginateQuery({ client: client() }, query)) items.push(...Items);
    return items;
  };
  const put = (institution: string, { id, createdAt, ...webhook }: SealedWebhook) => ({
    TableName: table(),
    Item: { pk: webhookPartition(institution), sk: id, created_at: createdAt, ...webhook },
  });
  const count = (institution: string, by: number) => ({
    TableName: table(),
    Key: webhookCountKey(institution),
    UpdateExpression: 'ADD webhooks :by',
    ExpressionAttributeValues: { ':by': by },
  });
  return {
    list: async (institution) => (await readAll(webhookPartition(institution))).map(readWebhook),

    async institutions() {
      const counts = (await readAll(COUNTS)).map((item) => countItem.parse(item));
      return counts.flatMap(({ sk, webhooks }) => (webhooks > 0 ? [sk] : []));
    },

    async add(institution, webhook, most, event) {
      const isNew = { ...put(institution, webhook), ConditionExpression: 'attribute_not_exists(pk)' };
      // In the same transaction, so that webhooks added at the same moment are no more either.
      const oneMore = {
        ...count(institution, 1),
        ConditionExpression: 'attribute_not_exists(webhooks) OR webhooks < :most',
        ExpressionAttributeValues: { ':by': 1, ':most': most },
      };
      const failed = await transact(client(), [{ Put: isNew }, { Update: oneMore }, eventItem(event)]);
      if (failed === undefined) return 'added';
      return failed[1] === true ? 'full' : 'known';
    },

    async change(institution, next, previous, event) {
      const unchanged = {
        ...put(institution, next),
        ConditionExpression: 'revision = :previous',
        ExpressionAttributeValues: { ':previous': previous },
      };
      return (await transact(client(), [{ Put: unchanged }, eventItem(event)])) === undefined;
    },

    async remove(institution, id, event) {
      const gone = {
        TableName: table(),
        Key: { pk: webhookPartition(institution), sk: id },
        ConditionExpression: 'attribute_exists(pk)',
      };
      const oneLess = { Update: count(institution, -1) };
      return (await transact(client(), [{ Delete: gone }, oneLess, eventItem(event)])) === undefined;
    },
  };
}
