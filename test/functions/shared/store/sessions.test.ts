import { randomBytes, randomUUID } from 'node:crypto';
import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import type { IdempotencyRecord, Session } from '../../../../functions/shared/domain/query/sessions.ts';
import { connect } from '../../../../functions/shared/store/dynamodb.ts';
import { createSessionStore } from '../../../../functions/shared/store/sessions.ts';
import { versionStore } from '../../../../functions/shared/store/versions.ts';
import { refusalOf } from '../../../support/rules.ts';
import { versionOf } from '../../../support/versions.ts';
import { useCountedDynamoDb } from '../../../support/wire.ts';

const db = useCountedDynamoDb();
const store = createSessionStore(() => db.client());

const now = Date.UTC(2026, 10, 21, 12);
let institution = '';
let key = '';
beforeEach(() => {
  institution = `bank-${randomUUID()}`;
  key = `session#${randomUUID()}`;
});

const session = (change: Partial<Session> = {}): Session => ({
  key,
  sessionId: 'one',
  revision: 1,
  qid: 'q1',
  versionId: 'v1',
  state: '{"a":"\\ud800"}',
  endsAt: now + 600_000,
  ...change,
});

const record = (change: Partial<IdempotencyRecord> = {}): IdempotencyRecord => ({
  key: `idempotency#${key}`,
  fingerprint: 'f',
  answer: new Uint8Array([0, 255, 7]),
  endsAt: now + 600_000,
  ...change,
});

const open = (target = 'default') =>
  store.open(institution, { sessionKey: key, recordKey: record().key, selector: { target } });

test('what was committed is read as it was, in one round trip each', async () => {
  const kept = { session: session({ application: 'prod:bank' }), record: record() };
  expect(await store.commit({ ...kept, now })).toBe(true);
  expect(await open()).toEqual(kept);
  expect(db.operations).toEqual(['TransactWriteItems', 'BatchGetItem']);
});

test('a turn without a record is one conditional write', async () => {
  await store.commit({ session: session(), now });
  expect(db.operations).toEqual(['PutItem']);
  expect(await open()).toEqual({ session: session() });
});

test('nothing is found if nothing was kept', async () => {
  expect(await open()).toEqual({});
});

test('a requested version is found by its target and by its own id', async () => {
  const versions = versionStore(db.uncounted(), process.env.VERSIONS_TABLE ?? '');
  const id = randomUUID();
  await versions.insert(versionOf({ institution, id }));
  for (const target of ['default', 'prod:bank']) {
    const assignment = {
      target,
      versionId: id,
      revision: 1,
      assignedAt: '2026-11-21T11:00:00.000Z',
      assignedBy: 'ana',
    };
    await versions.assign({ institution, ...assignment });
    expect(await open(target)).toEqual({ version: { versionId: id } });
  }
  const wanted = { sessionKey: key, selector: { versionId: id } };
  expect(await store.open(institution, wanted)).toEqual({ version: { versionId: id } });
  expect(await store.open('another', wanted)).toEqual({});
  expect(await open('test:bank')).toEqual({});
});

test('one of several turns from the same revision is written, whole', async () => {
  await store.commit({ session: session(), now });
  const turns = Array.from({ length: 10 }, (_, index) => ({
    session: session({ revision: 2, qid: `q${index}` }),
    previous: session(),
    record: record({ key: `idempotency#${key}#${index}`, answer: new Uint8Array([index]) }),
    now,
  }));
  const outcomes = await Promise.all(turns.map((turn) => store.commit(turn)));
  expect(outcomes.filter(Boolean)).toHaveLength(1);
  const winner = turns[outcomes.indexOf(true)];
  expect((await open()).session).toEqual(winner?.session);
  for (const [index, turn] of turns.entries()) {
    const wanted = { sessionKey: key, recordKey: turn.record.key, selector: { target: 'default' } };
    const kept = await store.open(institution, wanted);
    expect(kept.record).toEqual(outcomes[index] ? turn.record : undefined);
  }
});

