import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { erasePerson } from '../../../functions/shared/domain/institutions/erasure.ts';
import { personOf } from '../../../functions/shared/domain/query/sessions.ts';
import { createAuditReader, createAuditTrail } from '../../../functions/shared/store/audit.ts';
import { erasureStore } from '../../../functions/shared/store/erasure.ts';
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

test("an erased person's sessions and kept answers are gone, others' go on", async () => {
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

test('a session that several people spoke in is erased with each of them', async () => {
  const { dialog, session_id } = await ask('first');
  await ask('second', { dialog });
  expect(await erase('first')).toBe(1);
  expect((await ask('second', { dialog })).session_id).not.toBe(session_id);
});

test('a new session under an old seed holds nothing of who spoke before', async () => {
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

test('an erasure is in the audit trail, which names nobody', async () => {
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

test('nothing stored says who it was', async () => {
  await ask('alice@example.com', { query: 'hello' });
  const { ScanCommand } = await import('@aws-sdk/lib-dynamodb');
  const { Items } = await db
    .uncounted()
    .send(new ScanCommand({ TableName: process.env.SESSIONS_TABLE ?? '' }));
  expect(JSON.stringify(Items)).not.toContain('alice');
});
