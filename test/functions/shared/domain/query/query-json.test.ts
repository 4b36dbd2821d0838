import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findJsonFault, withExactNumbers } from '../../../../../functions/shared/domain/query/query-json.ts';

const ZEROS = '0'.repeat(60_000);
const roundTrip = (text: string): string => JSON.stringify(withExactNumbers(text, JSON.parse(text)));

test.each([
  '12345678901234567890',
  '-12345678901234567890.5',
  '0.1234567890123456789',
  '9007199254740993',
  '1e-400',
  '1E-400',
  '-0',
  '-0.0',
  '1.00000000000000000001e5',
  '{"a":[1,{"__proto__":12345678901234567890}]}',
])('%s comes back as it came', (text) => {
  expect(roundTrip(text)).toBe(text);
});

test.each([
  ['1.50', '1.5'],
  ['100000000000000000000', '100000000000000000000'],
  ['1e2', '100'],
  ['0.00001', '0.00001'],
  ['1e3', '1000'],
  ['0e9', '0'],
  ['0.00e-7', '0'],
  ['-1e2', '-100'],
  ['-0.5e1', '-5'],
  ['12.500e-1', '1.25'],
  ['1e21', '1e+21'],
  ['1e-7', '1e-7'],
  ['123456789012345.60', '123456789012345.6'],
  ['1.0000000000000000', '1'],
  ['"1234567890123456789"', '"1234567890123456789"'],
])('%s, which a double holds, is written as %s', (text, written) => {
  expect(roundTrip(text)).toBe(written);
});

test.each([
  ['a fraction of many zeros and a one', `1.${ZEROS}1`],
  ['a fraction of many digits', `0.${'123456789'.repeat(7_000)}`],
  ['many digits', `${'123456789'.repeat(30)}1e-200`],
  ['an exponent of many digits', `1e-${ZEROS}400`],
  ['an exponent beyond every number', `-1e-${'9'.repeat(60_000)}`],
])('%s comes back as it came', (_, text) => {
  expect(roundTrip(text)).toBe(text);
});

test.each([
  ['many zeros after the point', `1.5${ZEROS}`, '1.5'],
  ['many zeros and an exponent', `0.${ZEROS}25e60003`, '250'],
  ['an exponent with many zeros', `5e+${ZEROS}2`, '500'],
])('%s are dropped from a number that a double holds', (_, text, written) => {
  expect(roundTrip(text)).toBe(written);
});

test('the last value of a repeated name counts', () => {
  expect(roundTrip('{"a":-0,"b":1,"a":12345678901234567890}')).toBe('{"a":12345678901234567890,"b":1}');
  expect(roundTrip('{"a":12345678901234567890,"a":{"c":[1.0]}}')).toBe('{"a":{"c":[1]}}');
});

test('every number of a document keeps its value, whatever its digits', () => {
  const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,30})(\.\d{1,30})?([eE][+-]?\d{1,2})?$/);
  fc.assert(
    fc.property(fc.array(digits, { maxLength: 5 }), (numbers) => {
      const written = roundTrip(`[${numbers.join(',')}]`);
      const values = written === '[]' ? [] : written.slice(1, -1).split(',');
      expect(values.map(exactValue)).toEqual(numbers.map(exactValue));
    }),
  );
});

/** Returns a decimal's exact value times 10^200, with the sign of zero kept. */
function exactValue(decimal: string): string {
  const [mantissa = '', exponent = '0'] = decimal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const scaled = BigInt(whole + fraction) * 10n ** BigInt(200 + Number(exponent) - fraction.length);
  return `${mantissa.startsWith('-') ? '-' : ''}${scaled}`;
}

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

test('containers may stand inside each other up to the limit', () => {
  expect(findJsonFault(nested(20), 20)).toBeUndefined();
  expect(findJsonFault(nested(21), 20)).toBe('too_deep');
  expect(findJsonFault({ a: { b: [1] } }, 3)).toBeUndefined();
  expect(findJsonFault({ a: { b: [[]] } }, 3)).toBe('too_deep');
});

test('any depth is refused without running out of stack', () => {
  expect(findJsonFault(nested(100_000), 20)).toBe('too_deep');
});

test('a number beyond the range of a double is found anywhere', () => {
  expect(findJsonFault(JSON.parse('{"a":[{"b":1e309}]}'), 20)).toBe('number_out_of_range');
  expect(findJsonFault(JSON.parse('-1e309'), 20)).toBe('number_out_of_range');
  expect(findJsonFault(JSON.parse('{"a":[{"b":1e308}]}'), 20)).toBeUndefined();
});
