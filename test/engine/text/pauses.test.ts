import { describe, expect, it } from 'vitest';
import { firstSentence, hasPause, isPausedBefore } from '../../../engine/text/pauses.ts';
import { wordsOf } from '../../../engine/text/words.ts';

describe('a pause', () => {
  it.each([
    ', ',
    '. ',
    '; ',
    '? ',
    '… ',
    ' – ',
    ' — ',
    '、',
    '。',
    '，',
    '；',
    '：',
    '！',
    '？',
    '، ',
    '؛ ',
    '؟ ',
  ])('is made by “%s”, in every script', (signs) => {
    expect(hasPause(signs)).toBe(true);
    const text = `no${signs}five`;
    expect(isPausedBefore(text, wordsOf(text), 1)).toBe(true);
  });

  it.each([' ', '', '-', ' (', "'", ' "'])('is not made by “%s”', (signs) => {
    expect(hasPause(signs)).toBe(false);
  });

  it('is neither before the first word nor after the last', () => {
    const words = wordsOf('no, five.');
    expect([0, 2].map((index) => isPausedBefore('no, five.', words, index))).toEqual([false, false]);
  });
});

describe('the first sentence', () => {
  it.each([
    ['Anna', 'Anna'],
    ['Anna. We have moved house since then', 'Anna'],
    ['Ben. We have moved house since then', 'Ben'],
    ['Dr. Alan Chen', 'Dr. Alan Chen'],
    ['room 4.2', 'room 4.2'],
    ['Anna Maria!', 'Anna Maria!'],
  ])('of “%s” is “%s”', (text, sentence) => {
    expect(firstSentence(text, wordsOf(text))).toBe(sentence);
  });
});
