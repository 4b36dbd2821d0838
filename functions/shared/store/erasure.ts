import { DeleteCommand, type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { ErasureStore } from '../domain/erasure.ts';

const keyItem = z.object({ pk: z.string() });

/**
 * Looks through the whole table of sessions: an erasure is rare and the table holds minutes, so that no query
 * pays for an index.
 */
export const erasureStore = (client: DynamoDBDocumentClient, TableName: string): ErasureStore => ({
  async erase(person) {
    const pages = paginateScan(
      { client },
      {
        TableName,
        FilterExpression: 'contains(people, :person)',
        ProjectionExpression: 'pk',
        ExpressionAttributeValues: { ':person': person },
        ConsistentRead: true,
      },
    );
    let erased = 0;
    for await (const { Items } of pages) {
      for (const item of Items ?? []) {
        const { pk } = keyItem.parse(item);
        await client.send(new DeleteCommand({ TableName, Key: { pk } }));
        erased += 1;
      }
    }
    return erased;
  },
});
