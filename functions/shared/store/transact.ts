import { setTimeout as delay } from 'node:timers/promises';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unavailable } from '../domain/errors.ts';
import { cancellationReasons } from './dynamodb.ts';

export type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** How a transaction that met another one waits; handed in so that a test does not. */
export interface Backoff {
  /** Attempts in all. */
  attempts: number;
  /** Waits before the next attempt; `attempt` counts from 1. */
  wait(attempt: number): Promise<unknown>;
}

/** Up to 25, 50, 100, … milliseconds, so that those who met do not meet again; 1.5 seconds in all at most. */
export const JITTERED: Backoff = {
  attempts: 7,
  wait: (attempt) => delay(Math.random() * 25 * 2 ** (attempt - 1)),
};

/** What passes by itself. The SDK repeats none of it, since it is inside the reasons of a cancelled transaction. */
const PASSING = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

/**
 * Writes all items or none. A transaction that another one or want of capacity got in the way of is sent again;
 * a condition that is not met is final.
 * @returns undefined once written, else which conditions were not met, by their place
 * @throws {ParleyError} `temporarily_unavailable` after the last attempt
 * @throws {Error} of the SDK for everything else
 */
export async function transact(
  client: DynamoDBDocumentClient,
  items: TransactItems,
  backoff: Backoff = JITTERED,
): Promise<boolean[] | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.send(new TransactWriteCommand({ TransactItems: items }));
      return undefined;
    } catch (error) {
      const reasons = cancellationReasons(error);
      if (reasons?.includes('ConditionalCheckFailed')) {
        return reasons.map((reason) => reason === 'ConditionalCheckFailed');
      }
      const passes = reasons?.some((reason) => PASSING.includes(reason));
      if (!passes) throw error;
      if (attempt >= backoff.attempts) throw unavailable(error);
      await backoff.wait(attempt);
    }
  }
}
