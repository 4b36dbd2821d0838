import { describe, expect, it } from 'vitest';
import { MAX_TEXT_LENGTH, tokenize } from '../../../../engine/classify/ngrams/tokens.ts';

describe('tokenize', () => {
  it.each([
    ['words and marks', "What's my balance?", ["what's", 'my', 'balance', '?']],
    ['curly apostrophes as straight ones', 'it’s', ["it's"]],
    ['full-width letters as plain ones', 'ＡＢＣ １２', ['abc', '12']],
    ['a decomposed accent as a letter without', 'cafe\u0301 ouvert', ['cafe', 'ouvert']],
    ['accents as letters without', '¡adiós, señor!', ['¡', 'adios', ',', 'senor', '!']],
    ['Korean composed', '안녕', ['안녕']],
    ['money and punctuation apart', '$50, ok', ['$', '50', ',', 'ok']],
    ['Cyrillic', 'Привет мир', ['привет', 'мир']],
    ['Greek without accents', 'Καλημέρα', ['καλημερα']],
    ['Hindi vowel signs within words', 'नमस्ते दुनिया', ['नमस्ते', 'दुनिया']],
    ['an emoji as a mark', 'thanks 👍', ['thanks', '👍']],
    ['nothing', ' \t\n', []],
  ])('reads %s', (_, text, tokens) => {
    expect(tokenize(text)).toEqual(tokens);
  });

  it.each([
    ['Japanese', '明日の天気を教えて', '天気'],
    ['Chinese', '我想转账到储蓄账户', '转账'],
    ['Thai', 'ฉันอยากโอนเงิน', 'โอน'],
  ])('splits %s, which has no spaces, into words', (_, text, word) => {
    const tokens = tokenize(text);
    expect(tokens.length).toBeGreaterThan(2);
    expect(tokens.join('')).toBe(text);
    expect(tokens.some((token) => token.startsWith(word))).toBe(true);
  });

  it('reads a text only up to the length limit of a query', () => {
    expect(tokenize('a '.repeat(40_000)).length).toBe(MAX_TEXT_LENGTH / 2);
  });
});
