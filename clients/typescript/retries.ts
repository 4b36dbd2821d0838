import type { CallError } from './errors.ts';

/** The number of times that a call is tried, and the patience between them. */
export interface Patience {
  /** The first time included. */
  attempts: number;
  /** No longer wait is taken upon oneself: the caller is told instead. */
  longestWaitMs: number;
}

export const DEFAULT_PATIENCE: Patience = { attempts: 4, longestWaitMs: 30_000 };

const FIRST_WAIT_MS = 500;
const LONGEST_OWN_WAIT_MS = 8_000;

/** Errors after which it is not known what came of the call, or nothing came of it. */
const UNDECIDED = ['network', 'timeout'];
const UNDECIDED_STATUSES = [500, 502, 503, 504];

/**
 * Tells how long to wait before the next attempt. A call that was refused by 429 (RFC 6585 §4) was not carried out
 * and may be sent again; another only where a second one does no harm.
 * @param attempt how many there have been
 * @param repeatable whether a second call changes nothing that the first did not
 * @param chance 0…1: which part of the longest wait, so that not all come again at once
 * @returns milliseconds; undefined where the error is the answer
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
 * Reads a `Retry-After` (RFC 9110 §10.2.3): seconds, or a date.
 * @param now milliseconds since the epoch
 */
export function readRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
