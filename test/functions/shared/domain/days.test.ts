import { expect, test } from 'vitest';
import { dayOf, daysBefore, daysBetween, isDay } from '../../../../functions/shared/domain/days.ts';

test('a day is that of UTC', () => {
  expect(dayOf(Date.UTC(2030, 0, 1) - 1)).toBe('2029-12-31');
  expect(dayOf(Date.UTC(2030, 0, 1))).toBe('2030-01-01');
});

test.each([
  ['2030-01-01', true],
  ['2028-02-29', true],
  ['2030-02-29', false],
  ['2030-02-30', false],
  ['2030-13-01', false],
  ['2030-1-1', false],
  ['x2030-01-01', false],
  ['2030-01-01x', false],
  ['+02030-01-01', false],
  ['', false],
])('%j is a day: %j', (text, answer) => {
  expect(isDay(text)).toBe(answer);
});

test('days are counted across the ends of months and years', () => {
  expect(daysBetween('2027-12-30', '2028-01-01')).toEqual(['2028-01-01', '2027-12-31', '2027-12-30']);
  expect(daysBetween('2028-01-01', '2028-01-01')).toEqual(['2028-01-01']);
  expect(daysBetween('2028-01-02', '2028-01-01')).toEqual([]);
  expect(daysBefore('2028-03-01', 1)).toBe('2028-02-29');
  expect(daysBefore('2028-03-01', 0)).toBe('2028-03-01');
});
