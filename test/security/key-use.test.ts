import { beforeAll, expect, test } from 'vitest';
import { createKeysList } from '../../functions/keys-list/handler.ts';
import type { AccessRecords } from '../../functions/shared/domain/credentials/access-records.ts';
import type { Principal } from '../../functions/shared/domain/credentials/principal.ts';
import { createAccessRecords } from '../../functions/shared/store/access-records.ts';
import { createKeyStore } from '../../functions/shared/store/credentials-keys.ts';
import { addTenant, keyEndpoints } from '../support/keys.ts';
import { call } from '../support/requests.ts';
import { useCountedDynamoDb } from '../support/wire.ts';

const store = useCountedDynamoDb();
let now = Date.UTC(2030, 0, 1, 0, 0, 30);
const keys = keyEndpoints(store.uncounted, () => now);
let acme: Principal;

beforeAll(async () => {
  acme = await addTenant(store.uncounted, 'acme');
});

/** Creates a list endpoint with no memory, like a new process. */
const newList = (records: AccessRecords = createAccessRecords(store.client)) =>
  createKeysList({ keys: createKeyStore(store.client), now: () => now, records });

async function newKey() {
  const { id, key } = (await keys.create(acme, { name: 'k' })).body;
  const principal = await keys.resolve(key);
  if (principal === undefined) throw new Error('the new key is refused');
  return { id, principal };
}

const lastUsed = async (wanted: string) =>
  (await keys.list(acme)).body.tokens.find(({ id }: { id: string }) => id === wanted)?.last_used_at;

test('the minute of the last use is listed, and written at most once a minute', async () => {
  const { id, principal } = await newKey();
  const list = newList();
  expect(await lastUsed(id)).toBeUndefined();
  await call(list, { principal });
  expect(store.operations.toSorted()).toEqual(['Query', 'UpdateItem']);
  expect(await lastUsed(id)).toBe('2030-01-01T00:00:00.000Z');
  now += 29_999;
  await call(list, { principal });
  expect(store.operations.filter((name) => name === 'UpdateItem')).toHaveLength(1);
  now += 1;
  await call(list, { principal });
  expect(store.operations.filter((name) => name === 'UpdateItem')).toHaveLength(2);
  expect(await lastUsed(id)).toBe('2030-01-01T00:01:00.000Z');
});

test('another process does not write the same minute or an earlier one', async () => {
  const { id, principal } = await newKey();
  await call(newList(), { principal });
  const noted = await lastUsed(id);
  now -= 60_000;
  await call(newList(), { principal });
  now += 60_000;
  expect(await lastUsed(id)).toBe(noted);
});

test('a token records no use', async () => {
  await call(newList(), { principal: acme });
  expect(store.operations).toEqual(['Query']);
});

test('the note is sent before the work and does not delay it, but the answer waits for the note', async () => {
  const { principal } = await newKey();
  const order: string[] = [];
  const written = Promise.withResolvers<void>();
  const records: AccessRecords = {
    record: async () => undefined,
    keyUsed: () => {
      order.push('note');
      return written.promise;
    },
  };
  const store = createKeyStore();
  const worked = Promise.withResolvers<void>();
  const list = createKeysList({
    keys: {
      ...store,
      async list() {
        order.push('work');
        worked.resolve();
        return [];
      },
    },
    now: () => now,
    records,
  });
  const answer = call(list, { principal }).then(() => order.push('answer'));
  await worked.promise;
  expect(order).toEqual(['note', 'work']);
  written.resolve();
  await answer;
  expect(order).toEqual(['note', 'work', 'answer']);
});

test('a note that cannot be written changes no answer, and is tried again', async () => {
  const { principal } = await newKey();
  let tries = 0;
  const list = newList({
    record: async () => undefined,
    keyUsed: () => {
      tries += 1;
      return Promise.reject(new Error('down'));
    },
  });
  for (let count = 0; count < 2; count += 1)
    expect(await call(list, { principal })).toMatchObject({ status: 200 });
  expect(tries).toBe(2);
});

test('a key that is deleted during its use stays deleted', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, newKey));
  await Promise.all(
    made.flatMap(({ id, principal }) => [call(newList(), { principal }), keys.remove(acme, id)]),
  );
  const left = (await keys.list(acme)).body.tokens.map(({ id }: { id: string }) => id);
  expect(made.filter(({ id }) => left.includes(id))).toEqual([]);
});
