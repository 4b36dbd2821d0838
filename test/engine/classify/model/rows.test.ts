import { describe, expect, test } from 'vitest';
import { Speller } from '../../../../engine/text/typos/repair.ts';
import { mistypedCopies } from '../../../../engine/train/rows.ts';
import type { TrainingSet } from '../../../../engine/train/training-set.ts';

/** A speller that repairs nothing, so that every slip stays visible. */
const noRepair = new Speller(new Map(), () => 0);
const LABELS = ['balance', 'transfer'];

/** Creates `rows` different utterances, alternating between two labels. */
function setOf(rows: number): TrainingSet {
  return {
    labels: LABELS,
    texts: Array.from({ length: rows }, (_, row) => `please show me my account number ${row}`),
    classes: Int32Array.from({ length: rows }, (_, row) => row % LABELS.length),
  };
}

const copiesOf = (rows: number, own = rows) => mistypedCopies(setOf(rows), own, noRepair);

describe('mistyped copies of training rows', () => {
  test('are made only from an average of 25 examples a label on', () => {
    expect(copiesOf(49)).toEqual([]);
    expect(copiesOf(50).length).toBeGreaterThan(40);
  });

  test('are made of every row up to 6,000 rows, of every second row beyond', () => {
    expect(copiesOf(6000).length).toBeGreaterThan(5900);
    expect(copiesOf(6001).length / 6001).toBeCloseTo(0.5, 1);
  });

  test('differ from their row, and do not depend on other rows', () => {
    const set = setOf(60);
    const copies = copiesOf(60);
    for (const { text, row } of copies) expect(text).not.toBe(set.texts[row]);
    expect(copiesOf(80).filter(({ row }) => row < 60)).toEqual(copies);
  });

  test('are made only of the author’s rows', () => {
    expect(copiesOf(80, 60).every(({ row }) => row < 60)).toBe(true);
  });
});
