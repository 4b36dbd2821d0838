import { hash } from 'node:crypto';
import { parseAddress } from './addresses.ts';
import { ParleyError } from './errors.ts';

/** What is known of failed attempts, at an account from one source or from all of them. */
export interface FailureRecord {
  failures: number;
  /** Epoch milliseconds. */
  lastFailedAt: number;
  /** Epoch milliseconds of the last success; only kept by source. */
  signedInAt?: number;
}

/** The two records that bear on one attempt. */
export interface ThrottleState {
  source: FailureRecord | undefined;
  account: FailureRecord | undefined;
}

/** Where those records are kept; digests, so that no name or address is. */
export interface ThrottleKeys {
  source: string;
  account: string;
}

/** Which records an attempt meets. None of it depends on whether the account exists. */
export interface AttemptThrottle {
  /** The failures at all of them, added up, delay the attempt. The first one's trusted sources are the account's. */
  delayedBy: readonly ThrottleKeys[];
  /** Where the attempt is counted if it fails. */
  countedAt: readonly ThrottleKeys[];
}

/** A record by source that a success changes. */
export interface ThrottleSuccess {
  key: string;
  /** Its failures as they were read: with more of them by now, the success does not count. Absent, any number. */
  failuresSeen?: number;
  /** True where the source is trusted from now on. */
  trusts: boolean;
}

/** The port of failures. */
export interface FailureStore {
  /** Counts one failure in all records; failures at the same time are all counted. */
  recordFailure(keys: readonly ThrottleKeys[], now: number): Promise<void>;
}

interface Limit {
  /** Failures without any delay. */
  free: number;
  maxDelayMs: number;
}

const FIRST_DELAY_MS = 1000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** DESIGN §5: the delay doubles from one second up to 15 minutes. */
const SOURCE_LIMIT: Limit = { free: 5, maxDelayMs: 15 * MINUTE_MS };
/** Over all sources: later, and never so long that strangers keep a user out for good. */
const ACCOUNT_LIMIT: Limit = { free: 50, maxDelayMs: 5 * MINUTE_MS };

/** Failures count until there was none for this long. */
export const FORGOTTEN_AFTER_MS = DAY_MS;
/** An address that signed in within this time is exempt from the account's limit. */
export const TRUSTED_FOR_MS = 30 * DAY_MS;

/** Written afresh only when this old, so that steady sign-ins write nothing. */
const TRUST_REFRESH_MS = DAY_MS;

/**
 * Where failures of an account are kept, whether it exists or not.
 * @param account what names it: the kind of sign-in first, then its parts
 * @param sourceIp of IPv6 the first 64 bits count, since one household has them all
 */
export function throttleKeys(account: readonly string[], sourceIp: string): ThrottleKeys {
  const bytes = parseAddress(sourceIp);
  const source = bytes === undefined ? sourceIp : bytes.slice(0, bytes.length === 4 ? 4 : 8).join('.');
  return { source: digest(['source', source, ...account]), account: digest(['account', ...account]) };
}

/** The records of a client's sign-in. */
export function clientThrottle(clientId: string, sourceIp: string): AttemptThrottle {
  const keys = [throttleKeys(['client', clientId], sourceIp)];
  return { delayedBy: keys, countedAt: keys };
}

/**
 * The records of a sign-in by user name. One that names no institution may mean any user of that name, so it counts
 * for the sign-in at every institution, and is itself delayed by all: naming the institution or not wins no guess.
 */
export function passwordThrottle(
  institution: string | undefined,
  username: string,
  sourceIp: string,
): AttemptThrottle {
  const anywhere = throttleKeys(['password-anywhere', username], sourceIp);
  const unnamed = throttleKeys(['password-unnamed', username], sourceIp);
  if (institution === undefined) return { delayedBy: [anywhere], countedAt: [unnamed, anywhere] };
  const named = throttleKeys(['password', institution, username], sourceIp);
  return { delayedBy: [named, unnamed], countedAt: [named, anywhere] };
}

/**
 * What a success at an account changes: the failures from its source are forgotten, and the source is trusted.
 * @param states of `delayedBy`, in its order
 * @param institution that the user turned out to belong to
 */
export function passwordSuccess(
  { delayedBy }: AttemptThrottle,
  states: readonly ThrottleState[],
  { institution, username, sourceIp }: { institution: string; username: string; sourceIp: string },
): ThrottleSuccess[] {
  const [named, unnamed] = passwordThrottle(institution, username, sourceIp).delayedBy;
  const [anywhere] = passwordThrottle(undefined, username, sourceIp).delayedBy;
  const changes = [
    { keys: named, trusts: true },
    { keys: anywhere, trusts: true },
    { keys: unnamed, trusts: false },
  ];
  return changes.flatMap(({ keys, trusts }) => {
    if (keys === undefined) return [];
    const read = delayedBy.findIndex(({ source }) => source === keys.source);
    if (read < 0) return [{ key: keys.source, trusts }];
    return [{ key: keys.source, failuresSeen: states[read]?.source?.failures ?? 0, trusts }];
  });
}

/**
 * Lets an attempt pass or not, before anything of the account is looked at.
 * @param states of `delayedBy`, in its order
 * @throws {ParleyError} `too_many_requests` with the seconds to wait
 */
export function requireNotThrottled(states: readonly ThrottleState[], now: number): void {
  const source = together(
    states.map((state) => state.source),
    now,
  );
  const account = together(
    states.map((state) => state.account),
    now,
  );
  const waitMs = Math.max(
    remainingMs(source, SOURCE_LIMIT, now),
    isTrusted(states[0]?.source, now) ? 0 : remainingMs(account, ACCOUNT_LIMIT, now),
  );
  if (waitMs > 0) throw tooManyAttempts(waitMs / 1000);
}

/** The failures that still count, as if they were in one record. */
function together(records: readonly (FailureRecord | undefined)[], now: number): FailureRecord {
  const counting = records.filter(
    (record) => record !== undefined && now - record.lastFailedAt < FORGOTTEN_AFTER_MS,
  );
  return {
    failures: counting.reduce((sum, record) => sum + (record?.failures ?? 0), 0),
    lastFailedAt: Math.max(0, ...counting.map((record) => record?.lastFailedAt ?? 0)),
  };
}

export const tooManyAttempts = (retryAfterSeconds: number): ParleyError =>
  new ParleyError('too_many_requests', 'Too many failed attempts; wait as long as Retry-After says.', {
    retryAfterSeconds,
  });

/** True where a success should be written down: failures to clear, or an address to trust for longer. */
export const successCounts = (source: FailureRecord | undefined, now: number): boolean =>
  source === undefined || source.failures > 0 || now - (source.signedInAt ?? 0) >= TRUST_REFRESH_MS;

function remainingMs(
  { failures, lastFailedAt }: FailureRecord,
  { free, maxDelayMs }: Limit,
  now: number,
): number {
  if (failures < free) return 0;
  return Math.min(maxDelayMs, FIRST_DELAY_MS * 2 ** (failures - free)) - (now - lastFailedAt);
}

const isTrusted = (source: FailureRecord | undefined, now: number): boolean =>
  source?.signedInAt !== undefined && now - source.signedInAt < TRUSTED_FOR_MS;

/** Each part is preceded by its length, so that no two lists of parts run into one. */
function digest(parts: readonly string[]): string {
  const named = parts.map((part) => `${Buffer.byteLength(part)}:${part}`);
  return hash('sha256', `throttle:${named.join('')}`, 'hex');
}
