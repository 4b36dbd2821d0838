import type { CallError } from './errors.ts';

/** How often a call is attempted, and how long to wait in between. */
export interface Patience {
  /** Including the first attempt. */
  attempts: number;
  /** A longer required wait rejects with the error instead. */
  longestWaitMs: number;
}

export const DEFAULT_PATIENCE: Patience = { attempts: 4, longestWaitMs: 30_000 };

const FIRST_WAIT_MS = 500;
const LONGEST_OWN_WAIT_MS = 8_000;

/** Errors that leave unknown whether the call was carried out. */
const UNDECIDED = ['network', 'timeout'];
const UNDECIDED_STATUSES = [500, 502, 503, 504];

/**
 * How long to wait before the next attempt. A call refused with 429 (RFC 6585 §4) was not carried out and may be
 * retried; any other only if repeating it is safe.
 * @param attempt how many attempts were made
 * @param repeatable true if repeating the call changes nothing more
 * @param chance 0…1: the fraction of the maximum wait, so that clients do not all retry at once
 * @returns milliseconds; undefined if the error is final
 */
export function waitBeforeNext(
  { code, status, retryAfterSeconds }: Pick<CallError, 'code' | 'status' | 'retryAfterSeconds'>,
  { attempt, repeatable, chance }: { attempt: number; repeatable: boolean; chance: number },
  { attempts, longestWaitMs }: Patience,
): number | undefined {
  if (attempt >= attempts) return undefined;
  const undecided = UNDECIDED.includes(code) || (status !== undefined && UNDECIDED_STATUSES.includes(status));
  if (status !== 429 && !(undecided && repeatable)) return undefined;
  const backoff = chance * Math.min(LONGEST_OWN_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
  const wait = (retryAfterSeconds ?? 0) * 1000 + backoff;
  return wait > longestWaitMs ? undefined : wait;
}

/**
 * Reads a `Retry-After` header (RFC 9110 §10.2.3): seconds or a date.
 * @param now milliseconds since the epoch
 */
export function readRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
