import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { playConversations, verdictOf } from '../../../authoring/play/conversations.ts';
import type {
  ConversationReader,
  ReadTurn,
  SessionLine,
} from '../../../functions/shared/domain/conversations/conversation-views.ts';
import { loadFiles } from '../../engine/dialogue/support.ts';

const NOW = Date.parse('2030-01-31T12:00:00.000Z');
const shop = (more = '') =>
  loadFiles(
    {
      'assistant.yaml':
        'schema: 1\nname: shop\nlanguages: {default: en, supported: [en]}\nout_of_scope: {say: {en: Books only.}}\n',
      'competencies/hours.yaml':
        'competency: hours\nstates:\n  hours:\n    terminal: true\n    utterances: {en: [opening hours, when are you open]}\n' +
        `    say: {en: From nine to five${more}.}\n`,
    },
    { hours: 'hours' },
  );
const deaf = () => {
  const loaded = shop();
  const nothing = { ranked: [], outOfScope: 1, outcome: 'out_of_scope' as const };
  return { ...loaded, utterances: new Map(), classifiers: new Map([['en', { classify: () => nothing }]]) };
};

/** Creates a log with one session per query, which repeats its query in each turn. */
function logOf(queries: readonly string[], application = 'prod:shop', turns = 1) {
  const sessions = queries.map((query) => ({ id: randomUUID(), query }));
  const lineOf = ({ id }: { id: string }): SessionLine => ({
    sessionId: id,
    versionId: 'v',
    application,
    language: 'en',
    beganAt: NOW - 1000,
    lastAt: NOW - 1000,
    endsAt: NOW,
    turns,
    unhandled: 0,
    outcome: 'contained',
    competencies: [],
  });
  const turnOf = ({ id, query }: { id: string; query: string }, ordinal: number): ReadTurn => ({
    qid: id,
    ordinal,
    sessionId: id,
    at: NOW - 1000,
    beganAt: NOW - 1000,
    versionId: 'v',
    application,
    language: 'en',
    device: null,
    outcome: 'out_of_scope',
    competency: 'out_of_scope',
    state: 'out_of_scope',
    intent: null,
    milliseconds: 1,
    words: { query, spoken: null, shown: null, slots: {} },
  });
  const reader: Pick<ConversationReader, 'sessionsOf' | 'turnsOf'> = {
    sessionsOf: async (_institution, day) => ({
      items: day === '2030-01-31' ? sessions.map(lineOf) : [],
      isComplete: true,
    }),
    turnsOf: async (_institution, id, { limit, after = '0' }) => {
      const session = sessions.find((each) => each.id === id);
      const from = Number(after);
      const to = Math.min(from + limit, turns);
      const items = Array.from({ length: to - from }, (_, index) => from + index + 1);
      return {
        items: session === undefined ? [] : items.map((ordinal) => turnOf(session, ordinal)),
        ...(to < turns && { next: String(to) }),
      };
    },
  };
  return { reader, ids: sessions.map(({ id }) => id) };
}

const play = (
  reader: ReturnType<typeof logOf>['reader'],
  versions: Parameters<typeof playConversations>[0],
  {
    until = Number.POSITIVE_INFINITY,
    now = () => NOW,
    signal = new AbortController().signal,
  }: { until?: number; now?: () => number; signal?: AbortSignal } = {},
) =>
  playConversations(versions, reader, {
    institution: 'acme',
    now,
    until,
    signal,
    onProgress: () => undefined,
  });

test('a turn that only the new version understands is better, whatever the log has', async () => {
  const { reader, ids } = logOf(['opening hours', 'who won']);
  const played = await play(reader, { before: deaf(), after: shop() });
  expect(played).toMatchObject({
    from: '2030-01-25',
    to: '2030-01-31',
    played: 2,
    turns: 2,
    better: { count: 1 },
    worse: { count: 0 },
    same: 1,
  });
  expect(played.changes).toEqual([
    expect.objectContaining({
      session_id: ids[0],
      qid: ids[0],
      turn: 1,
      verdict: 'better',
      before: expect.objectContaining({ state: 'out_of_scope' }),
      after: expect.objectContaining({ state: 'hours' }),
    }),
  ]);
  const back = await play(reader, { before: shop(), after: deaf() });
  expect(back).toMatchObject({ better: { count: 0 }, worse: { count: 1 } });
});

