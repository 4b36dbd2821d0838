import { randomUUID } from 'node:crypto';
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { personOf, type Session } from '../../../functions/shared/domain/query/sessions.ts';
import { erasureStore } from '../../../functions/shared/store/erasure.ts';
import { createSessionStore } from '../../../functions/shared/store/sessions.ts';
import { itemsOf } from '../../support/dynamodb.ts';
import { meteredClient } from '../../support/metered-client.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';
import { createService, erasureOf } from './support/service.ts';

const db = useCountedDynamoDb();
let service: ReturnType<typeof createService>;
beforeEach(async () => {
  service = createService(db);
  await service.publish();
});

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
  expect(await service.erase('me')).toBe(2);
  expect(await service.erase('me')).toBe(0);
  const again = await ask('me', { dialog: mine.dialog });
  expect(again.session_id).not.toBe(mine.session_id);
  expect(again.visuals.speakableResponse).toBe('1 so far.');
  expect((await ask('other', { dialog: other.dialog })).session_id).toBe(other.session_id);
  expect((await ask('me', {}, 'k1')).qid).toBeDefined();
});

test('a new session under an old seed is not linked to the earlier person', async () => {
  await ask('first', { dialog_seed: 'kiosk' });
  service.time += 600_000;
  await ask('second', { dialog_seed: 'kiosk' });
  expect(await service.erase('first')).toBe(0);
  expect(await service.erase('second')).toBe(1);
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
    return service.erase(user, { erasure: erasureOf(db, watched()) });
  };
  /** Records the table's first erasure as `days` days ago. */
  const indexedFor = async (days: number) => {
    const since = service.time - days * 86_400_000;
    await db.uncounted().send(new PutCommand({ TableName: TableName(), Item: { pk: '#indexed', since } }));
  };
  /** Removes `person`, which earlier releases did not write, from all items. */
  const asBefore = async () => {
    for (const { person: _, ...Item } of await itemsOf(db.uncounted(), 'SESSIONS_TABLE')) {
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
    expect(JSON.stringify(await itemsOf(db.uncounted(), 'SESSIONS_TABLE'))).not.toContain(
      personOf(service.institution, 'me'),
    );
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
    expect(await service.erase('me', { erasure })).toBe(1);
  });

  test('cost one extra write per session, and none per query', async () => {
    const { client, used } = meteredClient();
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
    expect(used.units).toBe(2);
    await sessions.commit({ session: session(2), previous: session(1), now: service.time });
    expect(used.units).toBe(3);
    client.destroy();
  });
});

test('the stored items do not contain the person’s id', async () => {
  await ask('alice@example.com', { query: 'hello' });
  expect(JSON.stringify(await itemsOf(db.uncounted(), 'SESSIONS_TABLE'))).not.toContain('alice');
});
