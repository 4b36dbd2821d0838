import { expect, test } from 'vitest';
import type {
  ReadTurn,
  SessionLine,
} from '../../../../../functions/shared/domain/conversations/conversation-views.ts';
import { placeOf } from '../../../../../functions/shared/domain/conversations/conversation-views.ts';
import {
  MAX_SEARCHED,
  searchTurns,
} from '../../../../../functions/shared/domain/conversations/search-turns.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const MINUTE_MS = 60_000;

/** Creates a log of one day in which the sessions numbered in `wanted` say `text`, and the others `hello`. */
function logOf(count: number, wanted: readonly number[], text = 'where is my parcel') {
  const lines = Array.from(
    { length: count },
    (_, number) => ({ sessionId: `s${number}`, beganAt: NOW - (number * MINUTE_MS) / 10 }) as SessionLine,
  );
  const read: string[] = [];
  const turn = (sessionId: string): ReadTurn =>
    ({
      sessionId,
      qid: `q-${sessionId}`,
      words: {
        query: wanted.includes(Number(sessionId.slice(1))) ? text : 'hello',
        spoken: 'Hi.',
        shown: null,
        slots: {},
      },
    }) as unknown as ReadTurn;
  const reader = {
    sessionsOf: async (
      _institution: string,
      day: string,
      { before, limit }: { before?: string; limit: number },
    ) => {
      const rest =
        day === '2026-03-10' ? lines.filter((line) => before === undefined || placeOf(line) < before) : [];
      return { items: rest.slice(0, limit), isComplete: rest.length <= limit };
    },
    turnsOf: async (_institution: string, sessionId: string) => {
      read.push(sessionId);
      return { items: [turn(sessionId)] };
    },
  };
  const search = (asked: { text?: string; after?: string; limit?: number }) =>
    searchTurns(reader, 'acme', {
      ...{ text: 'parcel', limit: 25, from: '2026-03-10', to: '2026-03-10', filter: {}, now: NOW },
      ...asked,
    });
  return { search, read };
}

test('a page reads at most its limit of sessions, and the next continues after it', async () => {
  const { search, read } = logOf(450, [3, 449]);
  const found: string[] = [];
  let [after, pages]: [string | undefined, number] = [undefined, 0];
  do {
    const before = read.length;
    const page: Awaited<ReturnType<typeof search>> = await search(after === undefined ? {} : { after });
    expect(read.length - before).toBeLessThanOrEqual(MAX_SEARCHED);
    expect(page.searched).toBe(read.length - before);
    found.push(...page.found.map(({ turn }) => turn.sessionId));
    after = page.next;
    pages += 1;
  } while (after !== undefined);
  expect([found, pages]).toEqual([['s3', 's449'], 3]);
  expect(new Set(read).size).toBe(450);
  expect(read).toHaveLength(450);
});

test('full pages neither lose nor repeat a turn', async () => {
  const wanted = Array.from({ length: 90 }, (_, number) => number * 3);
  const { search } = logOf(300, wanted);
  const found: string[] = [];
  let after: string | undefined;
  do {
    const page: Awaited<ReturnType<typeof search>> = await search({ limit: 7, ...(after && { after }) });
    found.push(...page.found.map(({ turn }) => turn.sessionId));
    after = page.next;
  } while (after !== undefined);
  expect(found).toEqual(wanted.map((number) => `s${number}`));
});

test('the excerpt of a long text is the part with the word', async () => {
  const { search } = logOf(1, [0], `${'so it is. '.repeat(100)}my párcel ${'and on. '.repeat(100)}`);
  const [turn] = (await search({})).found;
  expect(turn?.excerpt).toContain('my párcel');
  expect([...(turn?.excerpt ?? '')].length).toBeLessThanOrEqual(302);
});
