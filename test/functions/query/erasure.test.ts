import { randomBytes, randomUUID } from 'node:crypto';
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { erasePerson } from '../../../functions/shared/domain/institutions/erasure.ts';
import { personOf, type Session } from '../../../functions/shared/domain/query/sessions.ts';
import { createAuditReader, createAuditTrail } from '../../../functions/shared/store/audit.ts';
import { connect } from '../../../functions/shared/store/dynamodb.ts';
import { erasureStore } from '../../../functions/shared/store/erasure.ts';
import { createSessionStore } from '../../../functions/shared/store/sessions.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';
import { createService } from './support/service.ts';

const db = useCountedDynamoDb();
let service: ReturnType<typeof createService>;
beforeEach(async () => {
  service = createService(db);
  await service.publish();
});

const operator = () => ({
  erasure: erasureStore(db.uncounted(), {
    sessions: process.env.SESSIONS_TABLE ?? '',
    conversations: process.env.CONVERSATIONS_TABLE ?? '',
  }),
  audit: createAuditTrail(db.uncounted),
  now: () => service.time,
  random: randomBytes,
  name: 'ana',
  wait: async () => undefined,
});
const erase = (userId: string, institution = service.institution) =>
  erasePerson(operator(), institution, userId);
const ask = async (user: string, more: Record<string, unknown> = {}, key?: string) =>
  (
    await service.ask(
      { external_user_id: user, ...more },
      key === undefined ? {} : { headers: { 'Idempotency-Key': key } },
    )
  ).body;

test('an erased person’s sessions and kept answers are gone, and those of others continue', async () => {
  const mine = await ask('me', {}, 'k1');
  const other = await ask('other');
  expect(await erase('me')).toBe(2);
  expect(await erase('me')).toBe(0);
  const again = await ask('me', { dialog: mine.dialog });
  expect(again.session_id).not.toBe(mine.session_id);
  expect(again.visuals.speakableResponse).toBe('1 so far.');
  expect((await ask('other', { dialog: other.dialog })).session_id).toBe(other.session_id);
  expect((await ask('me', {}, 'k1')).qid).toBeDefined();
});

test('a session of several people is erased with each of them', async () => {
  const { dialog, session_id } = await ask('first');
  await ask('second', { dialog });
  expect(await erase('first')).toBe(1);
  expect((await ask('second', { dialog })).session_id).not.toBe(session_id);
});

test('a new session under an old seed is not linked to the earlier person', async () => {
  await ask('first', { dialog_seed: 'kiosk' });
  service.time += 600_000;
  await ask('second', { dialog_seed: 'kiosk' });
  expect(await erase('first')).toBe(0);
  expect(await erase('second')).toBe(1);
});

test('the same id in another institution is another person', async () => {
  await ask('me');
  expect(await erase('me', 'elsewhere')).toBe(0);
  expect(await erase('me')).toBe(1);
});

