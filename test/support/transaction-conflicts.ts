import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

interface Operation {
  TableName?: string;
  Key?: Record<string, unknown>;
  Item?: Record<string, unknown>;
}

interface Input extends Operation {
  TransactItems?: Record<string, Operation>[];
}

/** The key attributes of our tables. */
const KEYS = ['pk', 'sk'];

const itemOf = ({ TableName = '', Key, Item }: Operation): string => {
  const attributes = Key ?? Item ?? {};
  return JSON.stringify([TableName, ...KEYS.map((name) => attributes[name])]);
};

/**
 * Adds DynamoDB's transaction conflicts to a store that runs transactions one after another. The rules are from
 * "Transaction conflict handling in DynamoDB" in the Developer Guide:
 *
 * - a transaction is cancelled with `TransactionConflict` if one of its items is in another transaction in progress,
 *   whatever either does with it: a ConditionCheck counts like a Put;
 * - a single write of such an item is refused with `TransactionConflictException`;
 * - reads outside transactions, including BatchGetItem, never conflict.
 *
 * In progress means from when the client sends it until it has the answer, which is longer than in DynamoDB: what does
 * not conflict here does not conflict there.
 * @returns the conflicts, by item
 */
export function withTransactionConflicts(client: DynamoDBDocumentClient): { met: string[] } {
  const underWay = new Set<string>();
  const met: string[] = [];
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (command) => {
        const input = command.input as Input;
        const items = input.TransactItems?.flatMap((item) => Object.values(item)).map(itemOf);
        if (items === undefined) {
          const writes = ['PutItemCommand', 'UpdateItemCommand', 'DeleteItemCommand'].includes(commandName);
          if (writes && underWay.has(itemOf(input))) {
            met.push(itemOf(input));
            throw new TransactionConflictException({ message: 'conflict', $metadata: {} });
          }
          return next(command);
        }
        const conflicts = items.filter((item) => underWay.has(item));
        if (conflicts.length > 0) {
          met.push(...conflicts);
          throw new TransactionCanceledException({
            message: 'conflict',
            $metadata: {},
            CancellationReasons: items.map((item) => ({
              Code: conflicts.includes(item) ? 'TransactionConflict' : 'None',
            })),
          });
        }
        for (const item of items) underWay.add(item);
        try {
          return await next(command);
        } finally {
          for (const item of items) underWay.delete(item);
        }
      },
    { step: 'initialize', priority: 'low' },
  );
  return { met };
}
