import { expect, test } from 'vitest';
import type {
  ConversationReader,
  Page,
  ReadTurn,
  SessionLine,
} from '../../../../../functions/shared/domain/conversations/conversation-views.ts';
import {
  readConversation,
  sessionsIn,
} from '../../../../../functions/shared/domain/conversations/whole-conversations.ts';

const SESSION = 'b1c5d9a4-0000-4000-8000-000000000000';

const turn = (ordinal: number): ReadTurn => ({
  qid: `q${ordinal}`,
  ordinal,
  sessionId: SESSION,
  at: ordinal,
  beganAt: 1,
  versionId: 'v',
  language: 'en',
  device: null,
  outcome: 'understood',
  competency: 'balance',
  state: 'balance',
  intent: null,
  milliseconds: 1,
});

/** Creates a store of `count` turns that returns at most `most` per page, whatever the limit. */
const storeOf = (count: number, most: number): Pick<ConversationReader, 'turnsOf' | 'feedbackOf'> => ({
  turnsOf: async (_institution, _session, { after, limit }): Promise<Page<ReadTurn>> => {
    const from = after === undefined ? 0 : Number(after);
    const items = Array.from({ length: count }, (_, index) => turn(index + 1)).slice(
      from,
      from + Math.min(limit, most),
    );
    const end = from + items.length;
    return { items, ...(end < count && { next: String(end) }) };
  },
  feedbackOf: async () => [{ rating: 'good', at: 1 }],
});

test.each([
  [1, 1],
  [99, 100],
  [100, 100],
  [101, 100],
  [250, 7],
])('a session of %i turns is read whole from a store that gives %i at once', async (count, most) => {
  const found = await readConversation(storeOf(count, most), 'acme', SESSION, 0);
  expect(found?.turns.map(({ ordinal }) => ordinal)).toEqual(
    Array.from({ length: count }, (_, index) => index + 1),
  );
  expect(found?.feedback).toHaveLength(1);
});

test('a session without turns, or with an invalid id, is not found', async () => {
  expect(await readConversation(storeOf(0, 1), 'acme', SESSION, 0)).toBeUndefined();
  expect(await readConversation(storeOf(1, 1), 'acme', 'x', 0)).toBeUndefined();
});

/** Returns a day's sessions, of which every second one failed. */
const lines = (day: string, count: number): SessionLine[] =>
  Array.from({ length: count }, (_, index) => ({
    sessionId: `${day}-${index}`,
    versionId: 'v',
    language: 'en',
    beganAt: Date.parse(`${day}T00:00:00Z`) + (count - index) * 1000,
    lastAt: 0,
    endsAt: 0,
    turns: 1,
    unhandled: 0,
    outcome: index % 2 === 0 ? 'contained' : 'failed',
    competencies: [],
  }));

test('every session of the days is read once, the latest first, whatever the page size', async () => {
  const days: Record<string, SessionLine[]> = {
    '2026-01-02': lines('2026-01-02', 230),
    '2026-01-01': lines('2026-01-01', 105),
  };
  const reader: Pick<ConversationReader, 'sessionsOf'> = {
    sessionsOf: async (_institution, day, { before, limit }) => {
      const all = (days[day] ?? []).filter(
        ({ beganAt, sessionId }) =>
          before === undefined || `${new Date(beganAt).toISOString()}#${sessionId}` < before,
      );
      return { items: all.slice(0, limit), isComplete: all.length <= limit };
    },
  };
  const idsOf = async (filter = {}) => {
    const ids: string[] = [];
    const asked = { from: '2026-01-01', to: '2026-01-02', filter, now: 0 };
    for await (const { sessionId } of sessionsIn(reader, 'acme', asked)) ids.push(sessionId);
    return ids;
  };
  const all = Object.values(days).flat();
  expect(await idsOf()).toEqual(all.map(({ sessionId }) => sessionId));
  expect(await idsOf({ outcome: 'failed' })).toEqual(
    all.filter(({ outcome }) => outcome === 'failed').map(({ sessionId }) => sessionId),
  );
});
