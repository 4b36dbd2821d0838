import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distance, neighbours } from '../../../engine/text/typos/edits.ts';
import { countWords, Speller } from '../../../engine/text/typos/repair.ts';
import { seededRandom } from '../../../engine/train/random.ts';
import { withTypo } from '../../../engine/train/typing-errors.ts';

const own = countWords([
  'transfer money to savings',
  'what is my balance',
  'balance of my account',
  'weiß größe',
]);
const common: Record<string, number> = { there: 0.9, their: 0.8, three: 0.7, house: 0.5, horse: 0.6 };
const speller = new Speller(own, (word) => common[word] ?? -1);

describe('the speller', () => {
  it.each([
    ['a letter left out', 'my balnce', 'my balance'],
    ['a letter too many', 'transsfer', 'transfer'],
    ['a wrong letter', 'sabings', 'savings'],
    ['two letters swapped', 'acocunt', 'account'],
    ['letters beyond ASCII', 'grosße größ', 'größe größe'],
    ['two slips in a long word', 'transfre tansferr', 'transfer transfer'],
    ['only the word in question', '  Blance, PLEASE! ', '  balance, PLEASE! '],
  ])('repairs %s', (_, text, repaired) => {
    expect(speller.repair(text)).toBe(repaired);
  });

  it('repairs a word only to a word of the examples if it does not borrow', () => {
    const careful = new Speller(own, (word) => common[word] ?? -1, { borrows: false });
    expect(speller.repair('horsf balnce')).toBe('horse balance');
    expect(careful.repair('horsf balnce')).toBe('horsf balance');
  });

  it('maps places in the repaired text back to the original text', () => {
    const came = 'my balnce, transsfer 5 to sabings!';
    const { text, place } = speller.read(came);
    expect(text).toBe('my balance, transfer 5 to savings!');
    const wayBack = (words: string) => {
      const { start, end } = place({ start: text.indexOf(words), end: text.indexOf(words) + words.length });
      return came.slice(start, end);
    };
    expect(
      ['my', 'balance', ', ', 'transfer', '5 to', 'savings!', 'balance, transfer', text].map(wayBack),
    ).toEqual(['my', 'balnce', ', ', 'transsfer', '5 to', 'sabings!', 'balnce, transsfer', came]);
  });

  it('leaves words alone that are listed as right, with or without an apostrophe', () => {
    const right = new Set(['thats', 'yep', 'arent']);
    const words = countWords(['that hat yen yen yen are are are']);
    const told = new Speller(words, () => -1, { right });
    const untold = new Speller(words, () => -1);
    for (const text of ['yep thats it', "we aren't"]) expect(told.repair(text)).toBe(text);
    expect(untold.repair('yep thats it')).toBe('yen that it');
  });

  it('keeps possible names if told to, but repairs a word in capitals', () => {
    expect(speller.read('my Blance is SABINGS, Blance', { keepsNames: true }).text).toBe(
      'my Blance is savings, Blance',
    );
    expect(speller.read('my Blance', { keepsNames: false }).text).toBe('my balance');
  });

  it('maps a part of a repaired word to the whole original word', () => {
    const { text, place } = speller.read('a sabbings b');
    const inside = text.indexOf('savings') + 2;
    expect(text).toBe('a savings b');
    expect(place({ start: inside, end: inside + 2 })).toEqual({ start: 2, end: 10 });
  });

  it('prefers a word of the examples to a common one, and a common one to a rare one', () => {
    expect(speller.repair('hoyse')).toBe('horse');
    const both = new Speller(new Map([['house', 1]]), (word) => common[word] ?? -1);
    expect(both.repair('hoyse')).toBe('house');
  });

  it('leaves known words, short words and words without a neighbour alone', () => {
    for (const text of ['there is a house', 'my bal is nul', 'xylophone quartz', '', '¿?']) {
      expect(speller.repair(text)).toBe(text);
    }
  });

  it('changes nothing but letters in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        expect(speller.repair(text).replace(/\p{L}+/gu, '')).toBe(text.replace(/\p{L}+/gu, ''));
      }),
    );
  });
});

describe('the distance of words', () => {
  it.each([
    ['balance', 'balance', 0],
    ['balance', 'blance', 1],
    ['balance', 'balacne', 1],
    ['balance', 'valence', 2],
    ['', 'abc', 3],
    ['ca', 'abc', 3],
  ])('from %s to %s is %i', (a, b, edits) => {
    expect(distance(a, b)).toBe(edits);
    expect(distance(b, a)).toBe(edits);
  });
});

describe('a typo', () => {
  it('is one edit away', () => {
    const random = seededRandom(5);
    for (let i = 0; i < 200; i++) {
      const near = new Set([...neighbours('balance', 'abcdefghijklmnopqrstuvwxyz'), 'balance']);
      expect(near.has(withTypo('balance', random))).toBe(true);
    }
  });

  it('leaves a text without letters alone', () => {
    expect(withTypo('123 ?!', seededRandom(1))).toBe('123 ?!');
    expect(withTypo('', seededRandom(1))).toBe('');
  });
});
