import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Delivery, DeliveryQueue } from '../domain/webhooks/deliveries.ts';
import type { HandoffEvent } from '../domain/webhooks/events.ts';
import { sessionPartition } from './conversation-items.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { messageSortKey, readMessage } from './handoff-items.ts';
import { transact } from './transact.ts';
import {
  eventAttributes,
  eventPartition,
  eventShape,
  eventSortKey,
  readEvent,
  WEBHOOK_EVENT,
} from './webhook-items.ts';
import { write } from './write.ts';

const deliveryPartition = (institution: string): string => `${institution}#webhook-deliveries`;
const deliveryKey = (institution: string, webhookId: string, event: HandoffEvent) => ({
  pk: deliveryPartition(institution),
  sk: `${webhookId}#${eventSortKey(event)}`,
});
const claimKey = (institution: string, webhookId: string) => ({
  pk: deliveryPartition(institution),
  sk: `claim#${webhookId}`,
});

const deliveryItem = z.extend(eventShape, {
  attempts: z.number(),
  sent: z._default(z.number(), 0),
  next_at: z.number(),
});

/** Sorts after every session's id. */
const LAST = '\u{10ffff}';

/** Events queued for webhooks, in the conversations table; docs/STORAGE.md describes the items. */
export function createWebhookQueue(client: () => DynamoDBDocumentClient = documentClient): DeliveryQueue {
  const TableName = () => setting('CONVERSATIONS_TABLE');
  /** The first items of a partition between two sort keys. */
  const itemsOf = async (
    pk: string,
    [from, to]: readonly [string, string],
    Limit: number,
  ): Promise<unknown[]> => {
    const query = {
      TableName: TableName(),
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':pk': pk, ':from': from, ':to': to },
      ConsistentRead: true,
      Limit,
    };
    return (await client().send(new QueryCommand(query))).Items ?? [];
  };
  const put = (institution: string, { webhookId, event, attempts, sent, nextAt }: Delivery) => ({
    ...deliveryKey(institution, webhookId, event),
    ...eventAttributes(event),
    attempts,
    ...(sent && { sent }),
    next_at: nextAt,
  });
  return {
    async events(institution, most) {
      const all = [WEBHOOK_EVENT, `${WEBHOOK_EVENT}${LAST}`] as const;
      return (await itemsOf(eventPartition(institution), all, most)).map(readEvent);
    },

    async spread(institution, event, webhookIds) {
      const gone = {
        TableName: TableName(),
        Key: { pk: eventPartition(institution), sk: eventSortKey(event) },
        // Somebody else may have spread it, and its deliveries may have been taken.
        ConditionExpression: 'attribute_exists(pk)',
      };
      const puts = webhookIds.map((webhookId) => ({
        Put: {
          TableName: TableName(),
          Item: put(institution, { webhookId, event, attempts: 0, nextAt: event.at }),
        },
      }));
      return (await transact(client(), [{ Delete: gone }, ...puts])) === undefined;
    },

    async pending(institution, webhookId, { most, from = '' }) {
      const pk = deliveryPartition(institution);
      const prefix = `${webhookId}#${WEBHOOK_EVENT}`;
      const items = await itemsOf(pk, [`${prefix}${from}`, `${prefix}${LAST}`], most);
      return items.map((item) => {
        const { attempts, sent, next_at } = deliveryItem.parse(item);
        return { webhookId, event: readEvent(item), attempts, sent, nextAt: next_at };
      });
    },

    async retryLater(institution, delivery) {
      const again = {
        TableName: TableName(),
        Item: put(institution, delivery),
        // It may have been taken from another process, or forgotten with its webhook.
        ConditionExpression: 'attribute_exists(pk)',
      };
      await write(client(), new PutCommand(again));
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
