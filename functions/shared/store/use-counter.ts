import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { toSeconds } from '../domain/clock.ts';
import type { UseCounter } from '../domain/institutions/allowance.ts';
import { throttleKey } from '../domain/sign-in/throttle.ts';
import { documentClient, isConditionFailed } from './dynamodb.ts';
import { setting } from './environment.ts';

/** How long a count is kept after its window, for processes whose clocks are behind. */
const KEPT_MS = 60_000;

const writtenItem = z.object({ uses: z.number() });

/**
 * Counts the uses of institutions by window in DynamoDB, with one conditional write of an item that no transaction
 * touches.
 */
export const createUseCounter = (client: () => DynamoDBDocumentClient = documentClient): UseCounter => ({
  async take({ institution, counted, beginsAt, windowMs }, uses, most) {
    const pk = throttleKey('uses', institution, counted, String(windowMs), String(beginsAt));
    const update = new UpdateCommand({
      TableName: setting('THROTTLE_TABLE'),
      Key: { pk },
      UpdateExpression: 'ADD uses :uses SET expires_at = :expires',
      ConditionExpression: 'attribute_not_exists(uses) OR uses <= :room',
      ExpressionAttributeValues: {
        ':uses': uses,
        ':room': most - uses,
        ':expires': toSeconds(beginsAt + windowMs + KEPT_MS),
      },
      ReturnValues: 'UPDATED_NEW',
    });
    try {
      const { Attributes } = await client().send(update);
      return writtenItem.parse(Attributes).uses;
    } catch (error) {
      if (isConditionFailed(error)) return undefined;
      throw error;
    }
  },
});
