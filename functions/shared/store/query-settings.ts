import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { QuerySettings, QuerySettingsStore } from '../domain/query-settings.ts';
import { eventItem } from './audit.ts';
import { transact } from './transact.ts';

/** One item, which a query reads in the batch that it reads anyway, and only where it says of nobody that he asks. */
export const querySettingsKey = (institution: string) => ({ pk: `${institution}#settings`, sk: 'query' });

const settingsItem = z.object({ default_external_user: z.nullable(z.literal('credential')) });

export const readQuerySettings = (item: unknown): QuerySettings => ({
  defaultExternalUser: settingsItem.parse(item).default_external_user,
});

/** Settings of institutions in DynamoDB; docs/STORAGE.md tells the item. */
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
    const Item = { ...querySettingsKey(institution), default_external_user: defaultExternalUser };
    await transact(client, [{ Put: { TableName, Item } }, eventItem(event)]);
  },
});
