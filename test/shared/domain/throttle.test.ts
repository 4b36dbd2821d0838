import { describe, expect, test } from 'vitest';
import { ParleyError } from '../../../functions/shared/domain/errors.ts';
import {
  clientThrottle,
  type FailureRecord,
  passwordSuccess,
  passwordThrottle,
  requireNotThrottled,
  successCounts,
  type ThrottleState,
  throttleKeys,
  tooManyAttempts,
} from '../../../functions/shared/domain/throttle.ts';

test('the records by source and by account are apart even where their names run into each other', () => {
  const { account } = throttleKeys(['192.0.2.1', 'client', 'x'], '192.0.2.9');
  const { source } = throttleKeys(['client', 'x'], '192.0.2.1');
  expect(source).not.toBe(account);
});

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

const NOW = Date.UTC(2030, 0, 1);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const NOTHING: ThrottleState = { source: undefined, account: undefined };
const failed = (failures: number, lastFailedAt = NOW): FailureRecord => ({ failures, lastFailedAt });

/** The milliseconds that an attempt has to wait; 0 where it may pass. */
function waitMs(states: ThrottleState[], now = NOW): number {
  try {
    requireNotThrottled(states, now);
    return 0;
  } catch (error) {
    if (error instanceof ParleyError && error.code === 'too_many_requests') {
      return (error.details.retryAfterSeconds ?? Number.NaN) * SECOND;
    }
    throw error;
  }
}

describe('the delay after failures from one source', () => {
  test.each([
    [4, 0],
    [5, 1],
    [6, 2],
    [7, 4],
    [14, 512],
    [15, 900],
    [16, 900],
    [5000, 900],
  ])('%i of them: %i seconds', (failures, seconds) => {
    expect(waitMs([{ ...NOTHING, source: failed(failures) }])).toBe(seconds * SECOND);
  });

  test('runs from the last failure, to the millisecond', () => {
    const states = [{ ...NOTHING, source: failed(6) }];
    expect(waitMs(states, NOW + 500)).toBe(1500);
    expect(waitMs(states, NOW + 1999)).toBe(1);
    expect(waitMs(states, NOW + 2000)).toBe(0);
    expect(waitMs(states, NOW + 5000)).toBe(0);
  });

  test('adds up those of every record, from the latest on', () => {
    const states = [{ ...NOTHING, source: failed(2, NOW - 10) }, { ...NOTHING, source: failed(4) }, NOTHING];
    expect(waitMs(states)).toBe(2 * SECOND);
    expect(waitMs(states.toReversed())).toBe(2 * SECOND);
  });

  test('forgets what is a day old', () => {
    const of = (lastFailedAt: number) =>
      waitMs([
        { ...NOTHING, source: failed(4, lastFailedAt) },
        { ...NOTHING, source: failed(1) },
      ]);
    expect(of(NOW - DAY + 1)).toBe(SECOND);
    expect(of(NOW - DAY)).toBe(0);
  });

  test('is told in words and seconds', () => {
    expect(tooManyAttempts(3)).toMatchObject({
      code: 'too_many_requests',
      message: 'Too many failed attempts; wait as long as Retry-After says.',
      details: { retryAfterSeconds: 3 },
    });
  });
});

describe('the delay after failures from all sources', () => {
  test.each([
    [49, 0],
    [50, 1],
    [51, 2],
    [58, 256],
    [59, 300],
    [5000, 300],
  ])('%i of them: %i seconds', (failures, seconds) => {
    expect(waitMs([{ ...NOTHING, account: failed(failures) }])).toBe(seconds * SECOND);
  });

  test('is not for a source that signed in within thirty days', () => {
    const from = (signedInAt: number) =>
      waitMs([{ source: { failures: 0, lastFailedAt: 0, signedInAt }, account: failed(50) }]);
    expect(from(NOW - 30 * DAY + 1)).toBe(0);
    expect(from(NOW - 30 * DAY)).toBe(SECOND);
  });

  test('trusts by the first record only, which is the account’s own', () => {
    const trusted = { source: { failures: 0, lastFailedAt: 0, signedInAt: NOW }, account: undefined };
    const busy = { ...NOTHING, account: failed(50) };
    expect(waitMs([trusted, busy])).toBe(0);
    expect(waitMs([busy, trusted])).toBe(SECOND);
  });

  test('does not free a trusted source from its own failures', () => {
    const source = { failures: 6, lastFailedAt: NOW, signedInAt: NOW };
    expect(waitMs([{ source, account: failed(50) }])).toBe(2 * SECOND);
  });

  test('and that from one source: the longer one counts', () => {
    expect(waitMs([{ source: failed(6), account: failed(53) }])).toBe(8 * SECOND);
    expect(waitMs([{ source: failed(8), account: failed(50) }])).toBe(8 * SECOND);
  });
});

describe('an attempt', () => {
  const SOURCE = '192.0.2.1';

  test('of a client is counted where it is delayed', () => {
    const keys = throttleKeys(['client', 'acme.x'], SOURCE);
    expect(clientThrottle('acme.x', SOURCE)).toEqual({ delayedBy: [keys], countedAt: [keys] });
  });

  test('by user name is counted and delayed so that naming the institution or not wins nothing', () => {
    const named = throttleKeys(['password', 'acme', 'ann'], SOURCE);
    const unnamed = throttleKeys(['password-unnamed', 'ann'], SOURCE);
    const anywhere = throttleKeys(['password-anywhere', 'ann'], SOURCE);
    expect(passwordThrottle('acme', 'ann', SOURCE)).toEqual({
      delayedBy: [named, unnamed],
      countedAt: [named, anywhere],
    });
    expect(passwordThrottle(undefined, 'ann', SOURCE)).toEqual({
      delayedBy: [anywhere],
      countedAt: [unnamed, anywhere],
    });
    const sources = [named, unnamed, anywhere].flatMap(({ source, account }) => [source, account]);
    expect(new Set(sources).size).toBe(6);
  });

  test('that succeeds clears what it was delayed by, as far as it was read', () => {
    const found = { institution: 'acme', username: 'ann', sourceIp: SOURCE };
    const key = (account: string[]) => throttleKeys(account, SOURCE).source;
    const named = key(['password', 'acme', 'ann']);
    const unnamed = key(['password-unnamed', 'ann']);
    const anywhere = key(['password-anywhere', 'ann']);
    const states = [{ ...NOTHING, source: failed(2) }, NOTHING];
    expect(passwordSuccess(passwordThrottle('acme', 'ann', SOURCE), states, found)).toEqual([
      { key: named, failuresSeen: 2, trusts: true },
      { key: anywhere, trusts: true },
      { key: unnamed, failuresSeen: 0, trusts: false },
    ]);
    expect(passwordSuccess(passwordThrottle(undefined, 'ann', SOURCE), states, found)).toEqual([
      { key: named, trusts: true },
      { key: anywhere, failuresSeen: 2, trusts: true },
      { key: unnamed, trusts: false },
    ]);
  });
});

describe('a success is written', () => {
  test.each([
    ['the first time', undefined, true],
    ['after a failure', { failures: 1, lastFailedAt: NOW, signedInAt: NOW }, true],
    ['where nothing failed and none was', { failures: 0, lastFailedAt: 0 }, true],
    ['a day after the last', { failures: 0, lastFailedAt: 0, signedInAt: NOW - DAY }, true],
    ['within a day of the last', { failures: 0, lastFailedAt: 0, signedInAt: NOW - DAY + 1 }, false],
  ])('%s', (_, record, answer) => {
    expect(successCounts(record, NOW)).toBe(answer);
  });
});
