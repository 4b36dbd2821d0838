import { describe, expect, it } from 'vitest';
import { toldScore } from '../../../engine/classify/decision.ts';
import type { RoundRow } from '../../../engine/train/held-out.ts';
import { calibrateTold } from '../../../engine/train/told-calibration.ts';

const LABELS = 4;
const SETTING = { labels: LABELS, hasForeign: true, outOfScopeWeight: 2 };

/** Creates a held-out row with a told score of `share` × log(labels + 1); "out of scope" is at 0.5. */
function rowOf(share: number, row: Partial<RoundRow> = {}): RoundRow {
  const { labels = LABELS } = row;
  const best = (labels + 1) ** share / labels;
  const others = (1 - best) / (LABELS - 1);
  const probabilities = Float32Array.from([best, others, others, others], (p) => p / 2);
  return {
    probabilities: Float32Array.from([...probabilities, 0.5]),
    target: 0,
    weight: 1,
    labels,
    isLeftOut: false,
    ...row,
  };
}

const foreign = (share: number, row: Partial<RoundRow> = {}) => rowOf(share, { target: LABELS, ...row });

/** A hundred right answers, ten of which have low shares: 0.2, 0.23 and so on. */
const RIGHT = Array.from({ length: 100 }, (_, i) => rowOf(i < 10 ? 0.2 + 0.03 * i : 0.7));

/** Creates a hundred out-of-scope rows with this share. */
const outside = (share: number, row: Partial<RoundRow> = {}) => RIGHT.map(() => foreign(share, row));

/** Returns the threshold divided by log(labels + 1), each row repeated `times` times. */
function thresholdOf(rows: readonly RoundRow[], setting = SETTING, times = 30): number {
  const all = Array.from({ length: times }, () => rows).flat();
  return calibrateTold(all, setting).threshold / Math.log(setting.labels + 1);
}

/** Counts the right answers refused by the threshold that is calibrated on them and `others`. */
function refusedBeside(others: readonly RoundRow[], setting = SETTING): number {
  const threshold = thresholdOf([...RIGHT, ...others], setting) * Math.log(LABELS + 1);
  return RIGHT.filter(({ probabilities }) => toldScore(probabilities) < threshold).length;
}

describe('the score of a text', () => {
  it.each([1, 2, 3, 15, 150])(
    'is 0 where all of %i labels are equally likely and the scope is even',
    (count) => {
      const probabilities = Float32Array.from({ length: count + 1 }, (_, c) =>
        c < count ? 0.5 / count : 0.5,
      );
      expect(toldScore(probabilities)).toBeCloseTo(0, 5);
    },
  );

  it('rises with the share of the best label, and falls with that of "out of scope"', () => {
    const told = (...probabilities: number[]) => toldScore(Float32Array.from(probabilities));
    expect(told(0.4, 0.1, 0.5)).toBeGreaterThan(told(0.3, 0.2, 0.5));
    expect(told(0.4, 0.4, 0.2)).toBeGreaterThan(told(0.25, 0.25, 0.5));
    expect(told(0.8, 0.2)).toBeGreaterThan(told(0.4, 0.6));
  });
});

describe('the threshold of n-grams', () => {
  it('refuses at least two in a hundred right answers', () => {
    expect(refusedBeside(outside(0.02))).toBe(2);
  });

  it('refuses at most five in a hundred right answers', () => {
    expect(refusedBeside(outside(0.4))).toBe(5);
  });

  it('refuses between two and five in a hundred where that gains more than it costs', () => {
    const refused = refusedBeside(outside(0.11));
    expect(refused).toBeGreaterThan(2);
    expect(refused).toBeLessThan(5);
  });

  it('refuses at most twice as many where out-of-scope queries weigh twice as much', () => {
    const setting = { ...SETTING, outOfScopeWeight: 4 };
    expect(refusedBeside(outside(0.4), setting)).toBe(10);
    expect(refusedBeside(outside(0), setting)).toBe(2);
  });

  it('refuses half as many where out-of-scope queries weigh half as much', () => {
    expect(refusedBeside(outside(0.02), { ...SETTING, outOfScopeWeight: 1 })).toBe(1);
  });

  it('does not refuse more because of the rows of left-out labels', () => {
    expect(refusedBeside(outside(0.4, { isLeftOut: true, weight: 0.05 }))).toBe(2);
  });

  it('counts only the rows of rounds that knew at least three quarters of the labels', () => {
    const beside = (labels: number) => thresholdOf([...RIGHT, ...RIGHT.map(() => rowOf(0.1, { labels }))]);
    expect(beside(3)).toBeLessThan(0.11);
    expect(beside(2)).toBeGreaterThan(0.23);
  });

  it('uses the rows of rounds that knew few of the labels if there are no others', () => {
    expect(thresholdOf(RIGHT.map(() => rowOf(0.1, { labels: 2 })))).toBeLessThan(0.11);
  });

  it('never lets a text pass that tells almost nothing', () => {
    const telling = (...probabilities: number[]) => ({
      ...rowOf(0),
      probabilities: Float32Array.from(probabilities),
    });
    const [less, more] = [telling(0.11, 0.1, 0.1, 0.09, 0.6), telling(0.16, 0.1, 0.1, 0.09, 0.55)];
    expect(thresholdOf(RIGHT.map(() => less))).toBeCloseTo(0.03 + 0.305 * (100 / 3100), 4);
    expect(thresholdOf(RIGHT.map(() => more))).toBeGreaterThan(0.1);
  });

  it('is the usual one without rows, and moves towards the measured one with rows', () => {
    const usual = thresholdOf([]);
    expect(usual).toBeCloseTo(0.335, 6);
    const rows = RIGHT.map(() => rowOf(0.6));
    expect(thresholdOf(rows)).toBeCloseTo(0.6 - (0.6 - usual) * (100 / 3100), 4);
    expect(thresholdOf(rows, SETTING, 1)).toBeCloseTo((0.6 + usual) / 2, 6);
  });

  it.each([
    [1, true, 0.03],
    [2, true, 0.335],
    [150, true, 0.335],
    [1, false, 0.27],
    [2, false, 0.49],
    [150, false, 0.49],
  ])(
    'of %i labels, with out-of-scope training rows or not (%s), is usually %f',
    (labels, hasForeign, share) => {
      expect(thresholdOf([], { ...SETTING, labels, hasForeign })).toBeCloseTo(share, 6);
    },
  );
});

describe('the confidence of n-grams', () => {
  it('is the usual one without rows', () => {
    expect(calibrateTold([], SETTING)).toMatchObject({ temperature: 0.5, slope: 4, measure: 'told' });
  });

  it('is sharper the farther out-of-scope queries are from the rest', () => {
    const slopeOf = (share: number) => {
      const rows = RIGHT.map((_, i) => foreign(share + 0.003 * i));
      return calibrateTold([...RIGHT, ...rows], SETTING).slope;
    };
    expect(slopeOf(0.1)).toBeGreaterThan(slopeOf(0.35));
  });
});
