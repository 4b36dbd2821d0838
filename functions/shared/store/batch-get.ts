import { BatchGetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DependencyFailure } from '../domain/dependency-failure.ts';
import { unavailable } from '../domain/errors.ts';
import { type Backoff, JITTERED } from './backoff.ts';

type Item = Record<string, unknown>;

/** An item's table and complete key. */
export interface ItemAddress {
  table: string;
  key: Readonly<Record<string, string>>;
}

const BATCH = { dependency: 'DynamoDB', operation: 'BatchGetItem' };

/**
 * Reads items of any tables in one strongly consistent round trip, without duplicates, and returns them in the order of
 * the addresses. Keys that DynamoDB leaves unprocessed are requested again.
 * @throws {ParleyError} `temporarily_unavailable` if keys stay unprocessed
 */
export async function batchGet(
  client: DynamoDBDocumentClient,
  addresses: readonly ItemAddress[],
  { attempts, wait }: Backoff = JITTERED,
): Promise<(Item | undefined)[]> {
  const items = new Map<ItemAddress, Item>();
  let pending = addresses;
  for (let attempt = 1; pending.length > 0; attempt += 1) {
    if (attempt > attempts) throw failure('DynamoDB left keys of a batch unprocessed', 'UnprocessedKeys');
    if (attempt > 1) await wait(attempt - 1);
    const { Responses, UnprocessedKeys = {} } = await client.send(
      new BatchGetCommand({ RequestItems: requestItems(pending) }),
    );
    if (Responses === undefined) throw failure('DynamoDB answered a batch without items', 'NoResponses');
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

const failure = (message: string, name: string): Error =>
  unavailable(new DependencyFailure(BATCH, false, new Error(message), name));

function requestItems(addresses: readonly ItemAddress[]) {
  const tables = new Set(addresses.map(({ table }) => table));
  const keysOf = (name: string) => addresses.filter(({ table }) => table === name).map(({ key }) => key);
  return Object.fromEntries(
    [...tables].map((table) => [table, { Keys: keysOf(table), ConsistentRead: true }]),
  );
}

const hasKey = (item: Item, { key }: ItemAddress): boolean =>
  Object.entries(key).every(([name, value]) => item[name] === value);
