import { expect, it } from 'vitest';
import { type Example, fitLogistic } from '../../../bench/support/logistic.ts';

const examples: Example[] = Array.from({ length: 40 }, (_, index) => ({
  // The first feature is predictive; the second, on a different scale, is not.
  features: [index / 40, index % 2 === 0 ? 100 : 300],
  isTrue: index >= 20,
}));

it('a logistic model separates its training examples by the feature that differs', () => {
  const { of } = fitLogistic(examples);
  expect(of([0.9, 100])).toBeGreaterThan(0.9);
  expect(of([0.1, 300])).toBeLessThan(0.1);
  expect(Math.abs(of([0.5, 100]) - of([0.5, 300]))).toBeLessThan(0.05);
});

it('the same examples give the same model', () => {
  expect(fitLogistic(examples).weights).toEqual(fitLogistic(examples).weights);
});
