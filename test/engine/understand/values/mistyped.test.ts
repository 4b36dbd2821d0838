import { describe, expect, it } from 'vitest';
import { languageOf } from '../../../../engine/language/languages.ts';
import type { Stretch } from '../../../../engine/text/stretch.ts';
import { wordsOf } from '../../../../engine/text/words.ts';
import { mended, mistypedTimes } from '../../../../engine/understand/values/mistyped.ts';

const CLOCK = { now: Date.UTC(2026, 2, 18), offsetMinutes: 0 };
const read = (language: string, entity: string, text: string, right: Stretch[] = []) =>
  mended({ text, words: wordsOf(text), language, clock: CLOCK }, right, entity, languageOf(language));

describe('a mistyped answer', () => {
  it.each([
    ['en', 'number', 'thre people', 'three people'],
    ['en', 'number', 'jsut me', 'just me'],
    ['en', 'date', 'next tusday', 'next tuesday'],
    ['de', 'date', 'moregn', 'morgen'],
    ['de', 'number', 'zu zwiet', 'zu zweit'],
    ['es', 'number', 'cuatrp', 'cuatro'],
    ['fr', 'date', 'demian', 'demain'],
  ])('in %s, for a %s: “%s” is read as “%s”', (language, entity, typed, meant) => {
    const utterance = read(language, entity, typed);
    expect(utterance?.words.map(({ text }) => text).join(' ')).toBe(meant);
    expect(utterance?.words.map(({ start, end }) => typed.slice(start, end)).join(' ')).toBe(typed);
  });

  it.each([
    ['of a kind that is not told by words', 'city', 'tusday'],
    ['of a word that is right', 'date', 'tomorrow'],
    ['of three letters', 'number', 'tow'],
    ['of two words that could be meant', 'date', 'tommrrow'],
    ['of six words', 'number', 'I think we are thre people'],
  ])('is left as it is: %s', (_, entity, text) => {
    expect(read('en', entity, text)).toBeNull();
  });

  it('is not seen in a word of correction', () => {
    expect(read('de', 'number', 'nicht zwei')).toBeNull();
  });

  it('is not seen in the words of a value', () => {
    expect(read('es', 'date', 'lunas')).not.toBeNull();
    expect(read('es', 'date', 'lunas', [{ start: 0, end: 5 }])).toBeNull();
  });

  it('of five words is repaired', () => {
    expect(read('en', 'number', 'think we are thre people')).not.toBeNull();
  });
});

describe('mistyped words of time', () => {
  const read = (text: string) =>
    ({ decembr: 'december', sundy: 'sunday', tomorrw: 'tomorrow', mouht: 'mouth', mrch: 'march' })[text] ??
    text;
  const meant = (text: string) => [...mistypedTimes(wordsOf(text), languageOf('en'), read)];

  it('are found anywhere in a query', () => {
    expect(meant('rent two bikes til sundy, and one until decembr 4')).toEqual([
      ['sundy', 'sunday'],
      ['decembr', 'december'],
    ]);
  });

  it('are none if another word is meant, the word is short, or nothing is mistyped', () => {
    expect(meant('my mouht hurts since mrch')).toEqual([]);
    expect(meant('on december 4')).toEqual([]);
  });
});
