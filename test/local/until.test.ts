import { expect, test, vi } from 'vitest';
import { until } from '../../local/until.ts';

test('what is asked for is asked again until it answers', async () => {
  const ask = vi.fn<() => string | undefined>(() => 'yes').mockReturnValueOnce(undefined);
  expect(await until(ask, { everyMs: 1, mostMs: 60_000 })).toBe('yes');
  expect(ask).toHaveBeenCalledTimes(2);
});

test('what never answers is given up, after one word', async () => {
  const line = vi.fn();
  expect(await until(() => undefined, { everyMs: 1, mostMs: 30, say: { afterMs: 0, line } })).toBeUndefined();
  expect(line).toHaveBeenCalledOnce();
});

test('what answers at once is not spoken of', async () => {
  const line = vi.fn();
  expect(await until(async () => 1, { everyMs: 1, mostMs: 0, say: { afterMs: 0, line } })).toBe(1);
  expect(line).not.toHaveBeenCalled();
});
