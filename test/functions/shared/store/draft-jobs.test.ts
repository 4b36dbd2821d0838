import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { DraftJob } from '../../../../functions/shared/domain/drafts/jobs.ts';
import { createAuditReader } from '../../../../functions/shared/store/audit.ts';
import { jobStore } from '../../../../functions/shared/store/draft-jobs.ts';
import { useDynamoDb } from '../../../support/dynamodb.ts';
import { eventOf } from '../../../support/rules.ts';

const db = useDynamoDb();
const store = () => jobStore(db.client(), process.env.VERSIONS_TABLE ?? '');
const AT = Date.parse('2030-01-31T12:00:00.000Z');

let institution = '';
beforeEach(() => {
  institution = `shop-${randomUUID()}`;
});

const job = (change: Partial<DraftJob> = {}): DraftJob => ({
  institution,
  draft: 'shop',
  id: 'job-1',
  revision: 2,
  state: 'training',
  stage: 'starting',
  progress: 0,
  startedAt: AT,
  startedBy: 'ann',
  aliveAt: AT,
  ...change,
});

const event = () => eventOf({ at: AT, action: 'draft.publish', institution, target: 'shop' });

test('a job is found as it was written, by its own institution only', async () => {
  const published = job({
    state: 'published',
    progress: 1,
    versionId: 'version',
    compareWith: 'other',
    despiteFailedTests: true,
    play: {
      compared_with: 'other',
      comparison: 'failed',
      tests: { passed: 1, failed: 0, failures: [], left_off: 0 },
    },
  });
  expect(await store().begin(job(), AT, event())).toBe(true);
  expect(await store().find(institution, 'shop')).toEqual(job());
  expect(await store().find(`${institution}x`, 'shop')).toBeUndefined();
  expect(await store().update(published)).toBe(true);
  expect(await store().find(institution, 'shop')).toEqual(published);
});

test('one of ten simultaneous jobs begins, and the trail has only that one', async () => {
  const begun = await Promise.all(
    Array.from({ length: 10 }, (_, index) => store().begin(job({ id: `job-${index}` }), AT, event())),
  );
  expect(begun.filter(Boolean)).toHaveLength(1);
  const id = `job-${begun.indexOf(true)}`;
  expect(await store().find(institution, 'shop')).toMatchObject({ id });
  const day = new Date(AT).toISOString().slice(0, 10);
  expect(await createAuditReader(db.client).read(institution, day)).toHaveLength(1);
});

test('a job is replaced only after it is dead or has ended', async () => {
  await store().begin(job(), AT, event());
  expect(await store().begin(job({ id: 'job-2' }), AT, event())).toBe(false);
  expect(await store().begin(job({ id: 'job-2' }), AT + 1, event())).toBe(true);
  await store().update(job({ id: 'job-2', state: 'failed', failure: 'no assistant' }));
  expect(await store().begin(job({ id: 'job-3' }), AT, event())).toBe(true);
});

test('a training that was replaced, or has ended, can write nothing more', async () => {
  await store().begin(job(), AT, event());
  await store().begin(job({ id: 'job-2' }), AT + 1, event());
  expect(await store().update(job({ progress: 0.5 }))).toBe(false);
  await store().update(job({ id: 'job-2', state: 'published' }));
  expect(await store().update(job({ id: 'job-2', progress: 0.5 }))).toBe(false);
  expect(await store().find(institution, 'shop')).toMatchObject({ id: 'job-2', state: 'published' });
});
