import { setTimeout as delay } from 'node:timers/promises';
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

/** Calls that came this short a time ago may still leave, and how often and how long they are waited for. */
const RECENT_SECONDS = 2;
const MOST_WAITS = 4;
const WAIT_MS = 100;

const countedItem = z.object({ call: z.string(), expires_at: z.number() });
const connectionItem = z.object({ institution: z.string(), channel: z.string(), call: z.string() });

/** Open connections in the conversations table; docs/STORAGE.md describes the items. */
export function createConnectionStore(
  client: () => DynamoDBDocumentClient = documentClient,
  pause: (ms: number) => Promise<unknown> = delay,
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

  async function store(connection: Connection, now: number): Promise<void> {
    const { institution, channelId: channel, key: call } = connection;
    const expires_at = Math.ceil(now / 1000) + CONNECTION_SECONDS;
    const items = [
      { ...placeOf(connection), call, expires_at },
      { ...keyOf(connection.id), institution, channel, call, expires_at },
    ];
    // One after the other, so that none is still written while both are removed.
    for (const Item of items) await write(client(), new PutCommand({ TableName: TableName(), Item }));
  }

  /**
   * The calls that have connections, and when the latest of each expires: one of a call that was lost may not be closed
   * yet when the next is opened.
   */
  async function callsOf({ institution, channelId }: Connection, now: number): Promise<Map<string, number>> {
    const { Items = [] } = await client().send(
      new QueryCommand({
        TableName: TableName(),
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        FilterExpression: 'expires_at > :now',
        ExpressionAttributeNames: { '#call': 'call' },
        ExpressionAttributeValues: {
          ':pk': `${institution}#channels`,
          ':prefix': `${channelId}#connection#`,
          ':now': Math.floor(now / 1000),
        },
        ConsistentRead: true,
        ProjectionExpression: '#call, expires_at',
      }),
    );
    const calls = new Map<string, number>();
    for (const item of Items) {
      const { call, expires_at: expiresAt } = countedItem.parse(item);
      calls.set(call, Math.max(expiresAt, calls.get(call) ?? 0));
    }
    return calls;
  }

  /**
   * True if there is place for a connection that is stored. Of calls that come at once for the last places, those that
   * sort first wait until the others have left, so that not all are refused.
   */
  async function hasPlace(connection: Connection, most: number, now: number): Promise<boolean> {
    for (let attempts = 0; attempts < MOST_WAITS; attempts += 1) {
      const calls = await callsOf(connection, now);
      if (calls.size <= most) return true;
      const isRecent = (expiresAt: number) => expiresAt > now / 1000 + CONNECTION_SECONDS - RECENT_SECONDS;
      const recent = [...calls].filter(([, expiresAt]) => isRecent(expiresAt)).map(([call]) => call);
      const rank = recent.toSorted().indexOf(connection.key);
      if (calls.size - recent.length + rank >= most) return false;
      await pause(WAIT_MS);
    }
    return false;
  }

  return {
    async add(connection, { most, now }) {
      let isAdded = false;
      try {
        await store(connection, now);
        // Each is written before it counts the others, so that two at once are never one too many.
        isAdded = await hasPlace(connection, most, now);
      } finally {
        // The gateway tells no end of a connection that it did not open.
        if (!isAdded) await remove(connection);
      }
      return isAdded;
    },

    async find(id) {
      const { Item } = await client().send(
        new GetCommand({ TableName: TableName(), Key: keyOf(id), ConsistentRead: true }),
      );
      if (Item === undefined) return undefined;
      const { institution, channel: channelId, call: key } = connectionItem.parse(Item);
      return { id, institution, channelId, key };
    },

    hold: store,
    remove,
  };
}
