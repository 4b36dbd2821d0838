import { randomUUID } from 'node:crypto';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { DependencyFailure } from '../domain/dependency-failure.ts';
import { unavailable } from '../domain/errors.ts';
import { type Backoff, JITTERED } from './backoff.ts';
import { cancellationReasons } from './dynamodb.ts';

export type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** Reasons that pass by themselves. The SDK repeats none of them, since they are inside a cancelled transaction. */
const PASSING = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];
/** DynamoDB's answer to a repeat of what it is still at. */
const STILL_AT_IT = 'TransactionInProgressException';
/** It is asked for again so often: not more, since the SDK has waited for seconds and repeated it each time. */
const STILL_AT_IT_ATTEMPTS = 2;
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
  let stillAtIt = 0;
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
      const isStillAtIt = error.name === STILL_AT_IT;
      const passing = isStillAtIt ? STILL_AT_IT : reasons?.find((reason) => PASSING.includes(reason));
      if (passing === undefined) throw error;
      stillAtIt += isStillAtIt ? 1 : 0;
      if (attempt >= backoff.attempts || stillAtIt >= STILL_AT_IT_ATTEMPTS) {
        throw unavailable(new DependencyFailure(TRANSACTION, false, error, passing));
      }
      await backoff.wait(attempt);
    }
  }
}
