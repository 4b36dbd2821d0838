import { expect, test } from 'vitest';
import type { Scope } from '../../../../functions/shared/domain/credentials/scopes.ts';
import type { DraftJob } from '../../../../functions/shared/domain/drafts/jobs.ts';
import { draftJobResponse, toDraftJob } from '../../../../functions/shared/http/draft-messages.ts';

const NOW = Date.parse('2030-01-31T12:00:00.000Z');
const share = { count: 1, share: 1, low: 0, high: 1 };
const place = { outcome: 'understood', competency: 'divorce', state: 'costs', asked: 'income' } as const;
const CHANGE = {
  session_id: 'session',
  qid: 'query',
  turn: 1,
  verdict: 'worse',
  before: place,
  after: place,
} as const;
const JOB: DraftJob = {
  institution: 'acme',
  draft: 'shop',
  id: 'job',
  revision: 1,
  state: 'published',
  stage: 'published',
  progress: 1,
  startedAt: NOW,
  startedBy: 'ann',
  aliveAt: NOW,
  play: {
    compared_with: 'v',
    comparison: 'done',
    tests: { passed: 1, failed: 0, failures: [], left_off: 0 },
    conversations: {
      from: '2030-01-25',
      to: '2030-01-31',
      played: 1,
      made_up: 0,
      left_off: 0,
      turns: 1,
      unplayed: [],
      better: share,
      worse: share,
      other: 0,
      same: 0,
      verdict: 'open',
      verdict_from: 10,
      changes: [CHANGE, CHANGE],
      changes_left_off: 3,
    },
  },
};

const playFor = (scopes: readonly Scope[]) =>
  draftJobResponse.parse(toDraftJob(JOB, NOW, scopes)).play?.conversations;

test('a job lists the turns of conversations only for those who may read them, and counts them for others', () => {
  expect(playFor(['ai_model_write', 'conversation_read'])).toEqual(JOB.play?.conversations);
  const others = playFor(['ai_model_write']);
  expect(others).toEqual({ ...JOB.play?.conversations, changes: [], changes_left_off: 5 });
  for (const id of ['session', 'query', 'divorce', 'costs', 'income']) {
    expect(JSON.stringify(others)).not.toContain(`"${id}"`);
  }
});
