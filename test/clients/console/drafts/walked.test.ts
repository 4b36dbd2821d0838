import { expect, test } from 'vitest';
import { countWalked, readWalked } from '../../../../clients/console/drafts/walked.ts';
import type { LoggedConversation, Parley } from '../../../../clients/typescript/index.ts';

type Turn = LoggedConversation['turns'][number];

const turn = (competency: string, state: string, ways: readonly [from: string, to: string][] = []) =>
  ({
    competency,
    classifier_state: state,
    explanation: { transitions: ways.map(([from, to]) => ({ from, to, on: 'yes' })) },
  }) as unknown as Turn;

test('turns count states and transitions of their own competency only', () => {
  const { states, ways } = countWalked('order', [
    turn('order', 'order'),
    turn('order', 'ordered', [['order', 'ordered']]),
    turn('order', 'order'),
    turn('hours', 'hours', [['hours', 'order']]),
    { ...turn('order', 'order'), explanation: null },
  ]);
  expect([...states]).toEqual([
    ['order', 3],
    ['ordered', 1],
  ]);
  expect([...ways]).toEqual([['order → ordered', 1]]);
});

/** Creates a log of one-turn conversations, in pages of 25. */
function logOf(count: number) {
  const asked: unknown[] = [];
  const listConversations: Partial<Parley>['listConversations'] = async (filter = {}) => {
    asked.push(filter);
    const from = Number(filter.cursor ?? 0);
    const items = Array.from({ length: Math.min(25, count - from) }, (_, index) => `s${from + index}`);
    const conversations = items.map((session_id) => ({ session_id }));
    const next = from + items.length < count ? { next_cursor: String(from + items.length) } : {};
    return { conversations, ...next } as Awaited<ReturnType<Parley['listConversations']>>;
  };
  const readConversation = async () => ({ turns: [turn('order', 'order')] }) as unknown as LoggedConversation;
  return { parley: { listConversations, readConversation } as unknown as Parley, asked };
}

test('the last week’s conversations that reached the competency are counted', async () => {
  const { parley, asked } = logOf(30);
  const walked = await readWalked(parley, 'order', Date.UTC(2030, 0, 31));
  expect(asked[0]).toEqual({ from: '2030-01-25', to: '2030-01-31', competency: 'order' });
  expect(walked).toMatchObject({ conversations: 30, isPartial: false });
  expect(walked.states.get('order')).toBe(30);
});

test('only the latest fifty conversations are counted, and the result is marked as partial', async () => {
  const { parley } = logOf(80);
  expect(await readWalked(parley, 'order', 0)).toMatchObject({ conversations: 50, isPartial: true });
});
