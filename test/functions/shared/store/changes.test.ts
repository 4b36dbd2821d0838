import { expect, test } from 'vitest';
import type { AuditEvent } from '../../../../functions/shared/domain/audit.ts';
import {
  createAuditReader,
  createAuditTrail,
  createChangeReader,
} from '../../../../functions/shared/store/audit.ts';
import { useDynamoDb } from '../../../support/dynamodb.ts';
import { eventOf } from '../../../support/rules.ts';

const db = useDynamoDb();
const trail = createAuditTrail(db.client);
const reader = createChangeReader(db.client);
const NOW = Date.parse('2026-11-15T12:00:00Z');
const DAY_MS = 86_400_000;

const event = (institution: string, daysAgo: number, what: Partial<AuditEvent> = {}) =>
  eventOf({ at: NOW - daysAgo * DAY_MS, action: 'version.assign', institution, ...what });

/** Returns the ages in days of all listed events, read in pages of `limit`, and the number of pages. */
async function ages(institution: string, limit: number): Promise<[ages: number[], pages: number]> {
  const all: number[] = [];
  let before: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const page = await reader.changes(institution, { limit, before, now: NOW });
    expect(page.events.length).toBeLessThanOrEqual(limit);
    all.push(...page.events.map(({ at }) => (NOW - at) / DAY_MS));
    if (page.next === undefined) return [all, pages];
    before = page.next;
  }
}

test('all changes of a year are listed, whatever the page size, and none older', async () => {
  for (const days of [400, 364, 200, 31, 30, 3, 2, 0]) await trail.record(event('year', days));
  for (const limit of [1, 2, 3, 100]) {
    expect((await ages('year', limit))[0], `pages of ${limit}`).toEqual([0, 2, 3, 30, 31, 200, 364]);
  }
  expect(await ages('year', 100)).toHaveLength(2);
});

test('no institution sees another’s changes, even if its name begins alike', async () => {
  await trail.record(event('acme', 1));
  await trail.record(event('acme#changes', 2));
  expect((await ages('acme', 10))[0]).toEqual([1]);
  expect((await ages('acm', 10))[0]).toEqual([]);
});

test('refusals, tokens and sign-ins are not changes, but are in the trail of a day', async () => {
  const others: Partial<AuditEvent>[] = [
    { action: 'token.issue' },
    { action: 'session.begin' },
    { action: 'key.create', outcome: 'refused' },
  ];
  await Promise.all(
    others.map((what, number) => trail.record(event('bank', 1, { ...what, requestId: `o${number}` }))),
  );
  await trail.record(event('bank', 1, { application: 'prod:web', percent: 5, scopes: ['query'] }));
  expect((await ages('bank', 10))[0]).toEqual([1]);
  const day = await createAuditReader(db.client).read('bank', '2026-11-14');
  expect(day.map(({ action }) => action).toSorted()).toEqual([
    'key.create',
    'session.begin',
    'token.issue',
    'version.assign',
  ]);
  const assigned = day.find(({ action }) => action === 'version.assign');
  expect(assigned).toMatchObject({ application: 'prod:web', percent: 5, scopes: ['query'] });
});
