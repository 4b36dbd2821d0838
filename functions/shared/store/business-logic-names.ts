import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { NameStore } from '../domain/institutions/business-logic-changes.ts';
import type { SealedNames } from '../domain/institutions/business-logic-names.ts';
import { eventItem } from './audit.ts';
import { transact } from './transact.ts';

/**
 * An institution's names are one item, which queries read in their batch. The item has its own partition: in the
 * partition of the versions, it would take half of the reads that a partition allows.
 */
export const namesKey = (institution: string) => ({ pk: `${institution}#business_logic`, sk: 'names' });

const namesItem = z.object({ revision: z.number(), sealed: z.instanceof(Uint8Array) });

export const readNames = (item: unknown): SealedNames => namesItem.parse(item);

/** Business-logic names in DynamoDB; docs/STORAGE.md describes the item. */
export const nameStore = (client: DynamoDBDocumentClient, TableName: string): NameStore => ({
  async read(institution) {
    const Key = namesKey(institution);
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return Item && readNames(Item);
  },

  async write(institution, next, previous, event) {
    const unchanged =
      previous === undefined
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : {
            ConditionExpression: 'revision = :previous',
            ExpressionAttributeValues: { ':previous': previous.revision },
          };
    const put = { Put: { TableName, Item: { ...namesKey(institution), ...next }, ...unchanged } };
    return (await transact(client, [put, eventItem(event)])) === undefined;
  },
});
