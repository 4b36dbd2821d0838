import { describe, expect, test } from 'vitest';
import { ParleyError } from '../../../../../functions/shared/domain/errors.ts';
import {
  ACCOUNT_RATE,
  type PasswordRecords,
  passwordSuccess,
  passwordThrottle,
  reservePassword,
  SOURCE_RATE,
  talliesOf,
} from '../../../../../functions/shared/domain/sign-in/password-throttle.ts';
import type { Tally } from '../../../../../functions/shared/domain/sign-in/throttle.ts';

const NOW = Date.UTC(2030, 0, 1);
const DAY = 24 * 3_600_000;
const SOURCE = '192.0.2.1';
const named = passwordThrottle('acme', 'ann', SOURCE);
const unnamed = passwordThrottle(undefined, 'ann', SOURCE);

const failed = (attempts: number, lastAt = NOW): Tally => ({ attempts, forgiven: 0, lastAt });

/** Returns the milliseconds that an attempt has to wait; 0 if it may be made at once. */
function waitMs(throttle: typeof named, records: PasswordRecords, now = NOW): number {
  try {
    reservePassword(throttle, records, now);
    return 0;
  } catch (error) {
    if (!(error instanceof ParleyError) || error.code !== 'too_many_requests') throw error;
    return (error.details.retryAfterSeconds ?? Number.NaN) * 1000;
  }
}

describe('where an attempt is counted', () => {
  test('differs by institution, user name and source', () => {
    const attempts = [
      passwordThrottle('acme', 'ann', SOURCE),
      passwordThrottle('rival', 'ann', SOURCE),
      passwordThrottle('acme', 'bob', SOURCE),
      passwordThrottle('acme', 'ann', '192.0.2.2'),
    ];
    expect(new Set(attempts.map((attempt) => attempt.named)).size).toBe(4);
    expect(new Set(attempts.map(({ name }) => name)).size).toBe(3);
    expect(new Set(attempts.map(({ account }) => account)).size).toBe(3);
    expect(new Set(attempts.map(({ source }) => source)).size).toBe(2);
  });

  test('shares the user name and the source if no institution is named', () => {
    const one = passwordThrottle('acme', 'ann', SOURCE);
    const other = passwordThrottle(undefined, 'ann', SOURCE);
    expect(other).not.toHaveProperty('named');
    expect([other.name, other.source]).toEqual([one.name, one.source]);
    expect(other.account).not.toBe(one.account);
  });

  test('is one for a whole IPv6 network of 64 bits', () => {
    const one = passwordThrottle('acme', 'ann', '2001:db8:0:1::1');
    expect(passwordThrottle('acme', 'ann', '2001:db8:0:1:ffff::1')).toEqual(one);
    expect(passwordThrottle('acme', 'ann', '2001:db8:0:2::1').source).not.toBe(one.source);
  });
});

describe('an attempt that nothing delays', () => {
  const buckets = [
    { key: named.account, rate: ACCOUNT_RATE, emptyAt: 0 },
    { key: named.source, rate: SOURCE_RATE, emptyAt: 0 },
  ];

  test('is one of at most five at its account and source, unless one without an institution intervenes', () => {
    expect(reservePassword(named, {}, NOW)).toEqual({
      tallies: [
        { key: named.named, upTo: 5 },
        { key: named.name, unnamed: { stillAt: 0 } },
      ],
      buckets,
      lateMs: 1000,
    });
  });

  test('without an institution is one of at most five at its user name and source', () => {
    expect(reservePassword(unnamed, {}, NOW)).toEqual({
      tallies: [{ key: unnamed.name, upTo: 5, unnamed: { counts: true } }],
      buckets: [{ ...buckets[0], key: unnamed.account }, buckets[1]],
      lateMs: 1000,
    });
  });

  test('leaves as much room as the failures of both ways together', () => {
    const records = { named: failed(12), name: { ...failed(20), unnamed: failed(3) } };
    const step = { ...records, named: { ...failed(12), forgiven: 11 } };
    expect(reservePassword(named, step, NOW).tallies).toEqual([
      { key: named.named, upTo: 13 },
      { key: named.name, unnamed: { stillAt: 3 } },
    ]);
    const name = { attempts: 20, forgiven: 17, lastAt: NOW, unnamed: failed(9, NOW - DAY) };
    expect(reservePassword(unnamed, { ...records, name }, NOW).tallies).toEqual([
      { key: named.name, upTo: 22, unnamed: { counts: true, forgets: 9 } },
    ]);
  });

  test('after its delay is the only one, and a late one waits for the next', () => {
    const named6 = failed(6, NOW - 2000);
    const { tallies, lateMs } = reservePassword(named, { named: named6 }, NOW);
    expect(tallies[0]).toEqual({ key: named.named, upTo: 7 });
    expect(lateMs).toBe(4000);
  });

  test('starts again if what was counted is forgotten', () => {
    const old = { ...failed(9, NOW - DAY), unnamed: failed(4, NOW - DAY) };
    expect(reservePassword(named, { named: failed(7, NOW - DAY), name: old }, NOW).tallies).toEqual([
      { key: named.named, forgets: 7, upTo: 12 },
      { key: named.name, forgets: 9, unnamed: { stillAt: 4 } },
    ]);
  });
});

