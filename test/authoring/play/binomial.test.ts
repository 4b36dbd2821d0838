import { expect, test } from 'vitest';
import { shareInterval } from '../../../authoring/play/binomial.ts';

/** Expected values from R's `binom.test`, which uses beta quantiles. */
test.each([
  [0, 9, 0, 0.3363],
  [9, 9, 0.6637, 1],
  [5, 10, 0.1871, 0.8129],
  [3, 100, 0.0062, 0.0852],
  [1, 1000, 0.000025, 0.005558],
])('%i of %i are compatible with the shares from %d to %d', (hits, trials, low, high) => {
  const interval = shareInterval(hits, trials);
  expect(interval.low).toBeCloseTo(low, 3);
  expect(interval.high).toBeCloseTo(high, 3);
});

test('without a trial any share is possible', () => {
  expect(shareInterval(0, 0)).toEqual({ low: 0, high: 1 });
});

test('the interval always contains the share itself', () => {
  for (const trials of [1, 2, 7, 50, 500]) {
    for (let hits = 0; hits <= trials; hits += 1) {
      const { low, high } = shareInterval(hits, trials);
      expect(low).toBeLessThanOrEqual(hits / trials);
      expect(high).toBeGreaterThanOrEqual(hits / trials);
    }
  }
});
