import { setTimeout as delay } from 'node:timers/promises';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { toSeconds } from '../domain/clock.ts';
import {
  type FailureRecord,
  type FailureStore,
  FORGOTTEN_AFTER_MS,
  type ThrottleKeys,
  type ThrottleState,
  type ThrottleSuccess,
  TRUSTED_FOR_MS,
} from '../domain/throttle.ts';
import { batchGet, type ItemAddress } from './batch-get.ts';
import { documentClient, isConditionFailed } from './dynamodb.ts';
import { setting } from './environment.ts';

/** Failed sign-ins in DynamoDB. Adding is atomic, so none is lost among many at once. */
export function createFailureStore(client: () => DynamoDBDocumentClient = documentClient): FailureStore {
  return {
    async recordFailure(keys, now) {
      const records = keys.flatMap(({ source, account }) => [source, account]);
      await Promise.all(records.map((pk) => countFailure(client(), pk, now)));
    },
  };
}

const ADD = {
  UpdateExpression: 'SET last_failed_at = :now, expires_at = :expires ADD failures :one',
  ConditionExpression: 'attribute_not_exists(last_failed_at) OR last_failed_at > :forgotten',
};
const BEGIN = {
  UpdateExpression: 'SET last_failed_at = :now, expires_at = :expires, failures = :one',
  ConditionExpression: 'last_failed_at <= :forgotten',
};
const ATTEMPTS = 8;

/** Adds to a count that is still remembered, or begins a new one: exactly one of the conditions holds. */
async function countFailure(client: DynamoDBDocumentClient, pk: string, now: number): Promise<void> {
  let expressions = ADD;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.send(
        new UpdateCommand({
          TableName: setting('THROTTLE_TABLE'),
          Key: { pk },
          ...expressions,
          ExpressionAttributeValues: {
            ':now': now,
            ':one': 1,
            ':expires': expiry(now),
            ':forgotten': now - FORGOTTEN_AFTER_MS,
          },
        }),
      );
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      if (isConditionFailed(error)) expressions = expressions === ADD ? BEGIN : ADD;
      // A token that is being issued holds the record for a moment.
      else if (isTransactionConflict(error)) await delay(Math.random() * 50 * attempt);
      else throw error;
    }
  }
}

const isTransactionConflict = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TransactionConflictException';

/** A part of the transaction that issues a token: failures are forgotten, and the address is trusted. */
export const recordSuccess = ({ key, failuresSeen, trusts }: ThrottleSuccess, now: number) => ({
  Update: {
    TableName: setting('THROTTLE_TABLE'),
    Key: { pk: key },
    UpdateExpression: `SET failures = :none, expires_at = :expires${trusts ? ', signed_in_at = :now' : ''}`,
    ...(failuresSeen === undefined
      ? {}
      : { ConditionExpression: 'attribute_not_exists(failures) OR failures = :seen' }),
    ExpressionAttributeValues: {
      ':none': 0,
      ':expires': expiry(now),
      ...(trusts ? { ':now': now } : {}),
      ...(failuresSeen === undefined ? {} : { ':seen': failuresSeen }),
    },
  },
});

const failureItem = z.object({
  failures: z.number(),
  last_failed_at: z.optional(z.number()),
  signed_in_at: z.optional(z.number()),
});

function readFailures(item: unknown): FailureRecord | undefined {
  if (item === undefined) return undefined;
  const { failures, last_failed_at, signed_in_at } = failureItem.parse(item);
  return {
    failures,
    lastFailedAt: last_failed_at ?? 0,
    ...(signed_in_at === undefined ? {} : { signedInAt: signed_in_at }),
  };
}

/** Kept as long as anything in it can matter: trust lasts longer than failures do. */
const expiry = (now: number): number => toSeconds(now + Math.max(TRUSTED_FOR_MS, FORGOTTEN_AFTER_MS));

/** Reads throttle records, and whatever else is asked for, in one batch. */
export async function readWithThrottle(
  client: DynamoDBDocumentClient,
  keys: readonly ThrottleKeys[],
  others: readonly ItemAddress[],
): Promise<[ThrottleState[], ...(Record<string, unknown> | undefined)[]]> {
  const table = setting('THROTTLE_TABLE');
  const records = keys.flatMap(({ source, account }) => [source, account]);
  const addresses = records.map((pk) => ({ table, key: { pk } }));
  const items = await batchGet(client, [...addresses, ...others]);
  const states = keys.map((_, index) => ({
    source: readFailures(items[2 * index]),
    account: readFailures(items[2 * index + 1]),
  }));
  return [states, ...items.slice(records.length)];
}