test('a session that began meanwhile is not overwritten', async () => {
  await store.commit({ session: session(), now });
  expect(await store.commit({ session: session({ sessionId: 'two' }), now })).toBe(false);
});

test('a new session with a repeated revision is not taken for the one that was read', async () => {
  await store.commit({ session: session({ sessionId: 'later' }), now });
  const stale = { session: session({ revision: 2 }), previous: session({ sessionId: 'earlier' }) };
  expect(await store.commit({ ...stale, now })).toBe(false);
  expect((await open()).session?.sessionId).toBe('later');
});

test('a record is replaced only after it has ended; until then its session stays too', async () => {
  await store.commit({ session: session(), record: record(), now });
  const { endsAt } = record();
  const later = {
    session: session({ revision: 2 }),
    previous: session(),
    record: record({ fingerprint: 'g', endsAt: endsAt + 600_000 }),
  };
  expect(await store.commit({ ...later, now: endsAt - 1 })).toBe(false);
  expect(await open()).toEqual({ session: session(), record: record() });
  expect(await store.commit({ ...later, now: endsAt })).toBe(true);
  expect(await open()).toEqual({ session: later.session, record: later.record });
});

test('a large answer is kept; if it fits into no item, its record is kept without it', async () => {
  const large = new Uint8Array(randomBytes(380 * 1024));
  await store.commit({ session: session(), record: record({ answer: large }), now });
  expect((await open()).record?.answer).toEqual(large);
  key = `session#${randomUUID()}`;
  const tooLarge = new Uint8Array(randomBytes(380 * 1024 + 1));
  await store.commit({ session: session(), record: record({ answer: tooLarge }), now });
  const { answer: _, ...rest } = record();
  expect((await open()).record).toEqual(rest);
});

test('an item expires in the table only after it has ended', async () => {
  await store.commit({ session: session({ endsAt: now + 600_001 }), record: record(), now });
  const read = async (pk: string) =>
    (await db.uncounted().send(new GetCommand({ TableName: process.env.SESSIONS_TABLE, Key: { pk } }))).Item;
  expect((await read(key))?.expires_at).toBe(now / 1000 + 601);
  expect((await read(record().key))?.expires_at).toBe(now / 1000 + 600);
});

test('another failure of the table is not treated as contention', async () => {
  const tooLarge = session({ state: 'x'.repeat(420_000) });
  await expect(store.commit({ session: tooLarge, now })).rejects.toThrow();
});

describe('a write that met a transaction', () => {
  /** Creates a client whose first `conflicts` requests conflict with transactions. */
  function meeting(conflicts: number) {
    const client = connect(process.env.DYNAMODB_ENDPOINT);
    const sent: string[] = [];
    client.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (command) => {
          sent.push(commandName);
          if (sent.length <= conflicts) {
            throw new TransactionConflictException({ message: 'conflict', $metadata: {} });
          }
          return next(command);
        },
      { step: 'initialize', priority: 'low' },
    );
    const waits: number[] = [];
    const backoff = { attempts: 3, wait: async (attempt: number) => void waits.push(attempt) };
    return { sent, waits, client, store: createSessionStore(() => client, backoff) };
  }

  test('is repeated alone: nothing is read or computed again', async () => {
    const { client, sent, waits, store } = meeting(2);
    expect(await store.commit({ session: session(), now })).toBe(true);
    expect(sent).toEqual(['PutItemCommand', 'PutItemCommand', 'PutItemCommand']);
    expect(waits).toEqual([1, 2]);
    expect((await open()).session).toEqual(session());
    client.destroy();
  });

  test('in every attempt is unavailable, with nothing written', async () => {
    const { client, sent, store } = meeting(3);
    expect(await refusalOf(() => store.commit({ session: session(), now }))).toMatchObject({
      code: 'temporarily_unavailable',
    });
    expect(sent).toHaveLength(3);
    expect((await open()).session).toBeUndefined();
    client.destroy();
  });
});
