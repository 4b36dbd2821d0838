import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDescription } from '../../../../engine/classify/encoder/description.ts';
import { loadTokenizer, loadVocabulary } from '../../../../engine/classify/encoder/load-tokenizer.ts';
import { MAX_TOKENS } from '../../../../engine/classify/encoder/tokenizer.ts';
import { indexVocabulary, Vocabulary } from '../../../../engine/classify/encoder/vocabulary.ts';
import { splitWords } from '../../../../engine/classify/encoder/word-pieces.ts';
import { ENCODER_DIRECTORY } from '../../../../engine/train/encoder/build.ts';

const vocabulary = loadVocabulary(ENCODER_DIRECTORY);
const pieces = readFileSync(join(ENCODER_DIRECTORY, 'vocabulary.txt'), 'utf8').split('\n');
const tokenizer = loadTokenizer(ENCODER_DIRECTORY, readDescription(ENCODER_DIRECTORY).tokenizer);
const UNCASED = { lowercase: true, stripsAccents: true };

const read = (text: string): string =>
  tokenizer
    .encode(text)
    .slice(1, -1)
    .map((id) => pieces[id])
    .join(' ');

describe('the word pieces of a text', () => {
  it.each([
    ['whole words', 'Hello World', 'hello world'],
    ['the longest pieces first', 'unaffable', 'una ##ffa ##ble'],
    ['accents stripped', 'Crème brûlée', 'cr ##eme br ##ule ##e'],
    ['every ASCII mark alone', '$5.00+tax=~6', '$ 5 . 00 + tax = ~ 6'],
    ['a typographic apostrophe alone', 'don’t', 'don ’ t'],
    ['ideographs alone', '東京abc', '東 京 abc'],
    ['control and format characters dropped', 'he\u0000l\u200blo\ufffd', 'hello'],
    ['tabs and line ends as spaces', 'a\tb\nc\rd', 'a b c d'],
    ['an emoji as unknown', 'thanks 👍', 'thanks [UNK]'],
    ['a dotted capital I without its dot', 'İstanbul', 'istanbul'],
    ['a word of 101 characters as unknown', `a ${'x'.repeat(101)} b`, 'a [UNK] b'],
    ['nothing for nothing', ' \u0007 ', ''],
  ])('hold %s', (_, text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('include all characters of a word of 100 characters', () => {
    expect(read('x'.repeat(100)).replace(/[# ]/g, '')).toBe('x'.repeat(100));
  });

  it('count code points, not units, of long words', () => {
    expect(read('𐐷'.repeat(100))).toBe('[UNK]');
    expect(splitWords('𐐷'.repeat(60), UNCASED)).toHaveLength(1);
  });
});

describe('the vocabulary', () => {
  it('knows every piece by its id, and nothing else', () => {
    expect(pieces).toHaveLength(vocabulary.size);
    for (const [id, piece] of pieces.entries()) expect(vocabulary.idOf(piece)).toBe(id);
    for (const piece of ['', '\n', '##', 'hello\n', 'hello world', pieces.slice(5, 7).join('\n')]) {
      expect(vocabulary.idOf(piece)).toBe(pieces.includes(piece) ? pieces.indexOf(piece) : undefined);
    }
  });

  it('finds pieces that collide in its table', () => {
    const words = Array.from({ length: 20_000 }, (_, i) => `word${i}`);
    const large = new Vocabulary(words.join('\n'), indexVocabulary(words.join('\n')));
    expect(words.map((word) => large.idOf(word))).toEqual([...words.keys()]);
  });

  it.each([32_768, 32_769, 100_000])('finds each of %i pieces', (count) => {
    const words = Array.from({ length: count }, (_, i) => `p${i}`);
    const large = new Vocabulary(words.join('\n'), indexVocabulary(words.join('\n')));
    expect(words.findIndex((word, id) => large.idOf(word) !== id)).toBe(-1);
    expect(large.idOf(`p${count}`)).toBeUndefined();
  });

  it('finds all pieces that begin at a place, the shortest first', () => {
    const words = ['b', 'abc', 'ab', 'abcd', 'bc', 'x'];
    const small = new Vocabulary(words.join('\n'), indexVocabulary(words.join('\n')));
    const found: [string | undefined, number][] = [];
    small.eachAt('xabcx', 1, (id, end) => found.push([words[id], end]));
    expect(found).toEqual([
      ['ab', 3],
      ['abc', 4],
    ]);
  });
});

describe('ids', () => {
  it('are those of the published vocabulary', () => {
    expect(tokenizer.encode('hello world')).toEqual([101, 7592, 2088, 102]);
  });

  it('are at most 128 and end with the end mark, for any length of text', () => {
    for (const text of [
      'word '.repeat(6000),
      'x'.repeat(30_000),
      '字'.repeat(30_000),
      '\u0301'.repeat(30_000),
    ]) {
      const ids = tokenizer.encode(text);
      expect(ids.length).toBeLessThanOrEqual(MAX_TOKENS);
      expect(ids.at(-1)).toBe(102);
    }
  });

  it('are in the vocabulary for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const ids = tokenizer.encode(text);
        expect(ids.every((id) => id >= 0 && id < vocabulary.size)).toBe(true);
      }),
    );
  });

  it('of a text in parts are those of the whole', () => {
    const text = 'Send $50 to my savings-account!';
    const parts = ['Send', '$50', 'to', 'my', 'savings-account', '!'].map((part) => ({
      start: text.indexOf(part),
      end: text.indexOf(part) + part.length,
    }));
    const { ids, pieces: ranges } = tokenizer.encodeWords(text, parts);
    expect(ids).toEqual(tokenizer.encode(text));
    expect(
      ranges.map(({ from, to }) =>
        ids
          .slice(from, to)
          .map((id) => pieces[id])
          .join(' '),
      ),
    ).toEqual(['send', '$ 50', 'to', 'my', 'savings - account', '!']);
  });
});
