import { expect, it } from 'vitest';
import { type Evidence, judged, LEAST_CERTAINTY, likelihoodOf } from '../../../engine/faq/certainty.ts';

const near: Evidence = { sentence: 0.65, ahead: 0.2, terms: 4, subject: null };
const far: Evidence = { sentence: 0.2, ahead: 0.2, terms: 4, subject: null };

it('a collection is certain of near documents, but not of far ones', () => {
  expect(judged([near]).certainty).toBeGreaterThan(LEAST_CERTAINTY);
  expect(judged([far]).certainty).toBeLessThan(LEAST_CERTAINTY);
  expect(judged([]).certainty).toBe(0);
});

it.each(['sentence', 'ahead'] as const)('a higher value of %s makes a document likelier', (name) => {
  expect(likelihoodOf({ ...near, [name]: near[name] + 0.1 })).toBeGreaterThan(likelihoodOf(near));
});

it('two equally near documents are given together, one clearly ahead alone', () => {
  const behind = { ...far, ahead: -0.4 };
  expect(
    judged([
      { ...near, ahead: 0 },
      { ...near, ahead: 0 },
    ]).told,
  ).toBe(2);
  expect(judged([{ ...near, ahead: 0.4 }, behind]).told).toBe(1);
});

it('two documents make a collection more certain than one', () => {
  expect(judged([near, near]).certainty).toBeGreaterThan(judged([near]).certainty);
});

it('within a competency, its document comes first among those of similar score', () => {
  const asked = { sentence: 0.5, ahead: 0, terms: 2 };
  const { order, told } = judged([
    { ...asked, ahead: 0.05, subject: -0.15 },
    { ...asked, ahead: -0.05, subject: 0.15 },
  ]);
  expect([order, told]).toEqual([[1, 0], 1]);
});

it('before any competency, documents stay in the order of their scores', () => {
  const asked = { ahead: 0, terms: 2, subject: null };
  const { order } = judged([
    { ...asked, sentence: 0.1 },
    { ...asked, sentence: 0.6 },
  ]);
  expect(order).toEqual([0, 1]);
});
