import { describe, expect, test } from 'vitest';
import {
  allowanceOf,
  type CountedWindow,
  takenAtOnce,
  type UseCounter,
} from '../../../../../functions/shared/domain/institutions/allowance.ts';
import {
  queryRates,
  requestRates,
  tokenRates,
} from '../../../../../functions/shared/domain/institutions/limits.ts';
import { refusalOf } from '../../../../support/rules.ts';

const SECOND = { most: 3, windowMs: 1000 };
const DAY = { most: 5, windowMs: 86_400_000 };
/** Start of a second, an hour before midnight. */
const NOW = Date.UTC(2030, 0, 1, 23);

/** Creates counts shared by all processes, in memory, and records the windows asked for. */
function memoryCounter() {
  const counts = new Map<string, number>();
  const asked: CountedWindow[] = [];
  const counter: UseCounter = {
    async take(window, uses, most) {
      asked.push(window);
      const key = JSON.stringify(window);
      const next = (counts.get(key) ?? 0) + uses;
      if (next > most) return undefined;
      counts.set(key, next);
      return next;
    },
  };
  return { counter, asked, used: () => [...counts.values()] };
}

const neverFails = (error: unknown): never => {
  throw error;
};

describe('the uses of an institution', () => {
  test('are at most its limit in each second of the clock', async () => {
    const { counter } = memoryCounter();
    const { take } = allowanceOf(counter, 'queries', neverFails);
    for (const now of [NOW, NOW + 500, NOW + 999]) await take('acme', [SECOND], now);
    expect(await refusalOf(() => take('acme', [SECOND], NOW + 999))).toEqual({
      code: 'too_many_requests',
      message:
        'Your institution has used all its queries for this second. Retry after the time in Retry-After.',
      retryAfterSeconds: 0.001,
      rates: [{ name: 'queries-per-second', most: 3, windowSeconds: 1, left: 0, resetsInSeconds: 0.001 }],
    });
    await take('acme', [SECOND], NOW + 1000);
    await take('rival', [SECOND], NOW + 999);
  });

  test('are shared by all processes, however many ask at once', async () => {
    const { counter, used } = memoryCounter();
    const processes = [1, 2, 3].map(() => allowanceOf(counter, 'tokens', neverFails));
    const asked = processes.flatMap(({ take }) => [1, 2, 3].map(() => take('acme', [SECOND], NOW)));
    const settled = await Promise.allSettled(asked);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(used()).toEqual([3]);
  });

  test('of a day wait for midnight, and a refusal by the second uses none of them', async () => {
    const { counter, used } = memoryCounter();
    const { take } = allowanceOf(counter, 'queries', neverFails);
    const rates = [SECOND, DAY];
    for (let turn = 0; turn < 3; turn += 1) await take('acme', rates, NOW);
    for (let turn = 0; turn < 9; turn += 1) {
      expect(await refusalOf(() => take('acme', rates, NOW))).toMatchObject({ retryAfterSeconds: 1 });
    }
    for (let turn = 0; turn < 2; turn += 1) await take('acme', rates, NOW + 1000);
    expect(used()).toContain(5);
    expect(await refusalOf(() => take('acme', rates, NOW + 1000))).toMatchObject({
      message: expect.stringContaining('for this day'),
      retryAfterSeconds: 3599,
    });
    await take('acme', rates, NOW + 3_600_000);
  });

  test('ask the counter only once in a window after a refusal', async () => {
    const { counter, asked } = memoryCounter();
    const allowance = allowanceOf(counter, 'queries', neverFails);
    const take = (now: number) => allowance.take('acme', [{ most: 1, windowMs: 1000 }], now);
    await take(NOW);
    for (let turn = 0; turn < 5; turn += 1) await expect(take(NOW)).rejects.toThrow();
    expect(asked).toHaveLength(2);
    expect(allowance.refusal('acme', [{ most: 1, windowMs: 1000 }], NOW)).toMatchObject({
      code: 'too_many_requests',
    });
    expect(allowance.refusal('acme', [{ most: 2, windowMs: 1000 }], NOW)).toBeUndefined();
    expect(allowance.refusal('acme', [{ most: 1, windowMs: 1000 }], NOW + 1000)).toBeUndefined();
  });

  test('are let through and reported if they cannot be counted', async () => {
    const faults: unknown[] = [];
    const fault = new Error('the line is cut');
    const counter = { take: () => Promise.reject(fault) };
    const { take } = allowanceOf(counter, 'queries', (error) => void faults.push(error));
    await take('acme', [SECOND], NOW);
    expect(faults).toEqual([fault]);
  });

  test('have a weight, and one heavier than the limit takes a whole window', async () => {
    const { counter, used } = memoryCounter();
    const { take, refusal } = allowanceOf(counter, 'requests', neverFails);
    await take('acme', [SECOND], NOW, 2);
    await expect(take('acme', [SECOND], NOW, 2)).rejects.toThrow('used all its requests');
    expect(refusal('acme', [SECOND], NOW, 1)).toBeUndefined();
    await take('acme', [SECOND], NOW, 1);
    await expect(take('acme', [SECOND], NOW, 1)).rejects.toThrow();
    await take('acme', [SECOND], NOW + 1000, 20);
    expect(used()).toEqual([3, 3]);
    await expect(take('acme', [SECOND], NOW + 1000, 1)).rejects.toThrow();
  });

  test('report what is left of each limit', async () => {
    const { counter } = memoryCounter();
    const { take } = allowanceOf(counter, 'queries', neverFails);
    await take('acme', [SECOND, DAY], NOW);
    expect(await take('acme', [SECOND, DAY], NOW + 250)).toEqual([
      { name: 'queries-per-second', most: 3, windowSeconds: 1, left: 1, resetsInSeconds: 0.75 },
      { name: 'queries-per-day', most: 5, windowSeconds: 86_400, left: 3, resetsInSeconds: 3599.75 },
    ]);
  });

  test('without a limit are not counted', async () => {
    const { counter, asked } = memoryCounter();
    await allowanceOf(counter, 'queries', neverFails).take('acme', [], NOW);
    expect(asked).toEqual([]);
  });
});

