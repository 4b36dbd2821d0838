import { setTimeout as delay } from 'node:timers/promises';
import { BatchGetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { unavailable } from '../domain/errors.ts';

type Item = Record<string, unknown>;

/** One item: its table's name and its whole key. */
export interface ItemAddress {
  table: string;
  key: Readonly<Record<string, string>>;
}

const ATTEMPTS = 5;

/**
 * Reads items of any tables in one strongly consistent round trip, each once, and gives them in the order asked
 * for. What DynamoDB leaves over for want of capacity is asked for again.
 * @throws {ParleyError} `temporarily_unavailable` where something is left over every time
 */
export async function batchGet(
  client: DynamoDBDocumentClient,
  addresses: readonly ItemAddress[],
): Promise<(Item | undefined)[]> {
  const items = new Map<ItemAddress, Item>();
  let pending = addresses;
  for (let attempt = 1; pending.length > 0; attempt += 1) {
    if (attempt > ATTEMPTS) throw unavailable(new Error('DynamoDB left keys of a batch unprocessed'));
    if (attempt > 1) await delay(25 * 2 ** attempt * Math.random());
    const { Responses, UnprocessedKeys = {} } = await client.send(
      new BatchGetCommand({ RequestItems: requestItems(pending) }),
    );
    if (Responses === undefined) throw unavailable(new Error('DynamoDB answered a batch without items'));
    for (const address of pending) {
      const item = Responses[address.table]?.find((candidate) => hasKey(candidate, address));
      if (item !== undefined) items.set(address, item);
    }
    pending = pending.filter((address) =>
      UnprocessedKeys[address.table]?.Keys?.some((key) => hasKey(key, address)),
    );
  }
  return addresses.map((address) => items.get(address));
}

function requestItems(addresses: readonly ItemAddress[]) {
  const tables = new Set(addresses.map(({ table }) => table));
  const keysOf = (name: string) => addresses.filter(({ table }) => table === name).map(({ key }) => key);
  return Object.fromEntries(
    [...tables].map((table) => [table, { Keys: keysOf(table), ConsistentRead: true }]),
  );
}

const hasKey = (item: Item, { key }: ItemAddress): boolean =>
  Object.entries(key).every(([name, value]) => item[name] === value);
