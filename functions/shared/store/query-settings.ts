import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { QuerySettings, QuerySettingsStore } from '../domain/query/query-settings.ts';
import { eventItem } from './audit.ts';
import { transact } from './transact.ts';

/** The key of the settings item. Queries read it in their batch, and only if their process has not cached it. */
export const querySettingsKey = (institution: string) => ({ pk: `${institution}#settings`, sk: 'query' });

const settingsItem = z.object({
  default_external_user: z._default(z.nullable(z.literal('credential')), null),
  suspended: z._default(z.boolean(), false),
  queries_per_second: z.optional(z.number()),
  queries_per_day: z.optional(z.number()),
  requests_per_second: z.optional(z.number()),
});

export function readQuerySettings(item: unknown): QuerySettings {
  const read = settingsItem.parse(item);
  return {
    defaultExternalUser: read.default_external_user,
    isSuspended: read.suspended,
    limits: {
      ...(read.queries_per_second === undefined ? {} : { queriesPerSecond: read.queries_per_second }),
      ...(read.queries_per_day === undefined ? {} : { queriesPerDay: read.queries_per_day }),
      ...(read.requests_per_second === undefined ? {} : { requestsPerSecond: read.requests_per_second }),
    },
  };
}

/** Settings of institutions in DynamoDB; docs/STORAGE.md describes the item. */
export const querySettingsStore = (
  client: DynamoDBDocumentClient,
  TableName: string,
): QuerySettingsStore => ({
  async read(institution) {
    const Key = querySettingsKey(institution);
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return Item && readQuerySettings(Item);
  },

  async write(institution, { defaultExternalUser }, event) {
    const change = {
      UpdateExpression: 'SET default_external_user = :who',
      ExpressionAttributeValues: { ':who': defaultExternalUser },
    };
    await transact(client, [
      { Update: { TableName, Key: querySettingsKey(institution), ...change } },
      eventItem(event),
    ]);
  },
});
