import { describe, expect, test } from 'vitest';
import type { HeldBack, SlotSpan } from '../../../authoring/evaluation/evaluate.ts';
import { measure } from '../../../authoring/evaluation/measure.ts';

interface Case {
  label: string | null;
  best: string;
  confidence?: number;
  outcome?: 'matched' | 'ambiguous' | 'out_of_scope';
  outOfScope?: number;
  expected?: SlotSpan[];
  found?: SlotSpan[];
}

const held = ({
  label,
  best,
  confidence = 0.9,
  outcome = 'matched',
  outOfScope = 0.05,
  ...spans
}: Case): HeldBack => ({
  row: {
    language: 'en',
    text: 'move 50 dollars to savings',
    label,
    competency: label,
    annotations: [],
    source: null,
    fold: 0,
  },
  classification: { ranked: [{ label: best, probability: confidence }], outOfScope, outcome },
  expected: spans.expected ?? [],
  found: spans.found ?? [],
});

const REJECTED = { outcome: 'out_of_scope', outOfScope: 0.8, confidence: 0.1 } as const;

describe('the measures', () => {
  const measures = measure([
    held({ label: 'pay', best: 'pay' }),
    held({ label: 'pay', best: 'pay', ...REJECTED }),
    held({ label: 'pay', best: 'move' }),
    held({ label: 'move', best: 'move', outcome: 'ambiguous' }),
    held({ label: null, best: 'pay', ...REJECTED }),
    held({ label: null, best: 'move' }),
  ]);

  test('count what is in scope and what is not', () => {
    expect([measures.utterances, measures.out_of_scope_utterances]).toEqual([4, 2]);
  });

  test('count a right label that was rejected in closed accuracy only', () => {
    expect(measures.closed_accuracy).toBe(3 / 4);
    expect(measures.in_scope_accuracy).toBe(2 / 4);
    expect(measures.ambiguous).toBe(1 / 4);
  });

  test('know recall and precision of rejection', () => {
    expect(measures.oos_recall).toBe(1 / 2);
    expect(measures.oos_precision).toBe(1 / 2);
  });

  test('average F1 over the labels, whatever their size', () => {
    // pay: precision 1/1, recall 1/3; move: precision 1/3, recall 1/1.
    expect(measures.macro_f1).toBeCloseTo((2 * 1) / (3 + 1), 12);
    expect(measures.labels.map(({ label, recall }) => [label, recall])).toEqual([
      ['move', 1],
      ['pay', 1 / 3],
    ]);
  });

  test('name every pair that was confused with the utterances to blame', () => {
    expect(
      measures.confusions.map(({ expected, predicted, utterances }) => [
        expected,
        predicted,
        utterances.length,
      ]),
    ).toEqual([
      ['out_of_scope', 'move', 1],
      ['pay', 'out_of_scope', 1],
      ['pay', 'move', 1],
    ]);
  });

  test('put each answer into the bin of its confidence', () => {
    expect(measures.confidence.map(({ right, wrong }) => [right, wrong]).slice(8)).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  test('have no value where there was nothing to measure', () => {
    const nothing = measure([held({ label: 'pay', best: 'pay' })]);
    expect([nothing.oos_recall, nothing.oos_precision, nothing.slots.f1]).toEqual([null, null, null]);
    expect(measure([]).in_scope_accuracy).toBeNull();
  });

  test('find no calibration error where the confidence equals the accuracy', () => {
    const rows = Array.from({ length: 4 }, (_, index) =>
      held({ label: index < 3 ? 'pay' : 'move', best: 'pay', confidence: 0.75 }),
    );
    expect(measure(rows).ece).toBeCloseTo(0, 12);
    expect(measure(rows.slice(0, 3)).ece).toBeCloseTo(0.25, 12);
  });
});

describe('the slot measures', () => {
  const money = (end: number): SlotSpan => ({ slot: 'amount', start: 5, end });

  test('count a value only with its name and both ends', () => {
    const { slots } = measure([
      held({ label: 'pay', best: 'pay', expected: [money(15)], found: [money(15)] }),
      held({ label: 'pay', best: 'pay', expected: [money(15)], found: [money(7)] }),
      held({ label: 'pay', best: 'pay', expected: [money(15)], found: [{ ...money(15), slot: 'price' }] }),
    ]);
    expect([slots.precision, slots.recall, slots.f1]).toEqual([1 / 3, 1 / 3, 1 / 3]);
  });

  test('show the marked values beside the found ones', () => {
    const { slots } = measure([
      held({
        label: 'pay',
        best: 'pay',
        expected: [money(15)],
        found: [money(7), { slot: 'to', start: 19, end: 26 }],
      }),
    ]);
    expect(slots.mistakes.map(({ slot, expected, found }) => [slot, expected, found])).toEqual([
      ['amount', '50 dollars', '50'],
      ['to', null, 'savings'],
    ]);
  });
});
