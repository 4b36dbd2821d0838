import { describe, expect, it } from 'vitest';
import { builtInRecognizer } from '../../../engine/values/built-in.ts';
import { utteranceOf } from './support.ts';

const answers = (entity: string, text: string, language = 'en') =>
  (builtInRecognizer(entity, null)?.(utteranceOf(text, language)) ?? []).map(({ value, quality }) => [
    value,
    quality,
  ]);

describe('what only an answer may be', () => {
  it.each([
    ['time', 'five', 'en', '17:00'],
    ['time', 'five thirty please', 'en', '17:30'],
    ['time', 'ten to one', 'en', '12:50'],
    ['time', 'half one', 'en', '13:30'],
    ['time', '7.30', 'en', '07:30'],
    ['time', '9', 'de', '09:00'],
    ['time', '19.30', 'de', '19:30'],
    ['time', 'diez para la una', 'es', '12:50'],
    ['time', 'quince', 'es', '15:00'],
    ['time', 'siete y media', 'es', '07:30'],
    ['time', 'la una menos diez', 'es', '12:50'],
    ['time', 'la una y media', 'es', '13:30'],
    ['time', 'sete e meia', 'pt', '07:30'],
    ['time', 'sette e un quarto', 'it', '07:15'],
    ['date', 'the third', 'en', '2026-04-03'],
    ['date', '25', 'fr', '2026-03-25'],
    ['date', 'thirty', 'en', '2026-03-30'],
    ['date', 'le deux', 'fr', '2026-04-02'],
    ['number', 'eine', 'de', 1],
    ['ordinal', '2', 'en', 2],
    ['percentage', 'five', 'en', 5],
    ['number', 'a couple', 'en', 2],
    ['number', 'un par de entradas', 'es', 2],
  ])('%s: “%s” in %s', (entity, text, language, value) => {
    expect(answers(entity, text, language)).toEqual([[value, 'answer']]);
  });

  it('is looked for in the short clause that a longer query begins with', () => {
    expect(answers('time', "9.30, we're slow in the mornings")).toEqual([['09:30', 'answer']]);
    expect(answers('date', 'the third, my sister arrives the evening before')).toEqual([
      ['2026-04-03', 'answer'],
    ]);
    expect(answers('time', 'we are slow in the mornings so 9.30')).toEqual([]);
    // Six words of a clause are a short one, seven are not.
    expect(answers('time', 'well then I think seven thirty, since we are slow')).toEqual([
      ['07:30', 'answer'],
    ]);
    expect(answers('time', 'oh well then I think seven thirty, since we are slow')).toEqual([]);
  });

  it.each([
    ['date', 'one way only', 'en'],
    ['date', 'those two', 'en'],
    ['date', '10 days', 'en'],
    ['date', 'zehn Tage', 'de'],
    ['time', 'for 3 weeks', 'en'],
    ['time', 'a fortnight', 'en'],
    ['time', 'quinze jours', 'fr'],
    ['number', 'eine karte', 'de'],
    ['number', 'another', 'en'],
  ])('%s: “%s” is none, in %s', (entity, text, language) => {
    expect(answers(entity, text, language)).toEqual([]);
  });

  it('is not looked for beside a value that needs no question', () => {
    expect(answers('time', '5 people at 8 pm')).toEqual([['20:00', 'exact']]);
    expect(answers('date', '3 tickets for friday')).toEqual([['2026-03-20', 'exact']]);
  });

  it.each([
    ['february 30', 'en'],
    ['the 31st of april', 'en'],
    ['30. Februar', 'de'],
    ['le 30 février', 'fr'],
    ['2026-02-30', 'en'],
    ['13/13/2026', 'en'],
  ])('is not a day of another month than the one that has none such: “%s” in %s', (text, language) => {
    expect(answers('date', text, language)).toEqual([]);
  });

  it('takes a stretch for no minutes before an hour', () => {
    expect(answers('time', 'from ten to one')).toEqual([['10:00', 'answer']]);
  });

  it('is no pair without its article, nor beside a number', () => {
    expect(answers('number', 'we are a couple, 3 nights')).toEqual([[3, 'exact']]);
    expect(answers('number', 'par avion', 'es')).toEqual([]);
    expect(answers('number', 'ein Paar', 'de')).toEqual([]);
  });

  it('is no time where there is no such hour', () => {
    expect(answers('time', '25:00')).toEqual([]);
  });

  it('is not looked for in a long sentence', () => {
    expect(answers('time', 'send 5 dollars from my checking account to my savings')).toEqual([]);
  });
});
