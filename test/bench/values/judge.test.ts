import { expect, it } from 'vitest';
import { judge } from '../../../bench/values/judge.ts';
import type { ValueRow } from '../../../bench/values/rows.ts';

const verdict = (kind: ValueRow['kind'], is: ValueRow['is'], ...found: (string | number)[]) =>
  judge({ kind, is, say: '', language: 'en', asked: false, now: 0 }, found);

it.each([
  ['right', 'date', ['2013-02-12'], ['2013-02-12']],
  ['wrong', 'date', ['2013-02-12'], ['2013-02-13']],
  ['wrong', 'date', ['2013-02-12'], ['2013-02-12', '2013-02-13']],
  ['missed', 'date', ['2013-02-12'], []],
  ['right', 'date', [], []],
  ['wrong', 'date', [], ['2013-02-12']],
] as const)('the judgement is %s for a %s %j where %j is found', (meant, kind, is, found) => {
  expect(verdict(kind, [...is], ...found)).toBe(meant);
});

it('a range of days may end on the day after its last day, but no later', () => {
  const week = ['2013-02-11/2013-02-17'];
  expect(verdict('date_range', week, '2013-02-11/2013-02-18')).toBe('right');
  expect(verdict('date_range', week, '2013-02-11/2013-02-19')).toBe('wrong');
});

it('lengths are equal in whatever units they are given', () => {
  expect(verdict('duration', ['P27M'], 'P2Y3M')).toBe('right');
  expect(verdict('duration', ['PT30M'], 'PT0.5H')).toBe('right');
  expect(verdict('duration', ['PT2M'], 'P2M')).toBe('wrong');
});

it('fractions may be given with fifteen digits, but not with five', () => {
  expect(verdict('number', [2 / 3], 0.666666666666667)).toBe('right');
  expect(verdict('number', [2 / 3], 0.66667)).toBe('wrong');
});
