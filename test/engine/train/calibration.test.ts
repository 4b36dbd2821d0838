import { describe, expect, it } from 'vitest';
import { decide, scopeScore, temper } from '../../../engine/classify/decision.ts';
import { calibrate, type HeldOutRow } from '../../../engine/train/calibration.ts';
import { seededRandom } from '../../../engine/train/random.ts';

const OUT = 2;
const PRIOR = { threshold: -0.5, rows: 20 };
const row = (a: number, b: number, out: number, target: number): HeldOutRow => ({
  probabilities: Float32Array.from([a, b, out]),
  target,
  weight: 1,
});

/** Creates rows that claim `claimed` for label 0 and are right `share` of the time, and out-of-scope rows. */
function claims(claimed: number, share: number): HeldOutRow[] {
  const random = seededRandom(3);
  const inside = Array.from({ length: 400 }, () =>
    row(claimed * 0.98, (1 - claimed) * 0.98, 0.02, random() < share ? 0 : 1),
  );
  return [...inside, ...Array.from({ length: 50 }, () => row(0.1, 0.1, 0.8, OUT))];
}

describe('calibration', () => {
  it('brings the claimed confidence to the share of right answers', () => {
    for (const [claimed, share] of [
      [0.95, 0.7],
      [0.65, 0.9],
      [0.8, 0.8],
    ] as const) {
      const { temperature } = calibrate(claims(claimed, share), 2, PRIOR);
      const [confidence] = temper(
        Float32Array.from([claimed * 0.98, (1 - claimed) * 0.98, 0.02]),
        temperature,
      );
      expect(confidence).toBeCloseTo(share, 1);
    }
  });

  it('puts the threshold between in-scope and out-of-scope queries', () => {
    const { threshold } = calibrate(claims(0.9, 0.9), 2, PRIOR);
    expect(threshold).toBeLessThan(scopeScore(Float32Array.from([0.88, 0.1, 0.02])));
    expect(threshold).toBeGreaterThan(scopeScore(Float32Array.from([0.1, 0.1, 0.8])));
  });

  it('rejects more the more out-of-scope queries weigh', () => {
    const random = seededRandom(4);
    const noisy = (target: number, out: number) => {
      const p = Math.min(0.95, Math.max(0.02, out + 0.5 * (random() - 0.5)));
      return row(0.9 * (1 - p), 0.1 * (1 - p), p, target);
    };
    const rows = [
      ...Array.from({ length: 300 }, () => noisy(0, 0.3)),
      ...Array.from({ length: 100 }, () => noisy(OUT, 0.6)),
    ];
    expect(calibrate(rows, 5, PRIOR).threshold).toBeGreaterThan(calibrate(rows, 0.5, PRIOR).threshold);
  });

  it('stays near the usual values with few rows', () => {
    const rows = [row(0.9, 0.08, 0.02, 0), row(0.1, 0.1, 0.8, OUT)];
    const many = Array.from({ length: 500 }, () => rows).flat();
    const usual = { threshold: 1, rows: 20 };
    const [few, sure] = [calibrate(rows, 2, usual), calibrate(many, 2, usual)];
    expect(Math.abs(few.threshold - usual.threshold)).toBeLessThan(0.2);
    expect(Math.abs(few.slope - 2)).toBeLessThan(0.5);
    expect(Math.abs(sure.threshold - usual.threshold)).toBeGreaterThan(0.5);
  });

  it('gives usable values without rows', () => {
    const usual = calibrate([], 2, PRIOR);
    expect(decide(['a', 'b'], Float32Array.from([0.9, 0.05, 0.05]), usual).outcome).toBe('matched');
    expect(decide(['a', 'b'], Float32Array.from([0.1, 0.1, 0.8]), usual).outcome).toBe('out_of_scope');
  });
});

describe('a decision', () => {
  it('is ambiguous where two labels are close, and names both', () => {
    const usual = calibrate([], 2, PRIOR);
    const answer = decide(['a', 'b'], Float32Array.from([0.5, 0.45, 0.05]), usual);
    expect(answer.outcome).toBe('ambiguous');
    expect(answer.ranked.map(({ label }) => label)).toEqual(['a', 'b']);
    expect(decide(['a', 'b'], Float32Array.from([0.8, 0.15, 0.05]), usual).outcome).toBe('matched');
  });
});
