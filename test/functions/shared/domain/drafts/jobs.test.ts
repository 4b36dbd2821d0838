import { expect, test } from 'vitest';
import {
  beginJob,
  checkUtterances,
  DEAD_AFTER_MS,
  type DraftJob,
  MOST_TRAINED_UTTERANCES,
  readJob,
  shownState,
} from '../../../../../functions/shared/domain/drafts/jobs.ts';
import { eventOf } from '../../../../support/rules.ts';

const AT = Date.parse('2030-01-31T12:00:00.000Z');

function jobs() {
  let latest: DraftJob | undefined;
  const store = {
    find: async () => latest,
    begin: async (job: DraftJob, deadBefore: number) => {
      if (latest?.state === 'training' && latest.aliveAt >= deadBefore) return false;
      latest = job;
      return true;
    },
    update: async (next: DraftJob) => {
      latest = next;
      return true;
    },
  };
  const begin = (at: number, author = 'ann') =>
    beginJob(store, {
      draft: { institution: 'acme', name: 'shop', revision: 3 },
      author,
      event: eventOf({ at, action: 'draft.publish' }),
    });
  return { store, begin };
}

test('a job begins with its revision, its author and its time', async () => {
  const { store, begin } = jobs();
  const job = await begin(AT);
  expect(job).toMatchObject({ draft: 'shop', revision: 3, state: 'training', progress: 0, startedBy: 'ann' });
  expect([job.startedAt, job.aliveAt]).toEqual([AT, AT]);
  expect(await readJob(store, 'acme', 'shop')).toEqual(job);
});

test('a second job is refused while the first lives, and the refusal names its owner', async () => {
  const { begin } = jobs();
  await begin(AT);
  await expect(begin(AT + DEAD_AFTER_MS, 'ben')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('revision 3, started by ann'),
  });
});

test('a training without a sign of life for a minute is dead, and makes room for the next', async () => {
  const { begin } = jobs();
  const job = await begin(AT);
  expect(shownState(job, AT + DEAD_AFTER_MS)).toBe('training');
  expect(shownState(job, AT + DEAD_AFTER_MS + 1)).toBe('dead');
  const next = await begin(AT + DEAD_AFTER_MS + 1, 'ben');
  expect(next.id).not.toBe(job.id);
});

test('a job that has ended is never dead', () => {
  const ended: DraftJob = {
    institution: 'acme',
    draft: 'shop',
    id: 'id',
    revision: 1,
    state: 'failed',
    stage: '',
    progress: 0,
    startedAt: AT,
    startedBy: 'ann',
    aliveAt: AT,
  };
  expect(shownState(ended, AT + 10 * DEAD_AFTER_MS)).toBe('failed');
});

test('a draft with too many utterances is refused, with their number', () => {
  expect(() => checkUtterances(MOST_TRAINED_UTTERANCES)).not.toThrow();
  expect(() => checkUtterances(MOST_TRAINED_UTTERANCES + 1)).toThrow(
    `has ${MOST_TRAINED_UTTERANCES + 1} utterances`,
  );
});

test('a draft that was never published has no job', async () => {
  await expect(readJob(jobs().store, 'acme', 'shop')).rejects.toMatchObject({ code: 'not_found' });
});
