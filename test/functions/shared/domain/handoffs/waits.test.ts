import { expect, test } from 'vitest';
import { awaitMessages } from '../../../../../functions/shared/domain/handoffs/read-messages.ts';
import {
  ASK_AFTER_SECONDS,
  createWaitShare,
  MAX_WAIT_SECONDS,
  WAIT_WINDOW_MS,
  type WaitShare,
} from '../../../../../functions/shared/domain/handoffs/waits.ts';
import type { UseCounter } from '../../../../../functions/shared/domain/institutions/allowance.ts';

const BEGIN = 1_000_000 * WAIT_WINDOW_MS;
const WHOLE = MAX_WAIT_SECONDS * 1000;

/** Creates a counter in memory; `used` holds the seconds taken in each window. */
function memoryCounter() {
  const used = new Map<string, number>();
  const counter: UseCounter = {
    async take({ institution, beginsAt }, uses, most) {
      const key = `${institution} ${beginsAt}`;
      const total = (used.get(key) ?? 0) + uses;
      if (total > most) return undefined;
      used.set(key, total);
      return total;
    },
  };
  return { counter, used };
}

test('an institution’s waits are granted up to its share in each window', async () => {
  const shares = createWaitShare(memoryCounter().counter, 3);
  const take = async (institution: string, at = BEGIN) =>
    (await shares.take(institution, WHOLE, at)) !== undefined;
  expect(await Promise.all([1, 2, 3].map(() => take('bank')))).toEqual([true, true, true]);
  expect(await take('bank')).toBe(false);
  expect(await take('bank', BEGIN + WAIT_WINDOW_MS - 1)).toBe(false);
  // Other institutions have their own shares.
  expect(await take('shop')).toBe(true);
  expect(await take('bank', BEGIN + WAIT_WINDOW_MS)).toBe(true);
});

test('a wait gives its unused time back when it ends early, and no time if it is never heard of again', async () => {
  const { counter, used } = memoryCounter();
  const shares = createWaitShare(counter, 1);
  const granted = await shares.take('bank', WHOLE, BEGIN);
  expect(await shares.take('bank', 1000, BEGIN)).toBeUndefined();
  await granted?.end(BEGIN + 4000);
  expect([...used.values()]).toEqual([4]);
  expect(await shares.take('bank', 16_000, BEGIN + 4000)).toBeDefined();
  const later = await shares.take('bank', WHOLE, BEGIN + WAIT_WINDOW_MS + 10_000);
  // The wait's window is over, so nothing is given back.
  await later?.end(BEGIN + 2 * WAIT_WINDOW_MS + 1000);
  expect(used.get(`bank ${BEGIN + WAIT_WINDOW_MS}`)).toBe(20);
});

test('a request does not wait if the wait cannot be counted', async () => {
  const broken: UseCounter = { take: () => Promise.reject(new Error('unreachable')) };
  expect(await createWaitShare(broken, 3).take('bank', WHOLE, BEGIN)).toBeUndefined();
});

test('a reader beyond the share is answered at once with a time to retry; others wait', async () => {
  let now = BEGIN;
  const looks: number[] = [];
  const read = (waits: WaitShare) => {
    const handoffs = {
      messagesAfter: async () => {
        looks.push(now);
        return { messages: [] };
      },
    };
    const wait = async (milliseconds: number) => {
      now += milliseconds;
    };
    const reader = { handoffs, waits, now: () => now, wait };
    const place = { institution: 'bank', sessionId: 's' };
    return awaitMessages(reader, place, { after: 0, withNotes: false, until: now + WHOLE });
  };
  const shares = createWaitShare(memoryCounter().counter, 1);
  expect(await read(shares)).toEqual({ messages: [] });
  expect([looks.length, now]).toEqual([MAX_WAIT_SECONDS + 1, BEGIN + WHOLE]);
  await shares.take('bank', WHOLE, now);
  looks.length = 0;
  expect(await read(shares)).toEqual({ messages: [], askAfterSeconds: ASK_AFTER_SECONDS });
  expect([looks.length, now]).toEqual([1, BEGIN + WHOLE]);
});
