import { expect, test } from 'vitest';
import { readRetryAfter, waitBeforeNext } from '../../../clients/typescript/retries.ts';

const patience = { attempts: 4, longestWaitMs: 30_000 };
const failure = (code: string, status?: number, retryAfterSeconds?: number) => ({
  code,
  status,
  retryAfterSeconds,
});
const turn = { attempt: 1, repeatable: true, chance: 1 };

test.each([
  ['network', undefined],
  ['timeout', undefined],
  ['server_error', 500],
  ['unreadable', 502],
  ['unavailable', 503],
  ['server_error', 504],
])('after %s %s only repeatable requests are retried', (code, status) => {
  expect(waitBeforeNext(failure(code, status), turn, patience)).toBe(500);
  expect(waitBeforeNext(failure(code, status), { ...turn, repeatable: false }, patience)).toBeUndefined();
});

test('every request is retried after a 429', () => {
  const refused = failure('too_many_requests', 429);
  expect(waitBeforeNext(refused, { ...turn, repeatable: false }, patience)).toBe(500);
});

test.each([
  ['invalid_request', 400],
  ['invalid_token', 401],
  ['referrer_not_allowed', 403],
  ['conflict', 409],
  ['unreadable', 200],
  ['redirected', 302],
  ['too_large', undefined],
])('%s %s is not retried', (code, status) => {
  expect(waitBeforeNext(failure(code, status), turn, patience)).toBeUndefined();
});

test('the number of attempts is limited', () => {
  expect(waitBeforeNext(failure('network'), { ...turn, attempt: 3 }, patience)).toBe(2000);
  expect(waitBeforeNext(failure('network'), { ...turn, attempt: 4 }, patience)).toBeUndefined();
});

test('the delay doubles up to eight seconds, reduced by a random part', () => {
  const many = { ...patience, attempts: 99 };
  const waits = [1, 2, 5, 6].map((attempt) => waitBeforeNext(failure('network'), { ...turn, attempt }, many));
  expect(waits).toEqual([500, 1000, 8000, 8000]);
  expect(waitBeforeNext(failure('network'), { ...turn, chance: 0.5 }, many)).toBe(250);
});

test('a Retry-After sets the delay, and a long one prevents the retry', () => {
  const after = (seconds: number) =>
    waitBeforeNext(failure('x', 503, seconds), { ...turn, chance: 0 }, patience);
  expect(after(30)).toBe(30_000);
  expect(after(31)).toBeUndefined();
});

test('a Retry-After is read as seconds or as a date, and nothing else', () => {
  const now = Date.UTC(2026, 0, 1);
  expect(readRetryAfter('7', now)).toBe(7);
  expect(readRetryAfter('Thu, 01 Jan 2026 00:00:09 GMT', now)).toBe(9);
  expect(readRetryAfter('Wed, 31 Dec 2025 23:59:00 GMT', now)).toBe(0);
  expect(readRetryAfter('soon', now)).toBeUndefined();
  expect(readRetryAfter(null, now)).toBeUndefined();
});
