import { expect, it } from 'vitest';
import { certaintyOf, type Evidence, LEAST_CERTAINTY, likelihoodOf } from '../../../engine/faq/certainty.ts';

const near: Evidence = { sentence: 0.65, ahead: 0.2, terms: 4 };
const far: Evidence = { sentence: 0.2, ahead: 0.2, terms: 4 };

it('a collection is certain of what is near, and not of what is far', () => {
  expect(certaintyOf([near]).certainty).toBeGreaterThan(LEAST_CERTAINTY);
  expect(certaintyOf([far]).certainty).toBeLessThan(LEAST_CERTAINTY);
  expect(certaintyOf([]).certainty).toBe(0);
});

it.each(['sentence', 'ahead'] as const)('more of %s makes a document likelier', (name) => {
  expect(likelihoodOf({ ...near, [name]: near[name] + 0.1 })).toBeGreaterThan(likelihoodOf(near));
});

it('two documents that are as near are told together, one that is clearly ahead alone', () => {
  const behind = { ...far, ahead: -0.4 };
  expect(
    certaintyOf([
      { ...near, ahead: 0 },
      { ...near, ahead: 0 },
    ]).told,
  ).toBe(2);
  expect(certaintyOf([{ ...near, ahead: 0.4 }, behind]).told).toBe(1);
});

it('two documents make a collection more certain than one', () => {
  expect(certaintyOf([near, near]).certainty).toBeGreaterThan(certaintyOf([near]).certainty);
});
