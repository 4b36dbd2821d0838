import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { CallStore } from '../domain/voice/kept-calls.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { write } from './write.ts';

/** No call lasts longer. */
const CALL_SECONDS = 2 * 86_400;

const callItem = z.object({ revision: z.number(), sealed: z.instanceof(Uint8Array) });

/** Calls in the conversations table; docs/STORAGE.md describes the items. */
export function createCallStore(client: () => DynamoDBDocumentClient = documentClient): CallStore {
  const TableName = () => setting('CONVERSATIONS_TABLE');
  const keyOf = (institution: string, channelId: string, call: string) => ({
    pk: `${institution}#channels`,
    sk: `${channelId}#call#${call}`,
  });
  return {
    async find(institution, channelId, call) {
      const Key = keyOf(institution, channelId, call);
      const { Item } = await client().send(
        new GetCommand({ TableName: TableName(), Key, ConsistentRead: true }),
      );
      return Item && callItem.parse(Item);
    },

    write(institution, channelId, call, { revision, sealed, now }) {
      const expires_at = Math.ceil(now / 1000) + CALL_SECONDS;
      const Item = { ...keyOf(institution, channelId, call), revision, sealed, expires_at };
      const before =
        revision === 1
          ? { ConditionExpression: 'attribute_not_exists(pk)' }
          : {
              ConditionExpression: 'revision = :before',
              ExpressionAttributeValues: { ':before': revision - 1 },
            };
      return write(client(), new PutCommand({ TableName: TableName(), Item, ...before }));
    },
  };
}
