import { createHash } from 'node:crypto';
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

/** The port of failures. */
export interface FailureStore {
  /** Counts one failure in both records; failures at the same time are all counted. */
  recordFailure(keys: ThrottleKeys, now: number): Promise<void>;
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

/**
 * Lets an attempt pass or not, before anything of the account is looked at.
 * @throws {ParleyError} `too_many_requests` with the seconds to wait
 */
export function requireNotThrottled(state: ThrottleState, now: number): void {
  const waitMs = Math.max(
    remainingMs(state.source, SOURCE_LIMIT, now),
    isTrusted(state.source, now) ? 0 : remainingMs(state.account, ACCOUNT_LIMIT, now),
  );
  if (waitMs > 0) throw tooManyAttempts(waitMs / 1000);
}

export const tooManyAttempts = (retryAfterSeconds: number): ParleyError =>
  new ParleyError('too_many_requests', 'Too many failed attempts; wait as long as Retry-After says.', {
    retryAfterSeconds,
  });

/** True where a success should be written down: failures to clear, or an address to trust for longer. */
export const successCounts = (source: FailureRecord | undefined, now: number): boolean =>
  source === undefined || source.failures > 0 || now - (source.signedInAt ?? 0) >= TRUST_REFRESH_MS;

function remainingMs(record: FailureRecord | undefined, { free, maxDelayMs }: Limit, now: number): number {
  if (record === undefined || record.failures < free) return 0;
  const sinceMs = now - record.lastFailedAt;
  if (sinceMs >= FORGOTTEN_AFTER_MS) return 0;
  return Math.min(maxDelayMs, FIRST_DELAY_MS * 2 ** (record.failures - free)) - sinceMs;
}

const isTrusted = (source: FailureRecord | undefined, now: number): boolean =>
  source?.signedInAt !== undefined && now - source.signedInAt < TRUSTED_FOR_MS;

/** Each part is preceded by its length, so that no two lists of parts run into one. */
function digest(parts: readonly string[]): string {
  const hash = createHash('sha256').update('throttle:');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest('hex');
}
