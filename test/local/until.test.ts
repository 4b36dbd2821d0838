import { expect, test, vi } from 'vitest';
import { until } from '../../local/until.ts';

test('asks again until there is an answer', async () => {
  const ask = vi.fn<() => string | undefined>(() => 'yes').mockReturnValueOnce(undefined);
  expect(await until(ask, { everyMs: 1, mostMs: 60_000 })).toBe('yes');
  expect(ask).toHaveBeenCalledTimes(2);
});

test('gives up after the time limit, and reports the wait once', async () => {
  const line = vi.fn();
  expect(await until(() => undefined, { everyMs: 1, mostMs: 30, say: { afterMs: 0, line } })).toBeUndefined();
  expect(line).toHaveBeenCalledOnce();
});

test('reports no wait if the answer comes at once', async () => {
  const line = vi.fn();
  expect(await until(async () => 1, { everyMs: 1, mostMs: 0, say: { afterMs: 0, line } })).toBe(1);
  expect(line).not.toHaveBeenCalled();
});
