import { expect, test } from 'vitest';
import { playLines } from '../../cli/play-lines.ts';
import type { DraftPlay } from '../../functions/shared/domain/drafts/play.ts';

const TESTS = { passed: 0, failed: 0, failures: [], left_off: 0 };
const share = (count: number, low: number, high: number) => ({ count, share: count / 9, low, high });
const CONVERSATIONS: NonNullable<DraftPlay['conversations']> = {
  from: '2030-01-25',
  to: '2030-01-31',
  played: 9,
  made_up: 9,
  left_off: 2,
  turns: 20,
  unplayed: [{ reason: 'masked', turns: 3 }],
  better: share(9, 0.664, 1),
  worse: share(0, 0, 0.336),
  other: 0,
  same: 0,
  verdict: 'open',
  verdict_from: 10,
  changes: [
    {
      session_id: 's',
      qid: 'q',
      turn: 2,
      verdict: 'better',
      before: { outcome: 'out_of_scope', competency: 'out_of_scope', state: 'out_of_scope', asked: null },
      after: { outcome: 'understood', competency: 'hours', state: 'hours', asked: null },
    },
  ],
  changes_left_off: 0,
};

test('nine better conversations are printed with their interval and without a verdict', () => {
  const lines = playLines({
    compared_with: 'v',
    comparison: 'done',
    tests: TESTS,
    conversations: CONVERSATIONS,
  });
  expect(lines).toEqual([
    'The draft has no tests.',
    'Compared with v:',
    'Conversations from 2030-01-25 to 2030-01-31: 9 played, 20 turns, all made up.',
    '  better: 9 (66 % to 100 % of all such conversations, 95 %)',
    '  worse:  0 (0 % to 34 % of all such conversations, 95 %)',
    '  answered otherwise: 0, the same: 0',
    '  No verdict: 9 conversations got better or worse, and fewer than 10 say nothing.',
    '  3 turns not played: masked or not kept',
    '  2 conversations were not played',
    '  better: out_of_scope / out_of_scope → hours / hours  (s, turn 2)',
  ]);
});

test('prints failing tests, wrong sentences and what cannot be compared', () => {
  const failure = { file: 'tests/a.yaml', name: 'a', turn: 1, said: 'hi', message: 'expected state "a"' };
  const tests = { passed: 1, failed: 2, failures: [failure], left_off: 1 };
  expect(playLines({ compared_with: null, comparison: 'none', tests })).toEqual([
    'Tests: 1 passed, 2 failed.',
    '  tests/a.yaml, turn 1, "hi": expected state "a"',
    '  and 1 more',
    'No version serves yet, so there was nothing to compare it with.',
  ]);
  const sentences = {
    played: 2,
    right_before: 0,
    right: 1,
    wrong: [{ text: 'open?', language: 'en', wanted: 'hours', before: null, after: 'prices' }],
    left_off: 0,
  };
  expect(playLines({ compared_with: 'v', comparison: 'done', tests: TESTS, sentences }).slice(2)).toEqual([
    'New sentences: 1 of 2 are understood as wanted; before, 0 were.',
    '  "open?" is taken for prices, not for hours',
  ]);
});

test('prints new values that do not reach their slots, also without a new sentence', () => {
  const wrong = { text: 'paint it mauve', language: 'en', slot: 'color', before: null };
  const values = {
    ...{ played: 3, right: 1, right_before: 0, left_off: 2 },
    wrong: [
      { ...wrong, wanted: 'purple', after: null },
      { ...wrong, wanted: 'purple', after: 'red' },
    ],
  };
  const sentences = { played: 0, right: 0, right_before: 0, wrong: [], left_off: 0, values };
  expect(playLines({ compared_with: 'v', comparison: 'done', tests: TESTS, sentences })).toEqual([
    'The draft has no tests.',
    'Compared with v:',
    'New sentences: none.',
    'New values: 1 of 3 reach their slot; before, 0 did.',
    '  "paint it mauve" gives color nothing, not purple',
    '  "paint it mauve" gives color red, not purple',
    '  2 were not played',
  ]);
});
