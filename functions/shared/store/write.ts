import {
  BatchWriteCommand,
  type BatchWriteCommandInput,
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { DependencyFailure } from '../domain/dependency-failure.ts';
import { unavailable } from '../domain/errors.ts';
import { type Backoff, JITTERED } from './backoff.ts';
import { isConditionFailed } from './dynamodb.ts';

/** A write of one item. */
export type Write = PutCommand | UpdateCommand | DeleteCommand;

/** DynamoDB's names of the operations. */
const OPERATIONS = new Map<unknown, string>([
  [PutCommand, 'PutItem'],
  [UpdateCommand, 'UpdateItem'],
  [DeleteCommand, 'DeleteItem'],
]);

/**
 * Writes one item. A write that conflicts with a transaction is retried.
 * @param refusal gets the item for which the condition failed, if the command asks for it
 * @returns false if its condition failed
 * @throws {ParleyError} `temporarily_unavailable` after the last attempt
 * @throws {Error} of the SDK for everything else
 */
export async function write(
  client: DynamoDBDocumentClient,
  command: Write,
  { attempts, wait }: Backoff = JITTERED,
  refusal?: { item?: unknown },
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.send(command as PutCommand);
      return true;
    } catch (error) {
      if (isConditionFailed(error)) {
        if (refusal !== undefined) refusal.item = (error as { Item?: unknown }).Item;
        return false;
      }
      if (!metTransaction(error)) throw error;
      if (attempt >= attempts) {
        const operation = OPERATIONS.get(command.constructor) ?? '';
        throw unavailable(new DependencyFailure({ dependency: 'DynamoDB', operation }, false, error));
      }
      await wait(attempt);
    }
  }
}

/** The writes of a batch by table. */
export type BatchWrites = NonNullable<BatchWriteCommandInput['RequestItems']>;

const BATCH = { dependency: 'DynamoDB', operation: 'BatchWriteItem' };

/**
 * Writes the items of a batch, each independently. Unprocessed items are retried, and so is a batch that conflicts with
 * a transaction.
 * @throws {ParleyError} `temporarily_unavailable` if items stay unprocessed
 */
export async function writeBatch(
  client: DynamoDBDocumentClient,
  writes: BatchWrites,
  { attempts, wait }: Backoff = JITTERED,
): Promise<void> {
  let pending = writes;
  for (let attempt = 1; ; attempt += 1) {
    pending = await leftOver(client, pending);
    if (Object.keys(pending).length === 0) return;
    if (attempt >= attempts) {
      const cause = new Error('DynamoDB left items of a batch unprocessed');
      throw unavailable(new DependencyFailure(BATCH, false, cause, 'UnprocessedItems'));
    }
    await wait(attempt);
  }
}

async function leftOver(client: DynamoDBDocumentClient, writes: BatchWrites): Promise<BatchWrites> {
  try {
    const { UnprocessedItems = {} } = await client.send(new BatchWriteCommand({ RequestItems: writes }));
    return UnprocessedItems;
  } catch (error) {
    if (metTransaction(error)) return writes;
    throw error;
  }
}

const metTransaction = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'TransactionConflictException';
