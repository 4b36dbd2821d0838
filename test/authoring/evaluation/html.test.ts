import { expect, test } from 'vitest';
import type { HeldBack } from '../../../authoring/evaluation/evaluate.ts';
import { toHtml } from '../../../authoring/evaluation/html.ts';
import { measure } from '../../../authoring/evaluation/measure.ts';

const held = (label: string, best: string): HeldBack => ({
  row: { language: 'en', text: label, label, competency: label, annotations: [], source: null, fold: 0 },
  classification: { ranked: [{ label: best, probability: 0.9 }], outOfScope: 0.05, outcome: 'matched' },
  expected: [],
  found: [],
});

/** Returns the page, and the states of the rows of its confusion matrix. */
function matrixRows(results: readonly HeldBack[]) {
  const overall = measure(results);
  const page = toHtml({
    assistant: 'bank',
    folds: 2,
    seed: 1,
    seconds: 1,
    overall,
    languages: { en: overall },
  });
  return { page, rows: [...page.matchAll(/<th scope="row">([^<]+)/g)].map(([, name]) => name) };
}

const states = (count: number) =>
  Array.from({ length: count }, (_, at) => `state ${String(at).padStart(3, '0')}`);

test('a matrix has every state of an assistant of sixty, out of scope among them', () => {
  const results = states(59).map((name) => held(name, name));
  expect(matrixRows(results).rows).toEqual([...states(59), 'out_of_scope']);
});

test('of more states, a matrix has those that are confused, and is left out where none is', () => {
  const results = states(60).map((name) => held(name, name));
  const { page, rows } = matrixRows([...results, held('state 007', 'state 003')]);
  expect(rows).toEqual(['state 003', 'state 007']);
  expect(page).toContain('Only states that were confused are shown.');
  expect(matrixRows(results).page).not.toContain('Confusion matrix');
});

test('where too many states are confused, a matrix has those that are confused most often', () => {
  const names = states(100);
  const results = names.map((name, at) => held(name, names[(at + 1) % 100] ?? ''));
  const often = [held('state 098', 'state 097'), held('state 098', 'state 097')];
  const { page, rows } = matrixRows([...results, ...often]);
  expect(rows).toHaveLength(60);
  expect(rows.slice(-2)).toEqual(['state 097', 'state 098']);
  expect(page).toContain('Only the 60 states that were confused most often are shown.');
});
