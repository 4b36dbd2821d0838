import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ATTEMPTS, CONNECTION_MS, type Deadlines, withDeadlines } from './deadlines.ts';
import { localService } from './endpoint.ts';
import { optionalSetting } from './environment.ts';

let shared: DynamoDBDocumentClient | undefined;

/**
 * The one client of a function's process, made on first use so that importing a store costs nothing.
 * `DYNAMODB_ENDPOINT` points it at another implementation of the protocol.
 */
export function documentClient(): DynamoDBDocumentClient {
  shared ??= connect(optionalSetting('DYNAMODB_ENDPOINT'));
  return shared;
}

/** A client of its own, whose calls end in time; `endpoint` names another implementation, as `localService` reads it. */
export function connect(
  endpoint?: string,
  deadlines: Pick<Deadlines, 'attemptMs'> = {},
): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    requestHandler: { connectionTimeout: CONNECTION_MS },
    maxAttempts: ATTEMPTS,
    ...(endpoint === undefined ? {} : localService(endpoint)),
  });
  return DynamoDBDocumentClient.from(withDeadlines(client, { ...deadlines, neverEmpty: true }), {
    marshallOptions: { removeUndefinedValues: true },
  });
}

/** True where a condition on a single write was not met. */
export const isConditionFailed = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';

/**
 * The reasons why a transaction was cancelled, one per operation in order (`None`, `ConditionalCheckFailed`,
 * `TransactionConflict`, …), or undefined where the error is another.
 */
export function cancellationReasons(error: unknown): string[] | undefined {
  if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') return undefined;
  const reasons = 'CancellationReasons' in error ? error.CancellationReasons : undefined;
  if (!Array.isArray(reasons)) return [];
  return reasons.map((reason: { Code?: string }) => reason.Code ?? 'None');
}