describe('an attempt is delayed', () => {
  test('by the failures of its account from its source', () => {
    expect(waitMs(named, { named: failed(4) })).toBe(0);
    expect(waitMs(named, { named: failed(5) })).toBe(1000);
    expect(waitMs(unnamed, { name: failed(4) })).toBe(0);
    expect(waitMs(unnamed, { name: failed(5) })).toBe(1000);
  });

  test('by those that named no institution, not by those that named another', () => {
    const name = { ...failed(10), unnamed: failed(2) };
    expect(waitMs(named, { named: failed(2), name })).toBe(0);
    expect(waitMs(named, { named: failed(3), name })).toBe(1000);
    expect(waitMs(unnamed, { name })).toBe(32_000);
  });

  test.each([
    ['account', ACCOUNT_RATE, 24 * 600_000, 600_000],
    ['source', SOURCE_RATE, 99 * 60_000, 60_000],
  ] as const)('by the bucket of its %s, as long as it is full', (bucket, { everyMs }, room, every) => {
    expect(everyMs).toBe(every);
    const wait = (level: number) => waitMs(named, { [bucket]: { emptyAt: NOW + level } });
    expect(wait(room)).toBe(0);
    expect(wait(room + 1)).toBe(1);
    expect(wait(room + every)).toBe(every);
  });

  test('by the longest of these delays', () => {
    const account = { emptyAt: NOW + 24 * 600_000 + 3000 };
    expect(waitMs(named, { named: failed(6), account })).toBe(3000);
    expect(waitMs(named, { named: failed(7), account })).toBe(4000);
  });
});

describe('from a source that the account trusts', () => {
  const signedIn = (signedInAt: number) => ({ attempts: 0, forgiven: 0, lastAt: 0, signedInAt });
  const full = { account: { emptyAt: NOW + DAY }, source: { emptyAt: NOW + DAY } };

  test('an attempt ignores the buckets, and adds nothing to them', () => {
    const records = { named: signedIn(NOW - 30 * DAY + 1), ...full };
    expect(waitMs(named, records)).toBe(0);
    expect(reservePassword(named, records, NOW).buckets).toEqual([]);
    expect(waitMs(named, { ...full, named: signedIn(NOW - 30 * DAY) })).toBeGreaterThan(0);
  });

  test('it is still delayed by its own failures', () => {
    expect(waitMs(named, { named: { ...signedIn(NOW), ...failed(6) }, ...full })).toBe(2000);
  });

  test('the two ways of naming the account are trusted separately', () => {
    expect(waitMs(unnamed, { name: signedIn(NOW), ...full })).toBe(0);
    expect(waitMs(named, { name: signedIn(NOW), ...full })).toBeGreaterThan(0);
    expect(waitMs(unnamed, { named: signedIn(NOW), ...full })).toBeGreaterThan(0);
  });
});

test('a success forgives both ways of naming the account, and takes back only what it poured', () => {
  const success = { institution: 'acme', username: 'ann', sourceIp: SOURCE };
  const tallies = [{ key: named.named }, { key: named.name, ofName: true }];
  expect(talliesOf(success)).toEqual(tallies);
  expect(passwordSuccess(reservePassword(unnamed, {}, NOW), success)).toEqual({
    tallies,
    buckets: [
      { key: unnamed.account, rate: ACCOUNT_RATE },
      { key: unnamed.source, rate: SOURCE_RATE },
    ],
  });
  expect(passwordSuccess({ buckets: [] }, success)).toEqual({ tallies, buckets: [] });
});
