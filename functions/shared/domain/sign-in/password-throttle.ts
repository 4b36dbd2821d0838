import {
  type Bucket,
  type BucketStep,
  delayAfterMs,
  FREE_FAILURES,
  failuresOf,
  forgetting,
  fullForMs,
  isTrusted,
  networkOf,
  oneMore,
  type Rate,
  type Reservation,
  remainingDelayMs,
  type SourceRecord,
  type Tally,
  type TallyStep,
  type ThrottleSuccess,
  throttleKey,
  tooManyAttempts,
} from './throttle.ts';

/**
 * The counters of a password attempt, used even if the user does not exist. An attempt without an institution may be
 * meant for any institution, so it counts at every institution that has the user name.
 */
export interface PasswordThrottle {
  /** The user of the named institution, from this source; absent if no institution is named. */
  named?: string;
  /** The user name at any institution, from this source. */
  name: string;
  /** The account as named, from all sources. */
  account: string;
  /** The source, for all accounts. */
  source: string;
}

export interface PasswordRecords {
  named?: SourceRecord;
  name?: SourceRecord;
  account?: Bucket;
  source?: Bucket;
}

/**
 * The limit across all sources that the account does not trust. An account can be named with and without its
 * institution, each with its own bucket: together 50 guesses at once, then 288 a day.
 */
export const ACCOUNT_RATE: Rate = { atOnce: 25, everyMs: 600_000 };
/**
 * The limit across all accounts that do not trust the source. An office behind one address stays below it; a script
 * that tries a list of names does not.
 */
export const SOURCE_RATE: Rate = { atOnce: 100, everyMs: 60_000 };

export function passwordThrottle(
  institution: string | undefined,
  username: string,
  sourceIp: string,
): PasswordThrottle {
  const network = networkOf(sourceIp);
  return {
    ...(institution !== undefined && { named: userKey(institution, username, network) }),
    name: nameKey(username, network),
    account:
      institution === undefined
        ? throttleKey('account-unnamed', username)
        : throttleKey('account', institution, username),
    source: throttleKey('source', network),
  };
}

/**
 * The tallies that delay an attempt: both ways of naming the account, so that alternating them gives no extra guesses.
 */
export const delayedBy = (throttle: PasswordThrottle, records: PasswordRecords): (Tally | undefined)[] =>
  throttle.named === undefined ? [records.name] : [records.named, records.name?.unnamed];

/** True if the source is trusted, so that the limits across sources and across accounts do not apply. */
export const isTrustedSource = (throttle: PasswordThrottle, records: PasswordRecords, now: number): boolean =>
  isTrusted(throttle.named === undefined ? records.name : records.named, now);

/**
 * Counts an attempt before the account is read. Of concurrent attempts, only as many proceed as there is room for.
 * @returns the counted attempt, or how long an attempt without room must wait
 */
export function reservePassword(
  throttle: PasswordThrottle,
  records: PasswordRecords,
  now: number,
): Reservation & { lateMs: number } {
  const buckets = isTrustedSource(throttle, records, now) ? [] : bucketSteps(throttle, records);
  const tallies = delayedBy(throttle, records);
  const waitMs = Math.max(
    remainingDelayMs(tallies, now),
    ...buckets.map((step) => fullForMs(step.rate, step, now)),
  );
  if (waitMs > 0) throw tooManyAttempts(waitMs);
  const failures = tallies.reduce((sum, tally) => sum + failuresOf(tally, now), 0);
  const room = Math.max(1, FREE_FAILURES - failures);
  return {
    tallies: tallySteps(throttle, records, room, now),
    buckets,
    lateMs: delayAfterMs(failures + room),
  };
}

function tallySteps(
  { named, name }: PasswordThrottle,
  records: PasswordRecords,
  room: number,
  now: number,
): TallyStep[] {
  const atName = oneMore(name, records.name, now);
  const unnamed = records.name?.unnamed;
  if (named === undefined) {
    const upTo = (records.name?.attempts ?? 0) + room;
    return [{ ...atName, upTo, unnamed: { counts: true, ...forgetting(unnamed, now) } }];
  }
  const upTo = (records.named?.attempts ?? 0) + room;
  return [
    { ...oneMore(named, records.named, now), upTo },
    { ...atName, unnamed: { stillAt: unnamed?.attempts ?? 0 } },
  ];
}

const bucketSteps = (throttle: PasswordThrottle, { account, source }: PasswordRecords): BucketStep[] => [
  { key: throttle.account, rate: ACCOUNT_RATE, emptyAt: account?.emptyAt ?? 0 },
  { key: throttle.source, rate: SOURCE_RATE, emptyAt: source?.emptyAt ?? 0 },
];

/** A user who signed in, and from where. */
export interface PasswordSource {
  /** The institution that the user belongs to. */
  institution: string;
  username: string;
  sourceIp: string;
}

/**
 * The changes after a successful sign-in. The account's failures from this source are forgiven, whether or not the
 * attempts named the institution (NIST SP 800-63B §5.2.2), and the source is trusted both ways. Only this attempt's
 * share of the buckets is given back: a user with one account must not be able to empty them.
 */
export const passwordSuccess = (
  { buckets }: Pick<Reservation, 'buckets'>,
  source: PasswordSource,
): ThrottleSuccess => ({
  tallies: talliesOf(source),
  buckets: buckets.map(({ key, rate }) => ({ key, rate })),
});

/** An account's tallies at a source, for both ways of naming it. */
export function talliesOf({ institution, username, sourceIp }: PasswordSource): ThrottleSuccess['tallies'] {
  const network = networkOf(sourceIp);
  return [
    { key: userKey(institution, username, network) },
    { key: nameKey(username, network), ofName: true },
  ];
}

const userKey = (institution: string, username: string, network: string): string =>
  throttleKey('user', institution, username, network);

const nameKey = (username: string, network: string): string => throttleKey('name', username, network);
