import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_TOKENS } from '../../../../engine/classify/encoder/tokenizer.ts';
import { type UnigramForm, UnigramTokenizer } from '../../../../engine/classify/encoder/unigram.ts';
import { indexVocabulary, Vocabulary } from '../../../../engine/classify/encoder/vocabulary.ts';

const FORM: UnigramForm = { kind: 'unigram', begin: 0, end: 1, unknown: 2, steps: [] };
const MARKS: [string, number][] = [
  ['<s>', -Infinity],
  ['</s>', -Infinity],
  ['<unk>', -Infinity],
];

function make(own: readonly (readonly [string, number])[], form: Partial<UnigramForm> = {}) {
  const vocabulary = [...MARKS, ...own];
  const text = vocabulary.map(([piece]) => piece).join('\n');
  const scores = Float32Array.from(vocabulary, ([, score]) => score);
  const table = new Vocabulary(text, indexVocabulary(text));
  const tokenizer = new UnigramTokenizer(table, scores, { ...FORM, ...form }, null);
  const read = (ids: readonly number[]) => ids.map((id) => vocabulary[id]?.[0]).join(' ');
  return {
    tokenizer,
    scores,
    vocabulary,
    cut: (of: string) => read(tokenizer.encode(of).slice(1, -1)),
    read,
  };
}

/** Returns the best score over every way to cut a word into pieces, or −∞ if there is none. */
function bestOfAll(word: string, scores: ReadonlyMap<string, number>): number {
  if (word === '') return 0;
  let best = -Infinity;
  for (let end = 1; end <= word.length; end++) {
    const score = scores.get(word.slice(0, end));
    if (score !== undefined) best = Math.max(best, score + bestOfAll(word.slice(end), scores));
  }
  return best;
}

const LETTERS = ['▁', 'a', 'b', 'c'];
const score = fc.integer({ min: -400, max: -1 }).map((tenths) => tenths / 16);
const random = fc.record({
  single: fc.tuple(score, score, score, score),
  longer: fc.dictionary(fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 2, maxLength: 4 }), score),
  words: fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 9 }), {
    minLength: 1,
    maxLength: 3,
  }),
});

describe('the pieces of a text in a Unigram model', () => {
  it('are the most probable of all ways to cut the text', () => {
    fc.assert(
      fc.property(random, ({ single, longer, words }) => {
        const own = [
          ...LETTERS.map((letter, i) => [letter, single[i] ?? 0] as const),
          ...Object.entries(longer),
        ];
        const { tokenizer, scores, vocabulary } = make(own);
        const known = new Map(own);
        const ids = tokenizer.encode(words.join(' ')).slice(1, -1);
        expect(ids.map((id) => vocabulary[id]?.[0]).join('')).toBe(words.map((word) => `▁${word}`).join(''));
        const total = ids.reduce((sum, id) => sum + (scores[id] ?? 0), 0);
        const best = words.reduce((sum, word) => sum + bestOfAll(`▁${word}`, known), 0);
        expect(total).toBeCloseTo(best, 6);
      }),
    );
  });

  const pieces = [
    ['▁', -3],
    ['▁wash', -4],
    ['▁wa', -2],
    ['sh', -3],
    ['ing', -2],
    ['a', -5],
    ['▁Haus', -6],
    ['é', -5],
  ] as const;

  it.each([
    ['the likelier of two ways', 'washing', '▁wash ing'],
    ['each word with a space before it, however many there were', '  wash \t wash\n', '▁wash ▁wash'],
    ['what no piece has as unknown, as one where it stands together', 'wash日本☃ing', '▁wash <unk> ing'],
    ['unknown signs of two words as two', '日 本', '▁ <unk> ▁ <unk>'],
    ['the name of a mark as letters', 'a<s>a', '▁ a <unk> a'],
    ['nothing of nothing', ' ', ''],
  ])('%s', (_, text, expected) => {
    expect(make(pieces).cut(text)).toBe(expected);
  });

  it('are cut after the steps of the model', () => {
    expect(make(pieces).cut('ＡE\u0301')).toBe('▁ <unk>');
    expect(make(pieces, { steps: ['NFKC', 'lowercase'] }).cut('ＡE\u0301')).toBe('▁ a é');
  });

  it('are separate words where a step puts a space between them', () => {
    expect(make(pieces, { steps: ['NFKC'] }).cut('a\u00a8a')).toBe('▁ a ▁ <unk> a');
  });

  it('are at most 128, with the marks at both ends, for any length of text', () => {
    const { tokenizer } = make(pieces);
    for (const text of [
      'wash '.repeat(4000),
      'a'.repeat(30_000),
      '日'.repeat(30_000),
      '\u0301'.repeat(30_000),
    ]) {
      const ids = tokenizer.encode(text);
      expect(ids.length).toBeLessThanOrEqual(MAX_TOKENS);
      expect([ids[0], ids.at(-1)]).toEqual([FORM.begin, FORM.end]);
    }
  });

  it('are in the vocabulary for any text', () => {
    const { tokenizer, vocabulary } = make(pieces, { steps: ['NFKC', 'lowercase'] });
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(tokenizer.encode(text).every((id) => id >= 0 && id < vocabulary.length)).toBe(true);
      }),
    );
  });
});

