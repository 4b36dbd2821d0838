import { expect, test } from 'vitest';
import { evaluateAssistant } from '../../../authoring/evaluation/report.ts';
import { dealRows, rowKey } from '../../../authoring/evaluation/rows.ts';
import { acceptUtterances } from '../../../authoring/learn/accept.ts';
import { compareReports, formatComparison } from '../../../authoring/learn/compare.ts';
import { readAssistantFiles } from '../../../authoring/read.ts';
import { SHOP } from '../../support/shop.ts';

const WHOLE = { measured: 3, of: 3 };
const before = readAssistantFiles(SHOP);
const { authored: after, added } = acceptUtterances(before, [
  { label: 'hours', language: 'en', utterances: ['when may I come by', 'do you open on monday', 'zzz'] },
]);
const OPTIONS = { folds: 3, seed: 1, now: () => 0 };
const dealt = new Map(dealRows(before, 3, 1).map((row) => [rowKey(row), row.fold]));

test('existing utterances stay in their folds, and new ones are added', () => {
  const rows = dealRows(after, 3, 1, dealt);
  const known = rows.filter((row) => dealt.has(rowKey(row)));
  expect(known.map(({ fold }) => fold)).toEqual(dealRows(before, 3, 1).map(({ fold }) => fold));
  expect(rows).toHaveLength(known.length + added.length);
});

test('reports what got better and worse, and which new utterances were not understood', () => {
  const [was, is] = [evaluateAssistant(before, OPTIONS), evaluateAssistant(after, { ...OPTIONS, dealt })];
  const comparison = compareReports(was, is, added, WHOLE);
  expect(comparison.fresh.utterances).toBe(3);
  expect(comparison.fresh.mistakes.map(({ text }) => text)).toContain('zzz');
  expect(compareReports(was, was, [], WHOLE)).toMatchObject({ better: [], worse: [] });
  // Compared in reverse, better becomes worse.
  const back = compareReports(is, was, [], WHOLE);
  expect(back.better.filter(({ text }) => !added.some(({ utterance }) => utterance === text))).toEqual(
    comparison.worse,
  );
  expect(back.worse).toEqual(comparison.better.map((one) => expect.objectContaining({ text: one.text })));
  expect(formatComparison(comparison)).toMatch(/before +after\n/);
  expect(formatComparison(comparison)).toContain('Of the 3 new utterances,');
});

test('a mistake that has gone is better, and a new one is worse, unless the utterance is new', () => {
  const one = evaluateAssistant(before, OPTIONS);
  const mistaken = (...mistakes: [text: string, expected: string][]) => ({
    ...one,
    overall: {
      ...one.overall,
      confusions: mistakes.map(([text, expected]) => ({
        expected,
        predicted: 'order',
        utterances: [{ text, language: 'en', confidence: 1 }],
      })),
    },
  });
  const comparison = compareReports(
    mistaken(['a', 'hours'], ['b', 'hours']),
    mistaken(['b', 'hours'], ['d', 'out_of_scope'], ['c', 'hours'], ['zzz', 'hours']),
    added,
    WHOLE,
  );
  const { better, worse, fresh } = comparison;
  // Mistakes about a label with new utterances come first.
  expect([better, worse, fresh.mistakes].map((list) => list.map(({ text }) => text))).toEqual([
    ['a'],
    ['c', 'd'],
    ['zzz'],
  ]);
  const text = formatComparison(comparison);
  expect(text).toContain(
    'Understood before, and not now: 2, of which 1 involve states with new utterances\n  “c” (hours), taken for order',
  );
  expect(text).not.toContain('Measured by');
  expect(formatComparison({ ...comparison, folds: { measured: 1, of: 5 } })).toContain(
    'Measured by 1 of 5 parts, those that the time allowed',
  );
  expect(formatComparison({ ...comparison, better: [] })).toContain('Understood now, and not before: 0\n');
});
