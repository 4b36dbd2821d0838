import { expect, test } from 'vitest';
import { throttleKeys } from '../../../functions/shared/domain/throttle.ts';

test('failures are kept apart by account and by source, and no name or address is in their keys', () => {
  const accounts = [
    ['client', 'a.b'],
    ['password', 'a', 'b'],
    ['password', 'a', 'b', ''],
    ['password', 'ab', ''],
  ];
  const keys = accounts.flatMap((account) =>
    ['192.0.2.1', '192.0.2.2'].map((source) => throttleKeys(account, source)),
  );
  expect(new Set(keys.map(({ source }) => source)).size).toBe(8);
  expect(new Set(keys.map(({ account }) => account)).size).toBe(4);
  for (const { source, account } of keys) {
    expect(source).toMatch(/^[0-9a-f]{64}$/);
    expect(account).toMatch(/^[0-9a-f]{64}$/);
    expect(source).not.toBe(account);
  }
});

test.each([
  ['192.0.2.1', '::ffff:192.0.2.1', true],
  ['192.0.2.1', '192.0.2.2', false],
  ['2001:db8::1', '2001:db8::ffff:1', true],
  ['2001:db8:0:1::1', '2001:db8:0:2::1', false],
  ['test-invoke-source-ip', 'other', false],
])('%s and %s are one source: %j', (one, other, same) => {
  const [first, second] = [one, other].map((source) => throttleKeys(['client', 'x'], source).source);
  expect(first === second).toBe(same);
});
