import { hash } from 'node:crypto';
import { parseAddress } from '../addresses.ts';
import { ParleyError } from '../errors.ts';

/** Attempts on an account from one source, numbered in the order in which they were counted. */
export interface Tally {
  /** All attempts. The number only grows, so that a reader can tell how many were made since its read. */
  attempts: number;
  /** Attempts that are not failures: forgiven by a success or an operator, or given back. */
  forgiven: number;
  /** Epoch milliseconds of the last attempt. */
  lastAt: number;
}

/** Attempts of one source on a client, a user of an institution or a user name. */
export interface SourceRecord extends Tally {
  /** Epoch milliseconds of the last success, or of an operator's lift. */
  signedInAt?: number;
  /** Attempts on a user name that named no institution. */
  unnamed?: Tally;
}

/** A leaky bucket: every attempt adds to it, and it drains continuously. */
export interface Bucket {
  /** Epoch milliseconds at which it will be empty if nothing is added. */
  emptyAt: number;
}

/** A bucket's capacity and drain rate. */
export interface Rate {
  /** Attempts that fit into an empty bucket. */
  atOnce: number;
  /** How long it takes to drain one attempt. */
  everyMs: number;
}

/** One more attempt to count in a tally. */
export interface TallyStep {
  key: string;
  /** If set, the attempt counts only if `attempts` does not exceed this afterwards. */
  upTo?: number;
  /** The new start value of `forgiven` if everything counted before has expired. */
  forgets?: number;
  /**
   * The attempts on a user name without an institution. Either this attempt is one of them and counts, or their
   * number must be unchanged since it was read.
   */
  unnamed?: { counts: true; forgets?: number } | { stillAt: number };
}

/** One more attempt to add to a bucket, if there is room. */
export interface BucketStep {
  key: string;
  rate: Rate;
  /** The value as read. */
  emptyAt: number;
}

/** An attempt, counted in all of these counters, or in none if one has no room. */
export interface Reservation {
  tallies: readonly TallyStep[];
  buckets: readonly BucketStep[];
}

/** The changes after a success. */
export interface ThrottleSuccess {
  /** Tallies whose failures are forgiven, and where the source becomes trusted. */
  tallies: readonly { key: string; ofName?: true }[];
  /** Buckets to which the attempt is given back. */
  buckets: readonly Pick<BucketStep, 'key' | 'rate'>[];
}

/** Port of counted attempts. Each method takes one round trip if there are no concurrent attempts on the account. */
export interface AttemptStore {
  /** Counts an attempt; false, with nothing counted, if concurrent attempts left no room. */
  reserve(reservation: Reservation, now: number): Promise<boolean>;
  succeed(success: ThrottleSuccess, now: number): Promise<void>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Failures on an account from one source without delay; each further one doubles the delay. */
export const FREE_FAILURES = 5;
const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 15 * MINUTE_MS;

/** Failures expire after this long without an attempt. */
const FORGOTTEN_AFTER_MS = DAY_MS;
/** How long a source is trusted by an account after a success. */
export const TRUSTED_FOR_MS = 30 * DAY_MS;
/** Trust is renewed only at this age, so that a client's regular sign-ins write nothing. */
const TRUST_REFRESH_MS = DAY_MS;

/** The key of a source's failures for a client's secret. */
export const clientThrottleKey = (clientId: string, sourceIp: string): string =>
  throttleKey('client', clientId, networkOf(sourceIp));

/** The failures of a tally that still count. */
export function failuresOf(tally: Tally | undefined, now: number): number {
  if (tally === undefined || now - tally.lastAt >= FORGOTTEN_AFTER_MS) return 0;
  return Math.max(0, tally.attempts - tally.forgiven);
}

/** The delay after a number of failures on an account from one source. */
export function delayAfterMs(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - FREE_FAILURES));
}

/** The remaining delay after the failures of all these tallies. */
export function remainingDelayMs(tallies: readonly (Tally | undefined)[], now: number): number {
  const counting = tallies.filter((tally) => failuresOf(tally, now) > 0);
  const failures = counting.reduce((sum, tally) => sum + failuresOf(tally, now), 0);
  const lastAt = Math.max(0, ...counting.map((tally) => tally?.lastAt ?? 0));
  return Math.max(0, delayAfterMs(failures) - (now - lastAt));
}

/** How long until a bucket has room for one more attempt. */
export const fullForMs = ({ atOnce, everyMs }: Rate, { emptyAt }: Bucket, now: number): number =>
  Math.max(0, emptyAt - (atOnce - 1) * everyMs - now);

/** True if the source signed in recently enough that other failures do not delay it. */
export const isTrusted = (record: SourceRecord | undefined, now: number): boolean =>
  record?.signedInAt !== undefined && now - record.signedInAt < TRUSTED_FOR_MS;

/** Counts one more attempt in a tally, regardless of others since the read. */
export const oneMore = (key: string, tally: Tally | undefined, now: number): TallyStep => ({
  key,
  ...forgetting(tally, now),
});

/** Restarts a tally if everything that it counted has expired. */
export const forgetting = (tally: Tally | undefined, now: number): { forgets?: number } =>
  tally !== undefined && now - tally.lastAt >= FORGOTTEN_AFTER_MS ? { forgets: tally.attempts } : {};

/** The changes after a client's correct secret; none if the source was trusted recently and nothing failed. */
export function clientSuccess(
  key: string,
  record: SourceRecord | undefined,
  now: number,
): ThrottleSuccess | undefined {
  const fresh = record !== undefined && now - (record.signedInAt ?? 0) < TRUST_REFRESH_MS;
  return fresh && failuresOf(record, now) === 0 ? undefined : { tallies: [{ key }], buckets: [] };
}

export const tooManyAttempts = (retryAfterMs: number): ParleyError =>
  new ParleyError('too_many_requests', 'Too many failed attempts. Retry after the time in Retry-After.', {
    retryAfterSeconds: retryAfterMs / 1000,
  });

/** A source as counted: an IPv4 address, or the first 64 bits of an IPv6 address, which one household shares. */
export function networkOf(sourceIp: string): string {
  const bytes = parseAddress(sourceIp);
  if (bytes === undefined) return sourceIp;
  if (bytes.length === 4) return bytes.join('.');
  const groups = [0, 2, 4, 6].map((at) => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16));
  return `${groups.join(':')}::/64`;
}

/**
 * A digest, so that no names or addresses are stored. Each part is prefixed with its length, so that different lists
 * never collide.
 */
export function throttleKey(...parts: readonly string[]): string {
  const named = parts.map((part) => `${Buffer.byteLength(part)}:${part}`);
  return hash('sha256', `throttle:${named.join('')}`, 'hex');
}
