import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { CallStore } from '../domain/voice/kept-calls.ts';
import { callKey, callPointer } from './conversation-items.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { write } from './write.ts';

/** No call lasts longer. What leads to it stays as long as it may, which changes it until its end. */
const CALL_SECONDS = 2 * 86_400;
const POINTER_SECONDS = 2 * CALL_SECONDS;

const callItem = z.object({ revision: z.number(), sealed: z.instanceof(Uint8Array) });

/** Calls in the conversations table; docs/STORAGE.md describes the items. */
export function createCallStore(client: () => DynamoDBDocumentClient = documentClient): CallStore {
  const TableName = () => setting('CONVERSATIONS_TABLE');
  return {
    async find(institution, channelId, call) {
      const Key = callKey(institution, channelId, call);
      const { Item } = await client().send(
        new GetCommand({ TableName: TableName(), Key, ConsistentRead: true }),
      );
      return Item && callItem.parse(Item);
    },

    async write(institution, channelId, call, { revision, sealed, now, person }) {
      // Before the call, so that none is ever without.
      if (revision === 1 && person !== undefined) {
        const Item = {
          ...callPointer(institution, person, channelId, call),
          expires_at: Math.ceil(now / 1000) + POINTER_SECONDS,
        };
        await write(client(), new PutCommand({ TableName: TableName(), Item }));
      }
      const expires_at = Math.ceil(now / 1000) + CALL_SECONDS;
      const Item = { ...callKey(institution, channelId, call), revision, sealed, expires_at };
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
