import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { HandoffStore } from '../domain/handoffs/handoff-store.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { handoffKey, readHandoff } from './handoff-items.ts';

/** The part of the handoff store that queries need. The whole store would enlarge their bundle. */
export const createHandoffFinder = (
  client: () => DynamoDBDocumentClient = documentClient,
): Pick<HandoffStore, 'find'> => ({
  async find(institution, sessionId) {
    const Key = handoffKey({ institution, sessionId });
    const get = { TableName: setting('CONVERSATIONS_TABLE'), Key, ConsistentRead: true };
    const { Item } = await client().send(new GetCommand(get));
    return Item && readHandoff(institution, Item);
  },
});
