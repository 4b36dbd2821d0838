import { expect, test } from 'vitest';
import { PhraseFinder, phraseAt } from '../../../engine/text/phrases.ts';
import { wordsOf } from '../../../engine/text/words.ts';

const PHRASES = ['make', 'make that', 'no wait'];

test.each([
  ['make that five', 0, 2],
  ['make it five', 0, 1],
  ['five make that', 1, 2],
  ['five make', 1, 1],
  ['no', 0, 0],
  ['that make', 0, 0],
  ['make that', 2, 0],
  ['', 0, 0],
])('in "%s" at word %i the longest phrase has %i words', (text, index, length) => {
  expect(phraseAt(wordsOf(text), index, PHRASES)).toBe(length);
});

test('a phrase has all of its meanings, and not those of a shorter phrase', () => {
  const finder = new PhraseFinder([
    ['make', 'short'],
    ['make that', 'repair'],
    ['make that', 'change'],
  ]);
  expect(finder.at(wordsOf('make that 5'), 0)).toEqual({ meanings: ['repair', 'change'], length: 2 });
  expect(finder.at(wordsOf('make 5'), 0)).toEqual({ meanings: ['short'], length: 1 });
  expect(finder.at(wordsOf('take 5'), 0)).toBeNull();
});
