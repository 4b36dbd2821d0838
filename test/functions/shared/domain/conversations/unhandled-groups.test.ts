import { describe, expect, test } from 'vitest';
import type { UnhandledQuery } from '../../../../../functions/shared/domain/conversations/conversation-views.ts';
import { counted } from '../../../../../functions/shared/domain/conversations/counted-queries.ts';
import {
  compactVector,
  unitVector,
  wordsVector,
} from '../../../../../functions/shared/domain/conversations/sentence-vectors.ts';
import { groupUnhandled } from '../../../../../functions/shared/domain/conversations/unhandled-groups.ts';

let at = 0;
const query = (query: string, more: Partial<UnhandledQuery> = {}): UnhandledQuery => ({
  qid: query,
  sessionId: `s${at}`,
  ordinal: 1,
  at: at++,
  versionId: 'v',
  language: 'en',
  outcome: 'out_of_scope',
  query,
  slot: null,
  question: null,
  nearest: [{ label: 'balance', probability: 0.4 }],
  vector: compactVector(wordsVector(query)),
  ...more,
});
const asked = (...of: Parameters<typeof query>) => counted(query(...of));

describe('groups of what was not understood', () => {
  test('hold what is said alike, the largest first, with what was said most often before the rest', async () => {
    const groups = await groupUnhandled([
      asked('open a new account'),
      asked('where is the nearest branch'),
      asked('Where is the nearest branch'),
      asked('where is your nearest branch'),
    ]);
    expect(groups.map(({ count, examples }) => ({ count, examples }))).toEqual([
      { count: 3, examples: ['where is the nearest branch', 'where is your nearest branch'] },
      { count: 1, examples: ['open a new account'] },
    ]);
  });

  test('count how many of them are made up', async () => {
    const [group] = await groupUnhandled([
      asked('sing', { application: 'made-up:bank' }),
      asked('sing', { application: 'prod:made-up' }),
      asked('sing'),
    ]);
    expect(group).toMatchObject({ count: 3, madeUp: 1 });
  });

  test('have one language and one kind of vectors', async () => {
    const short = { vector: Int8Array.of(1, 2) };
    const groups = await groupUnhandled([
      asked('taxi'),
      asked('taxi', { language: 'es' }),
      asked('taxi', short),
      asked('taxi', short),
    ]);
    expect(groups.map(({ count }) => count)).toEqual([2, 1, 1]);
  });

  test('have the nearest labels, by their mean probability', async () => {
    const near = (label: string, probability: number) => ({ nearest: [{ label, probability }] });
    const [group] = await groupUnhandled([
      asked('taxi', near('bus', 0.2)),
      asked('taxi', near('train', 0.5)),
      asked('taxi', near('bus', 0.4)),
    ]);
    expect(group?.nearest).toEqual([
      { label: 'bus', probability: expect.closeTo(0.2) },
      { label: 'train', probability: expect.closeTo(0.5 / 3) },
    ]);
  });

  test('count sessions apart from queries', async () => {
    const [group] = await groupUnhandled([
      asked('taxi', { sessionId: 'a' }),
      asked('taxi', { sessionId: 'a' }),
      asked('taxi', { sessionId: 'b' }),
    ]);
    expect(group).toMatchObject({ count: 3, sessions: 2 });
  });

  test('of ten thousand queries hold each once', async () => {
    const queries = Array.from({ length: 10_000 }, (_, index) =>
      asked(`question ${index % 700} of ${index % 7}`),
    );
    const groups = await groupUnhandled(queries);
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(10_000);
  });
});

test('a vector keeps its direction in 8 bits', async () => {
  const vector = Float32Array.of(0.3, -0.4, 0);
  expect([...unitVector(compactVector(vector))]).toEqual([
    expect.closeTo(0.6, 1),
    expect.closeTo(-0.8, 1),
    0,
  ]);
  expect([...unitVector(compactVector(new Float32Array(2)))]).toEqual([0, 0]);
});
