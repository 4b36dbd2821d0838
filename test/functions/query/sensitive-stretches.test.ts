import { expect, test } from 'vitest';
import type { TurnResult } from '../../../engine/dialogue/turn.ts';
import { sensitiveStretches } from '../../../functions/query/sensitive-stretches.ts';
import { BANK_FILES, KEYWORDS } from '../../engine/dialogue/bank.ts';
import { loadFiles } from '../../engine/dialogue/support.ts';

const QUERY = 'pay 60 dollars, not 4929 dollars';
const loaded = loadFiles(BANK_FILES, KEYWORDS);

/** Returns the query's sensitive parts if 60 dollars was proposed for a slot. */
const partsWith = (slot: string, became: string) => {
  const proposals = [{ command: 'set', slot, start: 4, end: 14, score: 1, by: 'values', became }];
  const result = { language: 'en', explanation: { proposals } } as unknown as TurnResult;
  const found = sensitiveStretches(loaded, { query: QUERY, now: 0, timeOffset: null }, result);
  return found.map(({ start, end }) => QUERY.slice(start, end));
};

test.each([
  ['new_limit', 'applied', ['4929 dollars']],
  ['new_limit', 'refused', ['60 dollars', '4929 dollars']],
  ['amount', 'applied', ['60 dollars', '4929 dollars']],
])('an amount that became %s (%s) leaves %j', (slot, became, parts) => {
  expect(partsWith(slot, became)).toEqual(parts);
});
