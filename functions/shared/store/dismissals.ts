import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import {
  type DismissalReader,
  type DismissalStore,
  phraseDigest,
} from '../domain/conversations/dismissals.ts';
import type { DeploymentKey } from '../domain/deployment-key.ts';
import { dismissedPartition } from './conversation-items.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { writeBatch } from './write.ts';

interface Dependencies {
  deploymentKey: DeploymentKey;
  client?: () => DynamoDBDocumentClient;
}

/** How long a phrase stays dismissed. */
const LIFETIME_SECONDS = 400 * 86_400;

/** DynamoDB writes at most this many items in a batch. */
const BATCH = 25;

/** Dismissed phrases in the conversations table; docs/STORAGE.md describes the items. */
export function createDismissals({
  deploymentKey,
  client = documentClient,
}: Dependencies): DismissalStore & DismissalReader {
  const keysOf = async (institution: string, phrases: Parameters<DismissalStore['restore']>[1]) => {
    const key = await deploymentKey();
    const digests = new Set(phrases.map((phrase) => phraseDigest(key, institution, phrase)));
    return [...digests].map((sk) => ({ pk: dismissedPartition(institution), sk }));
  };
  const writeAll = async <Item>(items: readonly Item[], requestOf: (item: Item) => object) => {
    for (let at = 0; at < items.length; at += BATCH) {
      const requests = items.slice(at, at + BATCH).map(requestOf);
      await writeBatch(client(), { [setting('CONVERSATIONS_TABLE')]: requests });
    }
  };
  return {
    async dismiss(institution, phrases, now) {
      const expires_at = Math.ceil(now / 1000) + LIFETIME_SECONDS;
      const keys = await keysOf(institution, phrases);
      await writeAll(keys, (key) => ({ PutRequest: { Item: { ...key, expires_at } } }));
    },

    async restore(institution, phrases) {
      await writeAll(await keysOf(institution, phrases), (Key) => ({ DeleteRequest: { Key } }));
    },

    async dismissedOf(institution, now) {
      const key = await deploymentKey();
      const dismissed = new Set<string>();
      const pages = paginateQuery(
        { client: client() },
        {
          TableName: setting('CONVERSATIONS_TABLE'),
          KeyConditionExpression: 'pk = :pk',
          FilterExpression: 'expires_at > :now',
          ExpressionAttributeValues: { ':pk': dismissedPartition(institution), ':now': now / 1000 },
          ConsistentRead: true,
        },
      );
      for await (const { Items = [] } of pages) for (const { sk } of Items) dismissed.add(String(sk));
      if (dismissed.size === 0) return () => false;
      return (phrase) => dismissed.has(phraseDigest(key, institution, phrase));
    },
  };
}
