import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Connection, ConnectionStore } from '../domain/voice/connections.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { write } from './write.ts';

/** API Gateway closes a connection after two hours. */
const CONNECTION_SECONDS = 3 * 3600;

const connectionItem = z.object({ institution: z.string(), channel: z.string(), call: z.string() });

/** Open connections in the conversations table; docs/STORAGE.md describes the items. */
export function createConnectionStore(
  client: () => DynamoDBDocumentClient = documentClient,
): ConnectionStore {
  const TableName = () => setting('CONVERSATIONS_TABLE');
  const keyOf = (id: string) => ({ pk: `connection#${id}`, sk: 'connection' });
  const placeOf = ({ institution, channelId, id }: Connection) => ({
    pk: `${institution}#channels`,
    sk: `${channelId}#connection#${id}`,
  });

  async function remove(connection: Connection): Promise<void> {
    await Promise.all(
      [placeOf(connection), keyOf(connection.id)].map((Key) =>
        write(client(), new DeleteCommand({ TableName: TableName(), Key })),
      ),
    );
  }

  return {
    async add(connection, { most, now }) {
      const { institution, channelId: channel, key: call } = connection;
      const expires_at = Math.ceil(now / 1000) + CONNECTION_SECONDS;
      await Promise.all([
        write(
          client(),
          new PutCommand({ TableName: TableName(), Item: { ...placeOf(connection), expires_at } }),
        ),
        write(
          client(),
          new PutCommand({
            TableName: TableName(),
            Item: { ...keyOf(connection.id), institution, channel, call, expires_at },
          }),
        ),
      ]);
      // Each is written before it counts the others, so that two at once are never one too many.
      const { Count = 0 } = await client().send(
        new QueryCommand({
          TableName: TableName(),
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
          FilterExpression: 'expires_at > :now',
          ExpressionAttributeValues: {
            ':pk': `${institution}#channels`,
            ':prefix': `${channel}#connection#`,
            ':now': Math.floor(now / 1000),
          },
          ConsistentRead: true,
          Select: 'COUNT',
        }),
      );
      if (Count <= most) return true;
      await remove(connection);
      return false;
    },

    async find(id) {
      const { Item } = await client().send(
        new GetCommand({ TableName: TableName(), Key: keyOf(id), ConsistentRead: true }),
      );
      if (Item === undefined) return undefined;
      const { institution, channel: channelId, call: key } = connectionItem.parse(Item);
      return { id, institution, channelId, key };
    },

    remove,
  };
}