describe('the pieces of the parts of a text', () => {
  const pieces = [
    ['▁', -3],
    ['▁pay', -3],
    ['€5', -3],
    ['0', -3],
    ['▁to', -3],
    ['▁O', -4],
    ["'Br", -4],
    ['ien', -3],
    ...Array.from("pay€50toO'Brien").map((letter) => [letter, -9] as const),
  ] as const;
  const unique = [...new Map(pieces)];
  const stretches = (text: string, parts: readonly string[]) => {
    let at = 0;
    return parts.map((part) => {
      const start = text.indexOf(part, at);
      at = start + part.length;
      return { start, end: at };
    });
  };

  it('are all pieces that hold some of a part, even of two parts', () => {
    const { tokenizer, read } = make(unique);
    const text = "pay €50 to O'Brien";
    const parts = ['pay', '€', '50', 'to', 'O', "'", 'Brien'];
    const { ids, pieces: ranges } = tokenizer.encodeWords(text, stretches(text, parts));
    expect(ids).toEqual(tokenizer.encode(text));
    expect(ranges.map(({ from, to }) => read(ids.slice(from, to)))).toEqual([
      '▁pay',
      '▁ €5',
      '€5 0',
      '▁to',
      '▁O',
      "'Br",
      "'Br ien",
    ]);
  });

  it('are together those of the whole text, for any text', () => {
    const { tokenizer } = make(unique, { steps: ['NFKC'] });
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from("pay €50 tO'Brﬁn¨日")), maxLength: 40 }),
        (text) => {
          const parts = [...text.matchAll(/\p{L}+|\p{N}+|[^\s\p{L}\p{N}]/gu)].map((match) => ({
            start: match.index,
            end: match.index + match[0].length,
          }));
          const { ids, pieces: ranges } = tokenizer.encodeWords(text, parts);
          expect(ids).toEqual(tokenizer.encode(text));
          expect(ranges).toHaveLength(parts.length);
          const held = new Set(
            ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i)),
          );
          expect(held.size).toBe(ids.length - 2);
        },
      ),
    );
  });

  it('are empty for parts beyond the limit', () => {
    const { tokenizer } = make(unique);
    const text = 'pay '.repeat(200);
    const parts = Array.from({ length: 200 }, (_, i) => ({ start: 4 * i, end: 4 * i + 3 }));
    const { pieces: ranges } = tokenizer.encodeWords(text, parts);
    expect(ranges.slice(124, 128)).toEqual([
      { from: 125, to: 126 },
      { from: 126, to: 127 },
      { from: 127, to: 127 },
      { from: 127, to: 127 },
    ]);
    expect(ranges).toHaveLength(200);
  });
});

it('a word is more common the earlier its piece is, and unknown without a piece', () => {
  const { tokenizer } = make([
    ['▁wash', -3],
    ['wash', -4],
    ['▁Haus', -6],
    ['ing', -7],
  ]);
  const [wash, house] = [tokenizer.commonness('wash'), tokenizer.commonness('haus')];
  expect(wash).toBeGreaterThan(house);
  expect(house).toBeGreaterThan(0);
  expect(tokenizer.commonness('ing')).toBe(-1);
});
