import { connect } from '../../functions/shared/store/dynamodb.ts';

/** Creates a DynamoDB client that adds up the capacity that its requests use, and the items that they read. */
export function meteredClient() {
  const client = connect(process.env.DYNAMODB_ENDPOINT);
  const used = { units: 0, items: 0 };
  client.middlewareStack.add(
    (next) => async (command) => {
      Object.assign(command.input, { ReturnConsumedCapacity: 'TOTAL' });
      const answer = await next(command);
      const { ConsumedCapacity, ScannedCount = 0 } = answer.output as {
        ConsumedCapacity?: { CapacityUnits?: number };
        ScannedCount?: number;
      };
      used.units += ConsumedCapacity?.CapacityUnits ?? 0;
      used.items += ScannedCount;
      return answer;
    },
    { step: 'initialize', priority: 'low' },
  );
  return { client, used };
}
