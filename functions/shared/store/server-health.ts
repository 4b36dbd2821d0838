import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { toSeconds } from '../domain/clock.ts';
import {
  type ServerHealth,
  type ServerHealthStore,
  type ServerId,
  WINDOW_MS,
} from '../domain/institutions/server-health.ts';
import { throttleKey } from '../domain/sign-in/throttle.ts';
import { documentClient, isConditionFailed } from './dynamodb.ts';
import { setting } from './environment.ts';

/** How long a server's health is stored after its last update. */
const KEPT_MS = 600_000;

/** How often a process looks for the window in which other processes count. */
const REPORT_ATTEMPTS = 3;

const healthItem = z.object({
  window: z._default(z.number(), 0),
  failed: z._default(z.number(), 0),
  answered: z._default(z.number(), 0),
  slow: z._default(z.number(), 0),
  open_until: z.optional(z.number()),
  openings: z._default(z.number(), 0),
});

/** Health of business-logic servers in DynamoDB, in the table Throttle (docs/STORAGE.md). */
export function createServerHealth(client: () => DynamoDBDocumentClient = documentClient): ServerHealthStore {
  const addressOf = ({ institution, address }: ServerId) => ({
    TableName: setting('THROTTLE_TABLE'),
    Key: { pk: throttleKey('server', institution, address) },
  });

  /** @returns the item after the update; undefined if its condition failed */
  async function update(
    server: ServerId,
    UpdateExpression: string,
    ConditionExpression: string,
    values: Record<string, number>,
  ): Promise<ServerHealth | undefined> {
    const command = new UpdateCommand({
      ...addressOf(server),
      UpdateExpression,
      ConditionExpression,
      ExpressionAttributeNames: UpdateExpression.includes('#window') ? { '#window': 'window' } : undefined,
      ExpressionAttributeValues: Object.fromEntries(
        Object.entries(values).map(([name, value]) => [`:${name}`, value]),
      ),
      ReturnValues: 'ALL_NEW',
    });
    try {
      const { Attributes } = await client().send(command);
      return readHealth(Attributes);
    } catch (error) {
      if (isConditionFailed(error)) return undefined;
      throw error;
    }
  }

  return {
    async read(server) {
      const { Item } = await client().send(new GetCommand(addressOf(server)));
      return Item && readHealth(Item);
    },

    async report(server, windowBeginsAt, { failed = 0, answered = 0, slow = 0 }) {
      const expires = toSeconds(windowBeginsAt + WINDOW_MS + KEPT_MS);
      const values = { window: windowBeginsAt, failed, answered, slow, expires };
      const add =
        'SET #window = :window, expires_at = :expires ADD failed :failed, answered :answered, slow :slow';
      const begin =
        'SET #window = :window, expires_at = :expires, failed = :failed, answered = :answered, slow = :slow';
      for (let attempt = 1; ; attempt += 1) {
        const added =
          (await update(server, add, '#window = :window', values)) ??
          (await update(server, begin, 'attribute_not_exists(#window) OR #window < :window', values));
        if (added !== undefined) return added;
        if (attempt === REPORT_ATTEMPTS) throw new Error('other processes count in another window');
        // Another process has begun the window meanwhile, or its clock is ahead: use its window.
        const { Item } = await client().send(new GetCommand({ ...addressOf(server), ConsistentRead: true }));
        values.window = Item === undefined ? windowBeginsAt : readHealth(Item).windowBeginsAt;
      }
    },

    async open(server, until, openings, seen) {
      const expires = toSeconds(until + KEPT_MS);
      const opened = await update(
        server,
        'SET open_until = :until, openings = :openings, expires_at = :expires',
        seen === undefined ? 'attribute_not_exists(open_until)' : 'open_until = :seen',
        { until, openings, expires, ...(seen !== undefined && { seen }) },
      );
      return opened !== undefined;
    },

    async close(server, seen) {
      await update(
        server,
        'SET failed = :none, answered = :none, slow = :none, openings = :none REMOVE open_until',
        'open_until = :seen',
        { seen, none: 0 },
      );
    },
  };
}

function readHealth(item: unknown): ServerHealth {
  const { window, open_until, ...counts } = healthItem.parse(item);
  return { windowBeginsAt: window, ...counts, ...(open_until !== undefined && { openUntil: open_until }) };
}
