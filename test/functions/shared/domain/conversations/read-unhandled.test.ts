import { expect, test } from 'vitest';
import {
  FEW_OF_A_DAY,
  MAX_READ,
  readUnhandled,
} from '../../../../../functions/shared/domain/conversations/read-unhandled.ts';

const DAYS = 31;
const asked = { from: '2026-01-01', to: '2026-01-31', now: Date.UTC(2026, 1, 1), filter: {} };

/** Creates a reader without groups, in which each day's queries have a topic of their own. */
const readerOf = (
  unhandledOf: (day: string, limit: number) => Promise<number>,
  unreadable: ReadonlySet<number> = new Set(),
) => ({
  keptGroups: async () => [],
  dismissedOf: async () => () => false,
  unhandledOf: async (_institution: string, day: string, { limit }: { limit: number }) => {
    const length = await unhandledOf(day, limit);
    const queries = Array.from({ length }, (_, index) => ({
      qid: `${day} ${index}`,
      sessionId: 'session',
      ordinal: 1,
      at: Date.parse(day) + index,
      versionId: 'version',
      language: 'en',
      outcome: 'out_of_scope' as const,
      query: day,
      nearest: [],
      slot: null,
      question: null,
      vector: Int8Array.from({ length: DAYS }, (_, place) => Number(place === Number(day.slice(-2)) - 1)),
    }));
    return { queries: queries.filter((_, index) => !unreadable.has(index)), mayHaveMore: length >= limit };
  },
});

test('the days are asked in parallel for what is not grouped yet', async () => {
  const all = Promise.withResolvers<void>();
  let days = 0;
  const reader = readerOf(async () => {
    days += 1;
    if (days === DAYS) all.resolve();
    await all.promise;
    return 1;
  });
  expect(await readUnhandled(reader, 'acme', asked)).toMatchObject({ grouped: DAYS, isComplete: true });
  expect(days).toBe(DAYS);
});

test('only a day with more than a few such queries is asked again', async () => {
  const again: string[] = [];
  const waiting = new Map([
    ['2026-01-31', FEW_OF_A_DAY],
    ['2026-01-02', FEW_OF_A_DAY - 1],
  ]);
  const reader = readerOf(async (day, limit) => {
    if (limit > FEW_OF_A_DAY) again.push(day);
    return Math.min(limit, waiting.get(day) ?? 0);
  });
  expect((await readUnhandled(reader, 'acme', asked)).grouped).toBe(2 * FEW_OF_A_DAY - 1);
  expect(again).toEqual(['2026-01-31']);
});

test('reads no more queries than it groups, plus a few of each day', async () => {
  let read = 0;
  const reader = readerOf(async (_, limit) => {
    read += limit;
    return limit;
  });
  const { groups, grouped, isComplete } = await readUnhandled(reader, 'acme', asked);
  expect({ grouped, isComplete }).toEqual({ grouped: MAX_READ, isComplete: false });
  expect(groups).toMatchObject([{ count: MAX_READ, examples: ['2026-01-31'] }]);
  expect(read).toBe(DAYS * FEW_OF_A_DAY + MAX_READ + 1);
});

test('a query whose words cannot be opened hides no others of its day', async () => {
  const reader = readerOf(async (day, limit) => Math.min(limit, day === '2026-01-07' ? 40 : 0), new Set([3]));
  expect(await readUnhandled(reader, 'acme', asked)).toMatchObject({ grouped: 39, isComplete: true });
});
