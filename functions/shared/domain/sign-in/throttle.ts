import { hash } from 'node:crypto';
import { parseAddress } from '../addresses.ts';
import { ParleyError } from '../errors.ts';

/** Attempts at an account from one source, numbered in the order in which they were counted. */
export interface Tally {
  /** All of them. It only grows, so that what was read says how many came since. */
  attempts: number;
  /** The attempts that do not count as failures: a success or an operator forgave them, or they were not made. */
  forgiven: number;
  /** Epoch milliseconds of the last one. */
  lastAt: number;
}

/** The attempts of a source at a client, at a user of an institution, or at a user name. */
export interface SourceRecord extends Tally {
  /** Epoch milliseconds of the last success, or of an operator's word. */
  signedInAt?: number;
  /** The attempts at a user name that named no institution. */
  unnamed?: Tally;
}

/** A leaky bucket: every attempt pours into it, and it drains all the time. */
export interface Bucket {
  /** Epoch milliseconds at which it is empty, if nothing else is poured. */
  emptyAt: number;
}

/** The size of a bucket, and the speed at which it drains. */
export interface Rate {
  /** Attempts that an empty bucket takes. */
  atOnce: number;
  /** The time in which room for one attempt drains. */
  everyMs: number;
}

/** One more attempt, to be counted in a tally. */
export interface TallyStep {
  key: string;
  /** The most that `attempts` may be afterwards; absent, it is counted whatever came since the tally was read. */
  upTo?: number;
  /** The value at which `forgiven` begins anew, where everything counted before is forgotten. */
  forgets?: number;
  /**
   * Of a user name, for the attempts that name no institution: either this is one of them and counts, or the number
   * of them must still be as it was read.
   */
  unnamed?: { counts: true; forgets?: number } | { stillAt: number };
}

/** One more attempt, to be poured into a bucket on the condition that there is room. */
export interface BucketStep {
  key: string;
  rate: Rate;
  /** The value as it was read. */
  emptyAt: number;
}

/** An attempt as it is counted: in all of these or, where one of them has no room left, in none. */
export interface Reservation {
  tallies: readonly TallyStep[];
  buckets: readonly BucketStep[];
}

/** The changes that a success makes. */
export interface ThrottleSuccess {
  /** Tallies whose failures are forgiven, and in which the source is trusted from now on. */
  tallies: readonly { key: string; ofName?: true }[];
  /** Gives back what the attempt took of these. */
  buckets: readonly Pick<BucketStep, 'key' | 'rate'>[];
}

/** The port of counted attempts. Each method is one round trip where nobody else is at the same account. */
export interface AttemptStore {
  /** Counts an attempt; false, with nothing counted, where others made at the same time left no room for it. */
  reserve(reservation: Reservation, now: number): Promise<boolean>;
  succeed(success: ThrottleSuccess, now: number): Promise<void>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The number of failures at an account from one source without delay; then comes a delay that doubles. */
export const FREE_FAILURES = 5;
const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 15 * MINUTE_MS;

/** Failures count until there was no attempt for this long. */
const FORGOTTEN_AFTER_MS = DAY_MS;
/** The time for which a source is trusted at an account after a success there. */
export const TRUSTED_FOR_MS = 30 * DAY_MS;
/** Written afresh only when this old, so that a client's steady sign-ins write nothing. */
const TRUST_REFRESH_MS = DAY_MS;

/** The key of a source's failures at a client's secret. */
export const clientThrottleKey = (clientId: string, sourceIp: string): string =>
  throttleKey('client', clientId, networkOf(sourceIp));

/** The failures of a tally that still count. */
export function failuresOf(tally: Tally | undefined, now: number): number {
  if (tally === undefined || now - tally.lastAt >= FORGOTTEN_AFTER_MS) return 0;
  return Math.max(0, tally.attempts - tally.forgiven);
}

/** The delay after a number of failures at an account from one source. */
export function delayAfterMs(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - FREE_FAILURES));
}

/** The rest of the delay after the failures of these tallies together. */
export function remainingDelayMs(tallies: readonly (Tally | undefined)[], now: number): number {
  const counting = tallies.filter((tally) => failuresOf(tally, now) > 0);
  const failures = counting.reduce((sum, tally) => sum + failuresOf(tally, now), 0);
  const lastAt = Math.max(0, ...counting.map((tally) => tally?.lastAt ?? 0));
  return Math.max(0, delayAfterMs(failures) - (now - lastAt));
}

/** The time until a bucket has room for one more attempt. */
export const fullForMs = ({ atOnce, everyMs }: Rate, { emptyAt }: Bucket, now: number): number =>
  Math.max(0, emptyAt - (atOnce - 1) * everyMs - now);

/** True where the source signed in so lately that neither strangers' failures nor its own elsewhere hold it up. */
export const isTrusted = (record: SourceRecord | undefined, now: number): boolean =>
  record?.signedInAt !== undefined && now - record.signedInAt < TRUSTED_FOR_MS;

/** Counts one more attempt in a tally, whatever came since it was read. */
export const oneMore = (key: string, tally: Tally | undefined, now: number): TallyStep => ({
  key,
  ...forgetting(tally, now),
});

/** Makes the attempt a new beginning where all that a tally has counted is forgotten. */
export const forgetting = (tally: Tally | undefined, now: number): { forgets?: number } =>
  tally !== undefined && now - tally.lastAt >= FORGOTTEN_AFTER_MS ? { forgets: tally.attempts } : {};

/** The changes that a right secret of a client makes; none where the source is trusted lately and nothing failed. */
export function clientSuccess(
  key: string,
  record: SourceRecord | undefined,
  now: number,
): ThrottleSuccess | undefined {
  const fresh = record !== undefined && now - (record.signedInAt ?? 0) < TRUST_REFRESH_MS;
  return fresh && failuresOf(record, now) === 0 ? undefined : { tallies: [{ key }], buckets: [] };
}

export const tooManyAttempts = (retryAfterMs: number): ParleyError =>
  new ParleyError('too_many_requests', 'Too many failed attempts; wait as long as Retry-After says.', {
    retryAfterSeconds: retryAfterMs / 1000,
  });

/** A source as it is counted: an IPv4 address, or the first 64 bits of an IPv6 one, which one household has. */
export function networkOf(sourceIp: string): string {
  const bytes = parseAddress(sourceIp);
  if (bytes === undefined) return sourceIp;
  if (bytes.length === 4) return bytes.join('.');
  const groups = [0, 2, 4, 6].map((at) => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16));
  return `${groups.join(':')}::/64`;
}

/** A digest, so that neither names nor addresses are kept. Each part is preceded by its length: no two lists are one. */
export function throttleKey(...parts: readonly string[]): string {
  const named = parts.map((part) => `${Buffer.byteLength(part)}:${part}`);
  return hash('sha256', `throttle:${named.join('')}`, 'hex');
}
