import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Delivery, DeliveryQueue } from '../domain/webhooks/deliveries.ts';
import type { HandoffEvent } from '../domain/webhooks/events.ts';
import { sessionPartition } from './conversation-items.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { messageSortKey, readMessage } from './handoff-items.ts';
import { eventAttributes, eventPartition, eventShape, eventSortKey, readEvent } from './webhook-items.ts';
import { write, writeBatch } from './write.ts';

const deliveryPartition = (institution: string): string => `${institution}#webhook-deliveries`;
const deliveryKey = (institution: string, webhookId: string, event: HandoffEvent) => ({
  pk: deliveryPartition(institution),
  sk: `${webhookId}#${eventSortKey(event)}`,
});
const claimKey = (institution: string, webhookId: string) => ({
  pk: deliveryPartition(institution),
  sk: `claim#${webhookId}`,
});

const deliveryItem = z.extend(eventShape, { attempts: z.number(), next_at: z.number() });

/** DynamoDB writes at most this many items in a batch. */
const BATCH = 25;

/** Events queued for webhooks, in the conversations table; docs/STORAGE.md describes the items. */
export function createWebhookQueue(client: () => DynamoDBDocumentClient = documentClient): DeliveryQueue {
  const TableName = () => setting('CONVERSATIONS_TABLE');
  const itemsOf = async (pk: string, prefix = ''): Promise<unknown[]> => {
    const items: unknown[] = [];
    const query = {
      TableName: TableName(),
      KeyConditionExpression: prefix === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ...(prefix !== '' && { ':prefix': prefix }) },
      ConsistentRead: true,
    };
    for await (const { Items = [] } of paginateQuery({ client: client() }, query)) items.push(...Items);
    return items;
  };
  const put = (institution: string, { webhookId, event, attempts, nextAt }: Delivery) => ({
    ...deliveryKey(institution, webhookId, event),
    ...eventAttributes(event),
    attempts,
    next_at: nextAt,
  });
  return {
    events: async (institution) => (await itemsOf(eventPartition(institution))).map(readEvent),

    async spread(institution, event, webhookIds) {
      const items = webhookIds.map((webhookId) =>
        put(institution, { webhookId, event, attempts: 0, nextAt: event.at }),
      );
      for (let from = 0; from < items.length; from += BATCH) {
        const some = items.slice(from, from + BATCH).map((Item) => ({ PutRequest: { Item } }));
        await writeBatch(client(), { [TableName()]: some });
      }
      const Key = { pk: eventPartition(institution), sk: eventSortKey(event) };
      await write(client(), new DeleteCommand({ TableName: TableName(), Key }));
    },

    async pending(institution, webhookId) {
      const items = await itemsOf(deliveryPartition(institution), `${webhookId}#`);
      return items.map((item) => {
        const { attempts, next_at } = deliveryItem.parse(item);
        return { webhookId, event: readEvent(item), attempts, nextAt: next_at };
      });
    },

    async retryLater(institution, delivery) {
      await write(client(), new PutCommand({ TableName: TableName(), Item: put(institution, delivery) }));
    },

    async forget(institution, { webhookId, event }) {
      const Key = deliveryKey(institution, webhookId, event);
      await write(client(), new DeleteCommand({ TableName: TableName(), Key }));
    },

    async begin(institution, webhookId, until, now) {
      const Key = claimKey(institution, webhookId);
      const claim = {
        TableName: TableName(),
        Item: { ...Key, until, expires_at: Math.ceil(until / 1000) },
        ConditionExpression: 'attribute_not_exists(pk) OR #until < :now',
        ExpressionAttributeNames: { '#until': 'until' },
        ExpressionAttributeValues: { ':now': now },
      };
      if (await write(client(), new PutCommand(claim))) return true;
      const ask = {
        TableName: TableName(),
        Key,
        UpdateExpression: 'SET asked = :true',
        // If the delivery has ended meanwhile, the next run finds what is left.
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':true': true },
      };
      await write(client(), new UpdateCommand(ask));
      return false;
    },

    async endUnlessAsked(institution, webhookId) {
      const Key = claimKey(institution, webhookId);
      const end = { TableName: TableName(), Key, ConditionExpression: 'attribute_not_exists(asked)' };
      if (await write(client(), new DeleteCommand(end))) return true;
      await write(
        client(),
        new UpdateCommand({ TableName: TableName(), Key, UpdateExpression: 'REMOVE asked' }),
      );
      return false;
    },

    async end(institution, webhookId) {
      const Key = claimKey(institution, webhookId);
      await write(client(), new DeleteCommand({ TableName: TableName(), Key }));
    },

    async message({ institution, sessionId }, sequence) {
      const Key = { pk: sessionPartition(institution, sessionId), sk: messageSortKey(sequence) };
      const { Item } = await client().send(
        new GetCommand({ TableName: TableName(), Key, ConsistentRead: true }),
      );
      return Item && readMessage(Item);
    },
  };
}
