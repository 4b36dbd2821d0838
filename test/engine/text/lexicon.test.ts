import { describe, expect, test } from 'vitest';
import { Lexicon } from '../../../engine/text/lexicon.ts';
import { wordsOf } from '../../../engine/text/words.ts';
import { builtInRecognizer } from '../../../engine/values/built-in.ts';
import { wordsIn } from '../../../engine/values/words-in.ts';
import { growth, MOST_GROWTH } from '../../security/growth/measure.ts';
import { fill } from '../../security/growth/shapes.ts';

const lexicon = new Lexicon({
  words: ['円', '下周五', 'の', 'も'],
  counters: new Set(['日', '本', '年']),
  quantifiers: new Set(['半']),
  numerals: '0-9一二三四五六七八九十百千',
});
const cut = (text: string): string[] => wordsOf(text, lexicon).map((word) => word.text);

describe('the words of a language that writes no spaces', () => {
  test('are found where the dictionaries split them differently', () => {
    expect(cut('三千円')).toEqual(['三千', '円']);
    expect(cut('下周五')).toEqual(['下周五']);
  });

  test('are not found within another word', () => {
    expect(cut('千葉')).toEqual(['千葉']);
    expect(cut('円満')).toEqual(['円満']);
  });

  test('include counting signs only after a number', () => {
    expect(cut('三日')).toEqual(['三', '日']);
    expect(cut('半年')).toEqual(['半', '年']);
    expect(cut('日本')).toEqual(['日本']);
    expect(cut('の日本')).toEqual(['の', '日本']);
  });

  test('keep their places, and leave nothing out', () => {
    const text = 'えっと、下周五の三千円 or 半年ABCも２本';
    const words = wordsOf(text, lexicon);
    for (const [index, { start, end }] of words.entries()) {
      expect(end).toBeGreaterThan(start);
      expect(start).toBeGreaterThanOrEqual(words[index - 1]?.end ?? 0);
    }
    expect(words.map(({ start, end }) => text.slice(start, end)).join('')).toBe(
      text.replace(/[^\p{L}\p{N}]/gu, ''),
    );
  });

  test.each(['明日の午後五時に東京駅で会いましょう三千円', '下周五下午三点我们在北京站见面一百二十块', '日'])(
    'are found, with their values, in linear time in 4,096 signs of “%s”',
    async (shape) => {
      const all = fill(shape, 4096);
      for (const code of ['ja', 'zh']) {
        const words = wordsIn(all, code);
        expect(words.map(({ start, end }) => all.slice(start, end)).join('')).toBe(all);
        expect(await growth((size) => wordsIn(fill(shape, size), code), 4096)).toBeLessThan(MOST_GROWTH);
        for (const entity of ['datetime', 'date_range', 'money', 'ordinal']) {
          const read = builtInRecognizer(entity, null);
          const work = (size: number) => {
            const text = fill(shape, size);
            return read?.({
              text,
              words: wordsIn(text, code),
              language: code,
              clock: { now: 0, offsetMinutes: 0 },
            });
          };
          expect(await growth(work, 4096), `${code} ${entity}`).toBeLessThan(MOST_GROWTH);
        }
      }
    },
  );
});
