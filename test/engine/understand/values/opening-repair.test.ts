import { expect, it } from 'vitest';
import { wordsOf } from '../../../../engine/text/words.ts';
import { openingRepair } from '../../../../engine/understand/values/opening-repair.ts';

it.each([
  ['en', 'no, to Anna', 1],
  ['en', 'make that 5', 2],
  ['en', 'to Anna', 0],
  ['de', 'ich sagte, an Anna', 2],
  ['es', 'perdona, a Ana', 1],
  ['pt', 'eu disse 5', 2],
  ['sv', 'nej, till Anna', 0],
])('in %s, “%s” begins with %i words of correction', (language, text, expected) => {
  expect(openingRepair({ words: wordsOf(text), language })).toBe(expected);
});
