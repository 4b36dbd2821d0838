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

/** Transient reasons. The SDK does not retry them, since they are inside a cancelled transaction. */
const PASSING = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];
/** DynamoDB's answer to a retry while the first attempt is still running. */
const STILL_AT_IT = 'TransactionInProgressException';
/** How often to retry then. The number is small because the SDK has already retried for seconds. */
const STILL_AT_IT_ATTEMPTS = 2;
/** Reasons that the transaction itself is invalid: a fault of the code. */
const FAULTS = ['ValidationError', 'ItemCollectionSizeLimitExceeded', 'DuplicateItem'];
/** The reason that the function lacks the permission. */
const DENIED = 'AccessDenied';

const TRANSACTION = { dependency: 'DynamoDB', operation: 'TransactWriteItems' };

/**
 * Writes all items or none. The transaction is retried after a conflict or throttling, and if DynamoDB is still
 * running it after a lost answer. Retries have the same token, so that it is applied once. A failed condition is
 * final.
 * @returns undefined if written, otherwise the failed conditions by position
 * @throws {ParleyError} `temporarily_unavailable` after the last attempt, or if it is refused
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
