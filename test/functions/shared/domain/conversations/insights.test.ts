import { describe, expect, test } from 'vitest';
import { insightsOf } from '../../../../../functions/shared/domain/conversations/insights.ts';
import { bucketEnd, countsOf } from '../../../../../functions/shared/store/conversation-items.ts';

const DAYS = { from: '2030-01-01', to: '2030-01-02' };
const counted = (day: string, counts: Record<string, number>, more = {}) => ({
  day,
  versionId: 'v1',
  counts,
  ...more,
});

describe('insights', () => {
  test('are of each day and of all, by version and application', () => {
    const all = [
      counted('2030-01-01', { sessions: 3, turns: 5, 'session:contained': 2, 'session:failed': 1 }),
      counted('2030-01-02', { sessions: 1, turns: 1, 'session:failed': 1 }, { versionId: 'v2' }),
      counted('2030-01-02', { sessions: 4, turns: 4, 'session:contained': 4 }, { application: 'prod:a' }),
    ];
    const { days, total } = insightsOf(all, DAYS, bucketEnd);
    expect(days.map(({ day, sessions, containment }) => [day, sessions, containment])).toEqual([
      ['2030-01-02', 5, 0.8],
      ['2030-01-01', 3, 2 / 3],
    ]);
    expect(total).toMatchObject({ sessions: 8, turns: 10, containment: 0.75 });
    expect(total.sessionOutcomes).toEqual({ contained: 6, handed_off: 0, abandoned: 0, failed: 2 });
    expect(insightsOf(all, { ...DAYS, versionId: 'v2' }, bucketEnd).total.sessions).toBe(1);
    expect(insightsOf(all, { ...DAYS, application: 'prod:a' }, bucketEnd).total.sessions).toBe(4);
  });

  test('leave out made-up applications unless asked for, and list them', () => {
    const all = [
      counted('2030-01-01', { sessions: 3, turns: 5 }),
      counted('2030-01-01', { sessions: 2, turns: 2 }, { application: 'prod:made-up' }),
      counted('2030-01-01', { sessions: 7, turns: 9 }, { application: 'made-up:shop' }),
      counted('2030-01-02', { sessions: 4, turns: 6 }, { application: 'made-up:bank' }),
      counted('2030-01-01', { sessions: 1, turns: 1 }, { application: 'made-up:bank', versionId: 'v2' }),
    ];
    const { days, total, madeUp } = insightsOf(all, DAYS, bucketEnd);
    expect([total.sessions, total.turns]).toEqual([5, 7]);
    expect(days.map(({ sessions }) => sessions)).toEqual([0, 5]);
    expect(madeUp).toEqual([
      { application: 'made-up:bank', sessions: 5 },
      { application: 'made-up:shop', sessions: 7 },
    ]);
    const bank = insightsOf(all, { ...DAYS, application: 'made-up:bank' }, bucketEnd);
    expect(bank.total.sessions).toBe(5);
    const second = insightsOf(all, { ...DAYS, versionId: 'v2' }, bucketEnd);
    expect([second.total.sessions, second.madeUp]).toEqual([
      0,
      [{ application: 'made-up:bank', sessions: 1 }],
    ]);
  });

  test('of nothing have no rates', () => {
    const { total } = insightsOf([], DAYS, bucketEnd);
    expect(total).toMatchObject({ sessions: 0, containment: null, milliseconds: null });
  });

  test('give the 50th and 99th percentile of turn times, to a fifth', () => {
    const times = Array.from({ length: 1000 }, (_, index) => index + 1);
    const counts: Record<string, number> = {};
    for (const milliseconds of times) {
      const turn = { outcome: 'understood', competency: 'c', language: 'en', milliseconds };
      const entry = { turn, tally: { outcome: 'contained' } } as Parameters<typeof countsOf>[0];
      for (const [name, by] of Object.entries(countsOf(entry))) counts[name] = (counts[name] ?? 0) + by;
    }
    const { milliseconds } = insightsOf([counted('2030-01-01', counts)], DAYS, bucketEnd).total;
    expect(milliseconds?.p50).toBeGreaterThanOrEqual(500);
    expect(milliseconds?.p50).toBeLessThan(600);
    expect(milliseconds?.p99).toBeGreaterThanOrEqual(990);
    expect(milliseconds?.p99).toBeLessThan(1190);
  });
});
