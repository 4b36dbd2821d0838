import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import { connect } from '../../functions/shared/store/dynamodb.ts';
import { createTables, tableEnvironment } from '../../local/create-tables.ts';
import { type LocalDynamoDb, startDynamoDb } from '../../local/dynamodb.ts';

/** On a busy machine an attempt may take long, and one that is made again counts twice. */
export const PATIENT = { attemptMs: 30_000 };

/**
 * Gives a test file a DynamoDB of its own with every table, and points the environment at it as a function's
 * deployment would. Call it once at the top of the file; use the client inside tests.
 */
export function useDynamoDb(): { client: () => DynamoDBDocumentClient; endpoint: () => string } {
  let server: LocalDynamoDb | undefined;
  let client: DynamoDBDocumentClient | undefined;
  beforeAll(async () => {
    server = await startDynamoDb();
    client = connect(server.endpoint, PATIENT);
    await createTables(client);
    Object.assign(process.env, tableEnvironment(), { DYNAMODB_ENDPOINT: server.endpoint });
  });
  afterAll(async () => {
    client?.destroy();
    await server?.stop();
  });
  const started = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Error('the store is up only inside tests and hooks');
    return value;
  };
  return { client: () => started(client), endpoint: () => started(server).endpoint };
}
