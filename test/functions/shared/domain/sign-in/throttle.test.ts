import { describe, expect, test } from 'vitest';
import {
  clientSuccess,
  clientThrottleKey,
  delayAfterMs,
  failuresOf,
  fullForMs,
  isTrusted,
  networkOf,
  oneMore,
  remainingDelayMs,
  type SourceRecord,
  throttleKey,
  tooManyAttempts,
} from '../../../../../functions/shared/domain/sign-in/throttle.ts';

const NOW = Date.UTC(2030, 0, 1);
const SECOND = 1000;
const DAY = 24 * 3_600_000;

const failed = (attempts: number, changes: Partial<SourceRecord> = {}): SourceRecord => ({
  attempts,
  forgiven: 0,
  lastAt: NOW,
  ...changes,
});

describe('a key', () => {
  test('is a digest that distinguishes its parts, even where they run into each other', () => {
    const keys = [['a', 'b'], ['ab'], ['a', 'b', ''], ['', 'ab'], ['a:1', 'b']].map((parts) =>
      throttleKey(...parts),
    );
    expect(new Set(keys).size).toBe(5);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}$/);
  });

  test('of a client is of that client at that source', () => {
    const keys = ['acme.x', 'acme.y'].flatMap((id) =>
      ['192.0.2.1', '192.0.2.2'].map((source) => clientThrottleKey(id, source)),
    );
    expect(new Set(keys).size).toBe(4);
    expect(clientThrottleKey('acme.x', '::ffff:192.0.2.1')).toBe(keys[0]);
  });
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['ff02::1', 'ff02:0:0:0::/64'],
  ['test-invoke-source-ip', 'test-invoke-source-ip'],
])('the source of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

describe('the delay after failures from one source', () => {
  test.each([
    [0, 0],
    [4, 0],
    [5, 1],
    [6, 2],
    [7, 4],
    [14, 512],
    [15, 900],
    [16, 900],
    [5000, 900],
  ])('after %i failures is %i seconds', (failures, seconds) => {
    expect(delayAfterMs(failures)).toBe(seconds * SECOND);
    expect(remainingDelayMs([failed(failures)], NOW)).toBe(seconds * SECOND);
  });

  test('runs from the last failure, to the millisecond', () => {
    const left = (now: number) => remainingDelayMs([failed(6)], now);
    expect([NOW + 500, NOW + 1999, NOW + 2000, NOW + 5000].map(left)).toEqual([1500, 1, 0, 0]);
  });

  test('adds up the failures of every tally, from the latest on', () => {
    const tallies = [failed(2, { lastAt: NOW - 10 }), failed(4), undefined];
    expect(remainingDelayMs(tallies, NOW)).toBe(2 * SECOND);
    expect(remainingDelayMs(tallies.toReversed(), NOW)).toBe(2 * SECOND);
  });

  test('ignores attempts that succeeded', () => {
    const succeeded = failed(9, { forgiven: 9, lastAt: NOW });
    expect(remainingDelayMs([failed(6, { lastAt: NOW - 500 }), succeeded], NOW)).toBe(1500);
  });

  test('is reported in words and seconds', () => {
    expect(tooManyAttempts(3000)).toMatchObject({
      code: 'too_many_requests',
      message: 'Too many failed attempts. Retry after the time in Retry-After.',
      details: { retryAfterSeconds: 3 },
    });
  });
});

describe('failures', () => {
  test('are the attempts that nothing forgave', () => {
    expect(failuresOf(undefined, NOW)).toBe(0);
    expect(failuresOf(failed(7), NOW)).toBe(7);
    expect(failuresOf(failed(7, { forgiven: 4 }), NOW)).toBe(3);
    expect(failuresOf(failed(1, { forgiven: 2 }), NOW)).toBe(0);
  });

  test('are forgotten a day after the last, and the next one starts anew', () => {
    const tally = failed(4, { forgiven: 1 });
    expect(failuresOf(tally, NOW + DAY - 1)).toBe(3);
    expect(oneMore('k', tally, NOW + DAY - 1)).toEqual({ key: 'k' });
    expect(failuresOf(tally, NOW + DAY)).toBe(0);
    expect(oneMore('k', tally, NOW + DAY)).toEqual({ key: 'k', forgets: 4 });
    expect(oneMore('k', undefined, NOW)).toEqual({ key: 'k' });
  });
});

describe('a bucket of three, one every ten seconds', () => {
  const rate = { atOnce: 3, everyMs: 10_000 };
  const full = (emptyAt: number, now = NOW) => fullForMs(rate, { emptyAt }, now);

  test('has room while less than three are in it', () => {
    expect(full(0)).toBe(0);
    expect(full(NOW + 20_000)).toBe(0);
    expect(full(NOW + 20_001)).toBe(1);
    expect(full(NOW + 30_000)).toBe(10_000);
  });

  test('has room for one again when one has drained', () => {
    expect(full(NOW + 30_000, NOW + 9_999)).toBe(1);
    expect(full(NOW + 30_000, NOW + 10_000)).toBe(0);
  });
});

describe('a source', () => {
  test('is trusted for thirty days after it signed in', () => {
    expect(isTrusted(undefined, NOW)).toBe(false);
    expect(isTrusted(failed(0), NOW)).toBe(false);
    expect(isTrusted(failed(0, { signedInAt: NOW - 30 * DAY + 1 }), NOW)).toBe(true);
    expect(isTrusted(failed(0, { signedInAt: NOW - 30 * DAY }), NOW)).toBe(false);
  });

  test.each<[string, SourceRecord | undefined, boolean]>([
    ['the first time', undefined, true],
    ['after a failure', failed(1, { signedInAt: NOW }), true],
    ['where none was', failed(0), true],
    ['a day after the last', failed(0, { signedInAt: NOW - DAY }), true],
    ['not within a day of the last', failed(0, { signedInAt: NOW - DAY + 1 }), false],
    ['not after failures that are forgiven', failed(3, { forgiven: 3, signedInAt: NOW }), false],
  ])('records the success of a client %s', (_, record, written) => {
    const success = clientSuccess('k', record, NOW);
    expect(success).toEqual(written ? { tallies: [{ key: 'k' }], buckets: [] } : undefined);
  });
});
