import { expect, test } from 'vitest';
import { dayOf, firstOf, number, percent, shortDay } from '../../../clients/console/format.ts';
import { readOwnFields } from '../../../clients/console/own-fields.ts';

test('days are in UTC, and a range of days includes today', () => {
  const now = Date.parse('2030-03-01T00:30:00Z');
  expect(dayOf(now)).toBe('2030-03-01');
  expect(firstOf(1, now)).toBe('2030-03-01');
  expect(firstOf(7, now)).toBe('2030-02-23');
  expect(shortDay('en', '2030-03-01')).toBe('Mar 1');
});

test('numbers have the format of the language', () => {
  expect([number('en', 1234.56), number('es', 12_345.6)]).toEqual(['1,234.6', '12.345,6']);
  expect(percent('en', 0.674)).toBe('67.4%');
});

test.each([
  ['', {}],
  [' ', {}],
  ['{"a": 1}', { a: 1 }],
  ['[1]', undefined],
  ['null', undefined],
  ['7', undefined],
  ['{a: 1}', undefined],
])('own fields must be a JSON object: %s', (text, fields) => {
  expect(readOwnFields(text)).toEqual(fields);
});
