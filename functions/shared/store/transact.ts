import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { DependencyFailure } from '../domain/dependency-failure.ts';
import { unavailable } from '../domain/errors.ts';
import { cancellationReasons } from './dynamodb.ts';

export type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** How a write that met another one waits; handed in so that a test does not. */
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

/**
 * Reasons that pass by themselves. All but the last are inside a cancelled transaction, where the SDK does not look;
 * the last is DynamoDB's answer to a repeat of what it is still at.
 */
const PASSING = [
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
  'TransactionInProgressException',
];
/** Reasons by which the transaction itself is wrong: a fault of the code. */
const FAULTS = ['ValidationError', 'ItemCollectionSizeLimitExceeded', 'DuplicateItem'];
/** The reason by which the function may not do what the transaction does. */
const DENIED = 'AccessDenied';

const TRANSACTION = { dependency: 'DynamoDB', operation: 'TransactWriteItems' };

/**
 * Writes all items or none. A transaction that another one or want of capacity got in the way of is sent again, and so
 * is one that DynamoDB is still at, since an answer was lost: always as the same transaction, so that it is done once.
 * A condition that is not met is final.
 * @returns undefined once written, else which conditions were not met, by their place
 * @throws {ParleyError} `temporarily_unavailable` after the last attempt, or where it is refused
 * @throws {Error} of the SDK for everything else
 */
export async function transact(
  client: DynamoDBDocumentClient,
  items: TransactItems,
  backoff: Backoff = JITTERED,
): Promise<boolean[] | undefined> {
  const command = { TransactItems: items, ClientRequestToken: randomUUID() };
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.send(new TransactWriteCommand(command));
      return undefined;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const reasons = cancellationReasons(error);
      if (reasons?.includes('ConditionalCheckFailed')) {
        return reasons.map((reason) => reason === 'ConditionalCheckFailed');
      }
      if (reasons?.some((reason) => FAULTS.includes(reason))) throw error;
      if (reasons?.includes(DENIED))
        throw unavailable(new DependencyFailure(TRANSACTION, true, error, DENIED));
      const passing = [...(reasons ?? []), error.name].find((name) => PASSING.includes(name));
      if (passing === undefined) throw error;
      if (attempt >= backoff.attempts) {
        throw unavailable(new DependencyFailure(TRANSACTION, false, error, passing));
      }
      await backoff.wait(attempt);
    }
  }
}
