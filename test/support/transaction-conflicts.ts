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

/** The attributes that are keys of our tables. */
const KEYS = ['pk', 'sk'];

const itemOf = ({ TableName = '', Key, Item }: Operation): string => {
  const attributes = Key ?? Item ?? {};
  return JSON.stringify([TableName, ...KEYS.map((name) => attributes[name])]);
};

/**
 * A model of how DynamoDB's transactions get in each other's way, before a store that runs them one after the other.
 * Its rules, of "Transaction conflict handling in DynamoDB" in the Developer Guide:
 *
 * - a transaction is cancelled with `TransactionConflict` where an item of it is in another one that is under way,
 *   whatever either does with it: a ConditionCheck counts as a Put does;
 * - a single write of such an item is refused with `TransactionConflictException`;
 * - reads that are no transactions, a BatchGetItem among them, meet no transaction.
 *
 * Under way is from when the client sends it until it has the answer, which is longer than in DynamoDB: what meets
 * nothing here meets nothing there.
 * @returns what met, by item
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
