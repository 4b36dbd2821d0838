import { randomUUID } from 'node:crypto';
import { type DynamoDBDocumentClient, GetCommand, type UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type {
  AttemptStore,
  Bucket,
  Reservation,
  SourceRecord,
} from '../../../../functions/shared/domain/sign-in/throttle.ts';
import {
  createAttemptStore,
  readBucket,
  readSourceRecord,
} from '../../../../functions/shared/store/throttle.ts';
import { useDynamoDb } from '../../../support/dynamodb.ts';
import { memoryAttempts } from '../../../support/memory-attempts.ts';

interface Attempts {
  store: AttemptStore;
  tally(key: string): Promise<SourceRecord | undefined>;
  bucket(key: string): Promise<Bucket | undefined>;
}

const database = useDynamoDb();

function durable(): Attempts {
  const item = async (pk: string) => {
    const command = new GetCommand({ TableName: process.env.THROTTLE_TABLE, Key: { pk } });
    return (await database.client().send(command)).Item;
  };
  return {
    store: createAttemptStore(database.client),
    tally: async (key) => readSourceRecord(await item(key)),
    bucket: async (key) => readBucket(await item(key)),
  };
}

function inMemory(): Attempts {
  const { store, tallies, buckets } = memoryAttempts();
  return { store, tally: async (key) => tallies.get(key), bucket: async (key) => buckets.get(key) };
}

const NOW = Date.UTC(2030, 0, 1);
const RATE = { atOnce: 3, everyMs: 10_000 };
const none: Reservation = { tallies: [], buckets: [] };

describe.each([
  ['DynamoDB', durable],
  ['memory', inMemory],
])('counted attempts in %s', (_, open) => {
  let attempts: Attempts;
  let key = '';
  let other = '';
  beforeEach(() => {
    attempts = open();
    [key, other] = [randomUUID(), randomUUID()];
  });
  const reserve = (reservation: Partial<Reservation>, now = NOW) =>
    attempts.store.reserve({ ...none, ...reservation }, now);
  const count = (step: Omit<Reservation['tallies'][number], 'key'> = {}, now = NOW) =>
    reserve({ tallies: [{ key, ...step }] }, now);

  test('a tally begins with the first attempt, and grows by one each', async () => {
    expect(await attempts.tally(key)).toBeUndefined();
    expect([await count(), await count({}, NOW + 5)]).toEqual([true, true]);
    expect(await attempts.tally(key)).toEqual({ attempts: 2, forgiven: 0, lastAt: NOW + 5 });
  });

  test('a tally accepts at most the given number of attempts', async () => {
    const upTo2 = [await count({ upTo: 2 }), await count({ upTo: 2 }), await count({ upTo: 2 }, NOW + 5)];
    expect(upTo2).toEqual([true, true, false]);
    expect(await attempts.tally(key)).toEqual({ attempts: 2, forgiven: 0, lastAt: NOW });
  });

  test('a tally accepts as many of fifty simultaneous attempts as it has room for', async () => {
    const taken = await Promise.all(Array.from({ length: 50 }, () => count({ upTo: 5 })));
    expect(taken.filter((took) => took)).toHaveLength(5);
    expect(await attempts.tally(key)).toMatchObject({ attempts: 5, forgiven: 0 });
  });

  test('forgotten attempts are forgiven at the next attempt', async () => {
    await count();
    await count({ forgets: 1 });
    expect(await attempts.tally(key)).toEqual({ attempts: 2, forgiven: 1, lastAt: NOW });
  });

  test('attempts without an institution are counted separately, and refuse others if there are more', async () => {
    expect(await count({ unnamed: { stillAt: 0 } })).toBe(true);
    expect(await count({ unnamed: { counts: true } }, NOW + 1)).toBe(true);
    expect(await count({ unnamed: { stillAt: 0 } })).toBe(false);
    expect(await count({ unnamed: { stillAt: 1 } }, NOW + 2)).toBe(true);
    expect(await count({ unnamed: { counts: true, forgets: 1 } }, NOW + 3)).toBe(true);
    expect(await attempts.tally(key)).toEqual({
      attempts: 4,
      forgiven: 0,
      lastAt: NOW + 3,
      unnamed: { attempts: 2, forgiven: 1, lastAt: NOW + 3 },
    });
  });

  const pour = (now = NOW) => reserve({ buckets: [{ key, rate: RATE, emptyAt: 0 }] }, now);

  test('a bucket accepts as many as it holds, then one for each that has drained', async () => {
    expect([await pour(), await pour(), await pour(), await pour()]).toEqual([true, true, true, false]);
    expect(await attempts.bucket(key)).toEqual({ emptyAt: NOW + 30_000 });
    expect([await pour(NOW + 9_999), await pour(NOW + 10_000), await pour(NOW + 10_000)]).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('an empty bucket starts anew, however it was read', async () => {
    for (const emptyAt of [0, NOW + 60_000, NOW]) {
      await pour();
      const later = NOW + 60_000;
      expect(await reserve({ buckets: [{ key, rate: RATE, emptyAt }] }, later)).toBe(true);
      expect(await attempts.bucket(key)).toEqual({ emptyAt: later + 10_000 });
      key = randomUUID();
    }
  });

  test('a bucket accepts as many of fifty simultaneous attempts as it holds', async () => {
    const taken = await Promise.all(Array.from({ length: 50 }, () => pour()));
    expect(taken.filter((took) => took)).toHaveLength(3);
    expect(await attempts.bucket(key)).toEqual({ emptyAt: NOW + 30_000 });
  });

  test('an attempt without room in one place is counted nowhere', async () => {
    const both = (upTo: number) =>
      reserve({
        tallies: [
          { key, upTo },
          { key: other, unnamed: { counts: true } },
        ],
        buckets: [{ key: `${key}-bucket`, rate: { atOnce: 2, everyMs: 10_000 }, emptyAt: 0 }],
      });
    expect([await both(5), await both(5), await both(5)]).toEqual([true, true, false]);
    const failures = async (name: string) => {
      const tally = await attempts.tally(name);
      return (tally?.attempts ?? 0) - (tally?.forgiven ?? 0);
    };
    expect([await failures(key), await failures(other)]).toEqual([2, 2]);
    const { unnamed } = (await attempts.tally(other)) ?? {};
    expect((unnamed?.attempts ?? 0) - (unnamed?.forgiven ?? 0)).toBe(2);
    const bucket = `${other}-bucket`;
    const full = { tallies: [{ key, upTo: 1 }], buckets: [{ key: bucket, rate: RATE, emptyAt: 0 }] };
    expect(await reserve(full)).toBe(false);
    expect((await attempts.bucket(bucket))?.emptyAt ?? NOW).toBe(NOW);
  });

  test('a success forgives, trusts the source and gives back one of a bucket', async () => {
    await count({ unnamed: { counts: true } });
    await count();
    const bucket = `${key}-bucket`;
    for (let poured = 0; poured < 2; poured += 1) {
      await reserve({ buckets: [{ key: bucket, rate: RATE, emptyAt: 0 }] });
    }
    const tallies = [{ key, ofName: true } as const, { key: other }];
    await attempts.store.succeed({ tallies, buckets: [{ key: bucket, rate: RATE }] }, NOW + 7);
    expect(await attempts.tally(key)).toMatchObject({
      attempts: 2,
      forgiven: 2,
      lastAt: NOW,
      signedInAt: NOW + 7,
      unnamed: { attempts: 1, forgiven: 1 },
    });
    expect(await attempts.tally(other)).toMatchObject({ attempts: 0, forgiven: 0, signedInAt: NOW + 7 });
    expect(await attempts.bucket(bucket)).toEqual({ emptyAt: NOW + 10_000 });
  });
});

test('an item stays as long as it can matter: trust for thirty days, a bucket until it is empty', async () => {
  const [tally, bucket] = [randomUUID(), randomUUID()];
  await createAttemptStore(database.client).reserve(
    { tallies: [{ key: tally }], buckets: [{ key: bucket, rate: RATE, emptyAt: 0 }] },
    NOW,
  );
  const expiry = async (pk: string) => {
    const command = new GetCommand({ TableName: process.env.THROTTLE_TABLE, Key: { pk } });
    return (await database.client().send(command)).Item?.expires_at - NOW / 1000;
  };
  expect([await expiry(tally), await expiry(bucket)]).toEqual([30 * 86_400 + 1, 31]);
});

test('what a success forgave meanwhile is not given back again', async () => {
  const [tally, bucket] = [randomUUID(), randomUUID()];
  const { store } = durable();
  const full = { key: bucket, rate: { atOnce: 1, everyMs: 10_000 }, emptyAt: 0 };
  await store.reserve({ tallies: [], buckets: [full] }, NOW);
  const send = async (command: UpdateCommand) => {
    const { UpdateExpression = '' } = command.input;
    const givesBack = UpdateExpression.startsWith('SET forgiven');
    if (givesBack) await store.succeed({ tallies: [{ key: tally }], buckets: [] }, NOW);
    return database.client().send(command);
  };
  const late = createAttemptStore(() => ({ send }) as unknown as DynamoDBDocumentClient);
  expect(await late.reserve({ tallies: [{ key: tally }], buckets: [full] }, NOW)).toBe(false);
  expect(await durable().tally(tally)).toMatchObject({ attempts: 1, forgiven: 1 });
});

test('an attempt that was counted only in part is given back in the other parts', async () => {
  const [tally, bucket] = [randomUUID(), randomUUID()];
  const send = async (command: UpdateCommand) => {
    if (command.input.Key?.pk === bucket)
      throw Object.assign(new Error('down'), { name: 'InternalServerError' });
    return database.client().send(command);
  };
  const failing = createAttemptStore(() => ({ send }) as unknown as DynamoDBDocumentClient);
  const reservation = { tallies: [{ key: tally }], buckets: [{ key: bucket, rate: RATE, emptyAt: 0 }] };
  await expect(failing.reserve(reservation, NOW)).rejects.toThrow('down');
  expect(await durable().tally(tally)).toMatchObject({ attempts: 1, forgiven: 1 });
});

describe('a write that meets the transaction of an operator', () => {
  const meeting = (conflicts: number) => {
    let sent = 0;
    const send = async () => {
      sent += 1;
      if (sent > conflicts) return {};
      throw Object.assign(new Error('in a transaction'), { name: 'TransactionConflictException' });
    };
    const client = { send } as unknown as DynamoDBDocumentClient;
    const waits: number[] = [];
    const backoff = { attempts: 3, wait: async (attempt: number) => waits.push(attempt) };
    const count = () =>
      createAttemptStore(() => client, backoff).reserve({ tallies: [{ key: 'k' }], buckets: [] }, NOW);
    return { count, waits };
  };

  test('is sent again after a wait', async () => {
    const { count, waits } = meeting(2);
    expect(await count()).toBe(true);
    expect(waits).toEqual([1, 2]);
  });

  test('is given up after the last attempt', async () => {
    const { count, waits } = meeting(3);
    await expect(count()).rejects.toMatchObject({ code: 'temporarily_unavailable' });
    expect(waits).toEqual([1, 2]);
  });
});

/** Creates attempt stores whose writes wait until the test lets them through to the real store. */
function gated() {
  const held: { id: string; go: () => void }[] = [];
  const ended = new Map<string, number>();
  let isOpen = false;
  const kindOf = ({ input }: UpdateCommand) => {
    if (!input.UpdateExpression?.includes('empty_at')) return 'count';
    if (input.UpdateExpression.includes('empty_at + ')) return 'add';
    return input.UpdateExpression.includes('empty_at - ') ? 'give back' : 'begin';
  };
  const clientOf = (who: string) => {
    const send = async (command: UpdateCommand) => {
      const id = `${who}: ${kindOf(command)}`;
      if (!isOpen) await new Promise<void>((go) => held.push({ id, go }));
      try {
        return await database.client().send(command);
      } finally {
        ended.set(id, (ended.get(id) ?? 0) + 1);
      }
    };
    return { send } as unknown as DynamoDBDocumentClient;
  };
  /** Lets a write through once it waits, and waits for its end. */
  async function pass(id: string): Promise<void> {
    const before = ended.get(id) ?? 0;
    await vi.waitFor(() => expect(held.map((write) => write.id)).toContain(id), { interval: 1 });
    const [write] = held.splice(
      held.findIndex((write) => write.id === id),
      1,
    );
    write?.go();
    await vi.waitFor(() => expect(ended.get(id)).toBe(before + 1), { interval: 1 });
  }
  const open = () => {
    isOpen = true;
    for (const { go } of held.splice(0)) go();
  };
  return { store: (who: string) => createAttemptStore(() => clientOf(who)), pass, open };
}

test('attempts with room proceed, even if others fill and empty a bucket between their tries', async () => {
  const [tally, bucket] = [randomUUID(), randomUUID()];
  const rate = { atOnce: 25, everyMs: 10_000 };
  const gate = gated();
  const attempt = (who: string) =>
    gate
      .store(who)
      .reserve({ tallies: [{ key: tally, upTo: 5 }], buckets: [{ key: bucket, rate, emptyAt: 0 }] }, NOW);
  const five = ['a', 'b', 'c', 'd', 'e'];
  const late = ['late', 'later'];
  const proceed = Promise.all(five.map(attempt));
  const refused = Promise.all(late.map(attempt));
  const all = async (kind: string) => {
    for (const who of five) await gate.pass(`${who}: ${kind}`);
  };
  for (const who of [...five, ...late]) await gate.pass(`${who}: count`);
  for (const who of late) {
    await gate.pass(`${who}: begin`);
    await all('begin');
    await gate.pass(`${who}: give back`);
    await all('add');
  }
  gate.open();
  expect(await proceed).toEqual(five.map(() => true));
  expect(await refused).toEqual([false, false]);
  const { bucket: read } = durable();
  expect(await read(bucket)).toEqual({ emptyAt: NOW + 5 * rate.everyMs });
});

test('a bucket that was read with room, but is full, refuses after one try', async () => {
  const key = randomUUID();
  const step = { key, rate: RATE, emptyAt: 0 };
  for (let taken = 0; taken < 3; taken += 1) {
    expect(await durable().store.reserve({ ...none, buckets: [step] }, NOW)).toBe(true);
  }
  let tries = 0;
  const client = database.client();
  const send = (command: never) => {
    tries += 1;
    return client.send(command);
  };
  const store = createAttemptStore(() => ({ send }) as unknown as DynamoDBDocumentClient);
  expect(await store.reserve({ ...none, buckets: [step] }, NOW)).toBe(false);
  expect(tries).toBe(1);
});
