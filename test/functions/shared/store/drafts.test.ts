import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Draft } from '../../../../functions/shared/domain/drafts/drafts.ts';
import { createAuditReader } from '../../../../functions/shared/store/audit.ts';
import { draftStore } from '../../../../functions/shared/store/drafts.ts';
import { useDynamoDb } from '../../../support/dynamodb.ts';
import { eventOf } from '../../../support/rules.ts';

const db = useDynamoDb();
const store = () => draftStore(db.client(), process.env.VERSIONS_TABLE ?? '');
const AT = Date.parse('2030-01-31T12:00:00.000Z');

let institution = '';
beforeEach(() => {
  institution = `shop-${randomUUID()}`;
});

const draft = (change: Partial<Draft> = {}): Draft => ({
  institution,
  name: 'shop',
  revision: 1,
  contentHash: 'ab'.repeat(32),
  files: 2,
  bytes: 100,
  updatedAt: new Date(AT).toISOString(),
  updatedBy: 'ann',
  changeHash: 'cd'.repeat(32),
  ...change,
});

const write = (next: Draft, previous?: Draft) =>
  store().write(next, previous, eventOf({ at: AT, action: 'draft.write', institution, target: 'shop' }));

test('a draft is found as it was written, by its own institution only', async () => {
  expect(await write(draft())).toBe(true);
  expect(await store().find(institution, 'shop')).toEqual(draft());
  expect(await store().find(institution, 'sho')).toBeUndefined();
  expect(await store().find(`${institution}x`, 'shop')).toBeUndefined();
});

test('every revision stays readable, and the list has only the latest of each draft', async () => {
  const [second, other] = [draft({ revision: 2, updatedBy: 'ben' }), draft({ name: 'bank' })];
  await write(draft());
  await write(second, draft());
  await write(other);
  expect(await store().find(institution, 'shop', 1)).toEqual(draft());
  expect(await store().find(institution, 'shop', 2)).toEqual(second);
  expect(await store().find(institution, 'shop', 3)).toBeUndefined();
  expect(await store().list(institution)).toEqual([other, second]);
});

test('one of two writes upon the same revision is refused, and leaves no revision or event', async () => {
  await write(draft());
  const twice = ['ann', 'ben'].map((updatedBy) => draft({ revision: 2, updatedBy }));
  const written = await Promise.all(twice.map((next) => write(next, draft())));
  expect(written.toSorted()).toEqual([false, true]);
  const winner = twice[written.indexOf(true)];
  expect(await store().find(institution, 'shop')).toEqual(winner);
  expect(await store().find(institution, 'shop', 2)).toEqual(winner);
  const events = await createAuditReader(db.client).read(institution, '2030-01-31');
  expect(events.map(({ action }) => action)).toEqual(['draft.write', 'draft.write']);
});

test('a draft that exists is not created again', async () => {
  await write(draft());
  expect(await write(draft({ updatedBy: 'ben' }))).toBe(false);
  expect(await store().find(institution, 'shop')).toEqual(draft());
});

test('a deleted draft is found as deleted, and is in no list', async () => {
  const deleted = draft({ revision: 2, isDeleted: true });
  await write(draft());
  await write(deleted, draft());
  expect(await store().find(institution, 'shop')).toEqual(deleted);
  expect(await store().list(institution)).toEqual([]);
});