describe('what a process takes at a time', () => {
  test.each([
    [{ most: 1, windowMs: 1000 }, 1],
    [{ most: 999, windowMs: 1000 }, 1],
    [{ most: 1000, windowMs: 1000 }, 2],
    [{ most: 50_000, windowMs: 1000 }, 100],
    [{ most: 50_000, windowMs: 86_400_000 }, 1],
    [{ most: 86_400_000, windowMs: 86_400_000 }, 2],
  ])('of %j is %d', (rate, uses) => {
    expect(takenAtOnce(rate)).toBe(uses);
  });

  test('is used up before the process asks again, and lost with its window', async () => {
    const { counter, asked } = memoryCounter();
    const { take } = allowanceOf(counter, 'queries', neverFails);
    const rate = { most: 1000, windowMs: 1000 };
    for (const now of [NOW, NOW, NOW, NOW + 1000]) await take('acme', [rate], now);
    expect(asked.map(({ beginsAt }) => beginsAt)).toEqual([NOW, NOW, NOW + 1000]);
  });
});

test('limits are of queries by second and day, and of tokens by second', () => {
  const limits = { queriesPerSecond: 1, queriesPerDay: 2, tokensPerSecond: 3 };
  expect(queryRates(limits)).toEqual([
    { most: 1, windowMs: 1000 },
    { most: 2, windowMs: 86_400_000 },
  ]);
  expect(tokenRates(limits)).toEqual([{ most: 3, windowMs: 1000 }]);
  expect([queryRates({}), tokenRates({})]).toEqual([[], []]);
});

test('other requests have a limit by second, whether one is set or not', () => {
  expect(requestRates({})).toEqual([{ most: 100, windowMs: 1000 }]);
  expect(requestRates({ requestsPerSecond: 7, queriesPerSecond: 1 })).toEqual([{ most: 7, windowMs: 1000 }]);
});