describe('a person’s sessions', () => {
  const TableName = () => process.env.SESSIONS_TABLE ?? '';
  /** The commands that erasures send. */
  const sent: string[] = [];
  const watched = () => {
    const client = db.uncounted();
    const send = (command: never) => {
      sent.push((command as object).constructor.name);
      return client.send(command);
    };
    return Object.create(client, { send: { value: send } });
  };
  const eraseWatched = (user: string) => {
    sent.length = 0;
    const tables = { sessions: TableName(), conversations: process.env.CONVERSATIONS_TABLE ?? '' };
    const erasure = erasureStore(watched(), tables);
    return erasePerson({ ...operator(), erasure }, service.institution, user);
  };
  /** Records the table's first erasure as `days` days ago. */
  const indexedFor = async (days: number) => {
    const since = service.time - days * 86_400_000;
    await db.uncounted().send(new PutCommand({ TableName: TableName(), Item: { pk: '#indexed', since } }));
  };
  /** Removes `person`, which earlier releases did not write, from all items. */
  const asBefore = async () => {
    const { Items = [] } = await db.uncounted().send(new ScanCommand({ TableName: TableName() }));
    for (const { person: _, ...Item } of Items) {
      await db.uncounted().send(new PutCommand({ TableName: TableName(), Item }));
    }
  };

  test('are found without a scan, with kept answers and sessions in which they spoke second', async () => {
    await indexedFor(7);
    await ask('me', {}, 'k');
    const { dialog } = await ask('first');
    await ask('me', { dialog });
    await ask('me', { dialog });
    const { dialog: theirs, session_id } = await ask('other');
    expect(await eraseWatched('me')).toBe(3);
    expect(sent).not.toContain('ScanCommand');
    expect((await ask('other', { dialog: theirs })).session_id).toBe(session_id);
    const { Items } = await db.uncounted().send(new ScanCommand({ TableName: TableName() }));
    expect(JSON.stringify(Items)).not.toContain(personOf(service.institution, 'me'));
  });

  test('of releases without the index are found by a scan, until a week after the first erasure', async () => {
    await ask('me');
    await asBefore();
    await indexedFor(6.99);
    expect(await eraseWatched('me')).toBe(1);
    expect(sent).toContain('ScanCommand');
    await ask('me');
    await asBefore();
    await indexedFor(7);
    expect(await eraseWatched('me')).toBe(0);
    expect(sent).not.toContain('ScanCommand');
  });

  test('are found by a scan if a table has no index', async () => {
    const name = `sessions-${randomUUID()}`;
    await db.uncounted().send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      }) as never,
    );
    const Item = { pk: 'session#x', people: [personOf(service.institution, 'me')] };
    await db.uncounted().send(new PutCommand({ TableName: name, Item }));
    const tables = { sessions: name, conversations: process.env.CONVERSATIONS_TABLE ?? '' };
    const erasure = erasureStore(db.uncounted(), tables);
    expect(await erasePerson({ ...operator(), erasure }, service.institution, 'me')).toBe(1);
  });

  test('cost one extra write per session, and none per query', async () => {
    const client = connect(process.env.DYNAMODB_ENDPOINT);
    let units = 0;
    client.middlewareStack.add(
      (next) => async (command) => {
        Object.assign(command.input, { ReturnConsumedCapacity: 'TOTAL' });
        const answer = await next(command);
        const { ConsumedCapacity } = answer.output as { ConsumedCapacity?: { CapacityUnits?: number } };
        units += ConsumedCapacity?.CapacityUnits ?? 0;
        return answer;
      },
      { step: 'initialize', priority: 'low' },
    );
    const sessions = createSessionStore(() => client);
    const session = (revision: number): Session => ({
      key: `session#${service.institution}`,
      sessionId: 's',
      revision,
      qid: 'q',
      versionId: 'v',
      state: '',
      people: ['p'],
      endsAt: service.time,
    });
    await sessions.commit({ session: session(1), now: service.time });
    expect(units).toBe(2);
    await sessions.commit({ session: session(2), previous: session(1), now: service.time });
    expect(units).toBe(3);
    client.destroy();
  });
});

test('an erasure is in the audit trail, without the person’s name', async () => {
  await ask('alice@example.com');
  await erase('alice@example.com');
  const day = new Date(service.time).toISOString().slice(0, 10);
  const events = await createAuditReader(db.uncounted).read(service.institution, day);
  expect(events).toMatchObject([
    {
      action: 'end-user.erase',
      outcome: 'done',
      actor: { kind: 'operator', id: 'ana' },
      target: personOf(service.institution, 'alice@example.com'),
    },
  ]);
  expect(JSON.stringify(events)).not.toContain('alice');
});

test('the stored items do not contain the person’s id', async () => {
  await ask('alice@example.com', { query: 'hello' });
  const { Items } = await db
    .uncounted()
    .send(new ScanCommand({ TableName: process.env.SESSIONS_TABLE ?? '' }));
  expect(JSON.stringify(Items)).not.toContain('alice');
});
