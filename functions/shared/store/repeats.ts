import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { KeptAnswer, RepeatStore } from '../domain/repeats.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import type { TransactItems } from './transact.ts';

const item = z.object({
  pk: z.string(),
  fingerprint: z.string(),
  answer: z.instanceof(Uint8Array),
  ends_at: z.number(),
});

/** The table that stores answers to changes of application tokens. */
const credentials = () => setting('CREDENTIALS_TABLE');

/**
 * Stored answers to changes, by default of application tokens; docs/STORAGE.md describes the items.
 * @param table the table in which the change is made
 */
export function createRepeatStore(
  client: () => DynamoDBDocumentClient = documentClient,
  table: () => string = credentials,
): RepeatStore {
  return {
    async findAnswer(key) {
      const get = { TableName: table(), Key: { pk: key }, ConsistentRead: true };
      const { Item } = await client().send(new GetCommand(get));
      if (Item === undefined) return undefined;
      const { pk, fingerprint, answer, ends_at: endsAt } = item.parse(Item);
      return { key: pk, fingerprint, answer, endsAt };
    },
  };
}

/** Writes an answer in the transaction of its change; fails if an answer is already stored. */
export const answerItem = (
  { key, fingerprint, answer, endsAt }: KeptAnswer,
  now: number,
  TableName: string = credentials(),
): TransactItems[number] => ({
  Put: {
    TableName,
    Item: {
      pk: key,
      kind: 'repeat',
      fingerprint,
      answer,
      ends_at: endsAt,
      expires_at: Math.ceil(endsAt / 1000),
    },
    ConditionExpression: 'attribute_not_exists(pk) OR ends_at <= :now',
    ExpressionAttributeValues: { ':now': now },
  },
});
