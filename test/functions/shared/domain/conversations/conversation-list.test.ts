import { describe, expect, test } from 'vitest';
import { listSessions } from '../../../../../functions/shared/domain/conversations/conversation-list.ts';
import {
  placeOf,
  type SessionLine,
} from '../../../../../functions/shared/domain/conversations/conversation-views.ts';

const line = (
  beganAt: number,
  sessionId: string,
  outcome: SessionLine['outcome'] = 'contained',
): SessionLine => ({
  sessionId,
  beganAt,
  lastAt: beganAt,
  endsAt: beganAt,
  versionId: 'v',
  language: 'en',
  turns: 1,
  unhandled: 0,
  outcome,
  competencies: [],
});

/** Returns the part of the day's sessions to which a session belongs. */
const partOf = ({ sessionId }: SessionLine): number => sessionId.length % 4;

/** Creates a store of these sessions that returns at most `step` per read. */
function storeOf(lines: readonly SessionLine[], step = Number.POSITIVE_INFINITY) {
  const reads: string[] = [];
  return {
    reads,
    async sessionsOf(
      _institution: string,
      day: string,
      { before, limit, parts }: { before?: string; limit: number; parts?: readonly number[] },
    ) {
      reads.push(parts === undefined ? day : `${day} ${parts}`);
      const all = lines
        .filter((one) => placeOf(one).startsWith(day) && (before === undefined || placeOf(one) < before))
        .filter((one) => parts === undefined || parts.includes(partOf(one)))
        .sort((left, right) => (placeOf(left) < placeOf(right) ? 1 : -1));
      const items = all.slice(0, Math.min(limit, step));
      return { items, isComplete: items.length === all.length };
    },
  };
}

/** Limit on reads: 20 in a row of about 5 ms each take 0.1 s. */
const MOST_READS = 20;

const at = (day: number, hour = 0): number => Date.UTC(2030, 0, day, hour);
const DAYS = { from: '2030-01-01', to: '2030-01-31' };

async function all(store: ReturnType<typeof storeOf>, limit: number, filter = {}) {
  const ids: string[] = [];
  const pages: number[] = [];
  let after: string | undefined;
  do {
    const page = await listSessions(store, 'acme', {
      ...DAYS,
      limit,
      filter,
      now: 0,
      ...(after && { after }),
    });
    ids.push(...page.sessions.map(({ sessionId }) => sessionId));
    pages.push(page.sessions.length);
    after = page.next;
  } while (after !== undefined);
  return { ids, pages };
}

