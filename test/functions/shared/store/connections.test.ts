import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { createConnectionStore } from '../../../../functions/shared/store/connections.ts';
import { useDynamoDb } from '../../../support/dynamodb.ts';

const store = useDynamoDb();
const connections = createConnectionStore(store.client);
const NOW = Date.parse('2026-01-31T12:00:00Z');

const connection = (channelId: string, id: string, key = id) => ({ institution: 'bank', channelId, key, id });
const add = (added: ReturnType<typeof connection>, most: number) =>
  connections.add(added, { most, now: NOW });
const isKept = async (id: string) => (await connections.find(id)) !== undefined;

test('a channel has at most its limit of calls, and a closed connection frees its place', async () => {
  expect(await add(connection('a', 'a1'), 2)).toBe(true);
  expect(await add(connection('a', 'a2'), 2)).toBe(true);
  expect(await add(connection('a', 'a3'), 2)).toBe(false);
  expect(await isKept('a3')).toBe(false);
  await connections.remove(connection('a', 'a1'));
  expect(await add(connection('a', 'a3'), 2)).toBe(true);
});

test('one of several simultaneous calls gets the last place', async () => {
  for (let round = 0; round < 5; round += 1) {
    const channel = `last-${round}`;
    await add(connection(channel, `${channel}-held`), 2);
    // All within the two seconds in which a new call may still give up its place.
    const ids = ['x', 'y', 'z'].map((id) => `${channel}-${id}`);
    const added = await Promise.all(
      ids.map((id) => connections.add(connection(channel, id), { most: 2, now: NOW + 10_000 })),
    );
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await Promise.all(ids.map(isKept))).toEqual(added);
  }
});

test('a call whose lost connection is not closed yet takes only one place', async () => {
  expect(await add(connection('b', 'b1', 'call'), 1)).toBe(true);
  expect(await add(connection('b', 'b2', 'call'), 1)).toBe(true);
  expect(await add(connection('b', 'b3', 'another'), 1)).toBe(false);
  expect(await isKept('b2')).toBe(true);
});

test('a connection that could not be counted or stored keeps no place', async () => {
  for (const failing of [QueryCommand, PutCommand]) {
    const client = store.client();
    let failures = 0;
    const broken = createConnectionStore(
      () =>
        new Proxy(client, {
          get: (target, name) =>
            name === 'send'
              ? async (command: PutCommand) => {
                  const isLast = failing === QueryCommand || command.input.Item?.sk === 'connection';
                  if (!(command instanceof failing) || !isLast) return target.send(command);
                  failures += 1;
                  throw Object.assign(new Error('down'), { name: 'ValidationException' });
                }
              : Reflect.get(target, name),
        }),
    );
    const lost = connection('c', `c-${failing.name}`);
    await expect(broken.add(lost, { most: 1, now: NOW })).rejects.toThrow();
    expect(failures).toBeGreaterThan(0);
    expect(await isKept(lost.id)).toBe(false);
    expect(await add(connection('c', 'next'), 1)).toBe(true);
    await connections.remove(connection('c', 'next'));
  }
});