test('the result of a play does not contain what users said', async () => {
  const { reader } = logOf(['opening hours for my secret']);
  const told = JSON.stringify(await play(reader, { before: deaf(), after: shop(' sharp') }));
  expect(told).not.toContain('secret');
});

test('the same answer in other words counts as other, neither better nor worse', async () => {
  const { reader } = logOf(['opening hours']);
  const played = await play(reader, { before: shop(), after: shop(' sharp') });
  expect(played).toMatchObject({ other: 1, better: { count: 0 }, worse: { count: 0 }, verdict: 'open' });
});

test('nine of nine better conversations leave the verdict open, with their interval', async () => {
  const { reader } = logOf(Array.from({ length: 9 }, () => 'opening hours'));
  const played = await play(reader, { before: deaf(), after: shop() });
  expect(played).toMatchObject({ verdict: 'open', better: { count: 9, share: 1, high: 1 } });
  expect(played.better.low).toBeCloseTo(0.664, 3);
  expect(played.worse.high).toBeCloseTo(0.336, 3);
});

test.each([
  [10, 0, 'better'],
  [0, 10, 'worse'],
  [6, 6, 'open'],
  [9, 3, 'open'],
  [30, 10, 'better'],
  [9, 0, 'open'],
] as const)('%i better and %i worse ones are %s', (better, worse, verdict) => {
  expect(verdictOf(better, worse)).toBe(verdict);
});

test('made-up conversations are played only where there are no others, and are marked', async () => {
  const made = logOf(['opening hours'], 'made-up:shop');
  const real = logOf(['who won'], 'prod:shop');
  const versions = { before: deaf(), after: shop() };
  expect(await play(made.reader, versions)).toMatchObject({ played: 1, made_up: 1 });
  const both = {
    ...real.reader,
    sessionsOf: async (...asked: Parameters<typeof real.reader.sessionsOf>) => ({
      items: [
        ...(await made.reader.sessionsOf(...asked)).items,
        ...(await real.reader.sessionsOf(...asked)).items,
      ],
      isComplete: true,
    }),
  };
  expect(await play(both, versions)).toMatchObject({ played: 1, made_up: 0, better: { count: 0 } });
});

test('conversations for which there is no time are counted as left off', async () => {
  const { reader } = logOf(['opening hours', 'opening hours']);
  expect(await play(reader, { before: deaf(), after: shop() }, { until: NOW })).toMatchObject({
    played: 0,
    left_off: 2,
    verdict: 'open',
  });
});

test.each([
  [100, []],
  [101, [{ reason: 'long', turns: 1 }]],
  [5000, [{ reason: 'long', turns: 4900 }]],
])(
  'of a conversation of %i turns, the first hundred are read and played, and the rest is counted',
  async (turns, unplayed) => {
    const { reader } = logOf(['who won'], 'prod:shop', turns);
    const read: number[] = [];
    const turnsOf: typeof reader.turnsOf = async (...asked) => {
      const page = await reader.turnsOf(...asked);
      read.push(page.items.length);
      return page;
    };
    const played = await play({ ...reader, turnsOf }, { before: shop(), after: shop(' sharp') });
    expect(played).toMatchObject({ played: 1, turns: 100, left_off: 0, unplayed });
    expect(read).toEqual([100]);
  },
);

test('a conversation that does not fit into the time is left off as a whole, and earlier ones count', async () => {
  const { reader } = logOf(['who won', 'who won'], 'prod:shop', 50);
  let asked = 0;
  // Each turn of each version takes 1 ms, so time runs out in the second conversation.
  const now = () => NOW + asked++;
  const played = await play(reader, { before: shop(), after: shop() }, { now, until: NOW + 150 });
  expect(played).toMatchObject({ played: 1, turns: 50, left_off: 1 });
});

test('other work runs between the turns of a conversation, and can abort the play there', async () => {
  const { reader } = logOf(['who won'], 'prod:shop', 50);
  const ending = new AbortController();
  let rounds = 0;
  const round = () => {
    rounds += 1;
    if (rounds === 20) ending.abort(new Error('superseded'));
    else setImmediate(round);
  };
  setImmediate(round);
  const versions = { before: shop(), after: shop() };
  await expect(play(reader, versions, { signal: ending.signal })).rejects.toThrow('superseded');
});