describe('the list of sessions', () => {
  const lines = [1, 2, 3, 4, 5].flatMap((day) =>
    [1, 2, 3].map((hour) => line(at(day, hour), `${day}-${hour}`)),
  );
  const latestFirst = lines.map(({ sessionId }) => sessionId).reverse();

  test.each([1, 2, 3, 4, 7, 15, 100])('has each once, the latest first, in pages of %i', async (limit) => {
    for (const step of [1, 2, 100]) {
      const { ids, pages } = await all(storeOf(lines, step), limit);
      expect(ids).toEqual(latestFirst);
      expect(Math.max(...pages)).toBeLessThanOrEqual(limit);
    }
  });

  test('answers a long empty period after few reads, and says where to continue', async () => {
    const empty = storeOf([]);
    const asked = { from: '2028-01-01', to: '2030-01-31', limit: 5, filter: {}, now: 0 };
    const page = await listSessions(empty, 'acme', asked);
    expect(page.sessions).toEqual([]);
    expect(page.next).toMatch(/^(2028|2029|2030)-\d\d-\d\d$/);
    expect(empty.reads.length).toBeLessThanOrEqual(MOST_READS);
  });

  test('continues past empty days to earlier sessions', async () => {
    const { ids } = await all(storeOf([line(at(1), 'early'), line(at(31), 'late')]), 5);
    expect(ids).toEqual(['late', 'early']);
  });

  test('has only those that pass the filter, however rare they are', async () => {
    const rare = [...lines, line(at(2), 'lost', 'failed')];
    expect((await all(storeOf(rare, 2), 3, { outcome: 'failed' })).ids).toEqual(['lost']);
  });

  describe('with counters', () => {
    /** Creates a store that also counts its sessions, by part where `isByPart` returns true. */
    function countedStoreOf(
      lines: readonly SessionLine[],
      isByPart: (line: SessionLine) => boolean = () => true,
    ) {
      const store = storeOf(lines);
      return {
        ...store,
        async countsOf(_institution: string, from: string, to: string) {
          store.reads.push('counters');
          return lines
            .map((line) => ({
              day: new Date(line.beganAt).toISOString().slice(0, 10),
              versionId: line.versionId,
              ...(isByPart(line) && { part: partOf(line) }),
              counts: { sessions: 1, [`session:${line.outcome}`]: 1 },
            }))
            .filter(({ day }) => day >= from && day <= to);
        },
      };
    }

    test('reads of two years only the days that have some', async () => {
      const store = countedStoreOf([line(at(1), 'early'), line(at(31), 'late')]);
      const asked = { from: '2028-01-01', to: '2030-01-31', limit: 5, filter: {}, now: 0 };
      const page = await listSessions(store, 'acme', asked);
      expect(page.sessions.map(({ sessionId }) => sessionId)).toEqual(['late', 'early']);
      expect(page.next).toBeUndefined();
      expect(store.reads).toEqual(['2030-01-31', 'counters', '2030-01-01']);
    });

    test('reads no day if nothing passes the filter', async () => {
      const store = countedStoreOf(lines);
      const page = await listSessions(store, 'acme', {
        ...DAYS,
        limit: 5,
        filter: { outcome: 'failed' },
        now: 0,
      });
      expect(page).toEqual({ sessions: [] });
      expect(store.reads).toEqual(['counters']);
    });

    test('reads of a day with one match the part that has it, a thousand lines at once', async () => {
      const others = Array.from({ length: 4000 }, (_, index) => line(at(2) + index, 'x'.repeat(index % 4)));
      const store = countedStoreOf([...others, line(at(2) - 1, 'other day'), line(at(2), '', 'failed')]);
      const asked = { ...DAYS, limit: 25, filter: { outcome: 'failed' as const }, now: 0 };
      const page = await listSessions(store, 'acme', asked);
      expect(page).toEqual({ sessions: [expect.objectContaining({ outcome: 'failed' })] });
      expect(store.reads).toEqual(['counters', '2030-01-02 0', '2030-01-02 0']);
    });

    test('reads the whole day if the part of some counts is unknown', async () => {
      const lines = [line(at(2), 'lost', 'failed'), line(at(2), 'contained')];
      const store = countedStoreOf(lines, ({ outcome }) => outcome === 'failed');
      await listSessions(store, 'acme', { ...DAYS, limit: 5, filter: { outcome: 'failed' }, now: 0 });
      expect(store.reads).toEqual(['counters', '2030-01-02']);
    });

    test.each([1, 2, 3, 4, 7, 15, 100])('has each once in pages of %i', async (limit) => {
      const rare = [...lines, line(at(2), 'lost', 'failed'), line(at(4), 'gone', 'failed')];
      expect((await all(countedStoreOf(lines), limit)).ids).toEqual(latestFirst);
      expect((await all(countedStoreOf(rare), limit, { outcome: 'failed' })).ids).toEqual(['gone', 'lost']);
    });

    test('reads no counters if the first day fills the page', async () => {
      const store = countedStoreOf(lines);
      await listSessions(store, 'acme', {
        from: '2030-01-01',
        to: '2030-01-05',
        limit: 3,
        filter: {},
        now: 0,
      });
      expect(store.reads).toEqual(['2030-01-05']);
    });
  });
});
