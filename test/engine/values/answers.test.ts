import { describe, expect, it } from 'vitest';
import { builtInRecognizer } from '../../../engine/values/built-in.ts';
import { utteranceOf } from './support.ts';

const answers = (entity: string, text: string, language = 'en') =>
  (builtInRecognizer(entity, null)?.(utteranceOf(text, language)) ?? []).map(({ value, quality }) => [
    value,
    quality,
  ]);

describe('an hour with minutes at the end of a clause', () => {
  it.each([
    ['7.30', 'en', '07:30'],
    ["let's make it nine thirty", 'en', '09:30'],
    ['we are slow in the mornings so 9.40', 'en', '09:40'],
    ['five to twelve', 'en', '11:55'],
    ['19.30', 'de', '19:30'],
    ['siete y media', 'es', '07:30'],
    ['sete e meia', 'pt', '07:30'],
    ['sette e un quarto', 'it', '07:15'],
  ])('may be a time, where nothing better claims it: “%s” in %s', (text, language, value) => {
    expect(answers('time', text, language)).toEqual([[value, 'weak']]);
  });

  it.each(['it costs 9.40 dollars', '9.40 each', 'rows nine to seventeen', '1h30'])(
    'is not read as a time in “%s”',
    (text) => {
      expect(answers('time', text).filter(([, quality]) => quality !== 'answer')).toEqual([]);
    },
  );
});

describe('a bare hour after a day', () => {
  it.each([
    ['time', 'yesterday at 9 drove home', '09:00'],
    ['datetime', 'yesterday at 9 drove home', '2026-03-17T09:00:00+01:00'],
    ['datetime', 'tomorrow at 3 workers come', '2026-03-19T15:00:00+01:00'],
  ])('is a time before a word that it does not count: %s in “%s”', (entity, text, value) => {
    expect(answers(entity, text)).toEqual([[value, 'exact']]);
  });

  it('is not a time before what it counts or measures', () => {
    for (const text of ['yesterday at 9 other shops', 'yesterday at 9 dollars'])
      expect(answers('time', text).filter(([, quality]) => quality !== 'answer')).toEqual([]);
  });
});

describe('an hour right after a day', () => {
  it.each([
    ['sat 9.30 at the mall', 'en', '09:30'],
    ['friday 5 in Leeds', 'en', '17:00'],
    ['mo 8', 'de', '08:00'],
    ['demain 9 à la gare', 'fr', '09:00'],
  ])('may be a time, where nothing better claims it: “%s” in %s', (text, language, value) => {
    expect(answers('time', text, language)).toEqual([[value, 'weak']]);
  });

  it.each(['friday 3 people', 'monday 12.50 dollars', 'monday 2 hours', 'monday 30'])(
    'is not a time where it counts or measures: “%s”',
    (text) => {
      expect(answers('time', text).filter(([, quality]) => quality !== 'answer')).toEqual([]);
    },
  );
});

describe('two hours by themselves', () => {
  const ranges = (text: string, language: string) =>
    (builtInRecognizer('time_range', null)?.(utteranceOf(text, language)) ?? []).map(
      ({ value, details, quality }) => [value, details.end, quality],
    );

  it.each([
    ['montag 10 bis 12', 'de', '10:00', '12:00'],
    ['friday 9 to 5', 'en', '09:00', '17:00'],
    ['10-12 on monday', 'en', '10:00', '12:00'],
    ['do 8-12 BH-7712', 'de', '08:00', '12:00'],
    ['demain 9 à 11', 'fr', '09:00', '11:00'],
  ])('are a time range beside a day: “%s” in %s', (text, language, begin, end) => {
    expect(ranges(text, language)).toEqual([[begin, end, 'weak']]);
  });

  it.each([
    ['8-12', 'de', '08:00', '12:00'],
    ['dann 10 bis 12', 'de', '10:00', '12:00'],
    ['9 to 11 please', 'en', '09:00', '11:00'],
  ])('are a time range as an answer: “%s” in %s', (text, language, begin, end) => {
    expect(ranges(text, language)).toEqual([[begin, end, 'answer']]);
  });

  it('are a time range before a full stop, unless the dot makes a date', () => {
    expect(ranges('von 9 bis 12. Ach, lieber Dienstag', 'de')).toEqual([['09:00', '12:00', 'exact']]);
    for (const days of ['vom 9. bis 12.', 'von 9 bis 12. Mai']) expect(ranges(days, 'de')).toEqual([]);
  });

  it.each([
    ['monday 3-5 people', 'en'],
    ['montag 8-12 Kisten', 'de'],
    ['8-12-2026', 'de'],
    ['2026-12-24', 'en'],
    ['12 to 24', 'en'],
    ['12-8', 'de'],
    ['8-25', 'de'],
    ['3 to 4 people', 'en'],
  ])('are not a time range where they count or are a date: “%s” in %s', (text, language) => {
    expect(ranges(text, language)).toEqual([]);
  });
});

describe('the first letters of a weekday', () => {
  it.each([
    ['do 8-12', 'de', '2026-03-19'],
    ['di 9 Uhr', 'de', '2026-03-24'],
    ['mar 9h30', 'fr', '2026-03-24'],
    ['sat 9.30 at the mall', 'en', '2026-03-21'],
    ['sat from 9 to 12', 'en', '2026-03-21'],
    ['on sat at the mall', 'en', '2026-03-21'],
    ['next wed in Leeds', 'en', '2026-03-25'],
    ['can you do sat?', 'en', '2026-03-21'],
    ['sun morning', 'en', '2026-03-22'],
    ['fri at the mall', 'en', '2026-03-20'],
  ])('are a day beside a time or a word that leads to a day: “%s” in %s', (text, language, value) => {
    expect(answers('date', text, language)).toEqual([[value, 'exact']]);
  });

  it.each([
    ['sat on my glasses and they broke in two', 'en'],
    ['the baby sat next to him for the whole flight', 'en'],
    ['they sat in the sun for the whole afternoon', 'en'],
    ['I sat 2 hours in the waiting room', 'en'],
    ['so 9 Uhr würde mir am besten passen bitte', 'de'],
  ])('are not a day where they are another word: “%s” in %s', (text, language) => {
    expect(answers('date', text, language).filter(([, quality]) => quality !== 'answer')).toEqual([]);
  });

  it.each([
    ['so', 'de', '2026-03-22'],
    ['so 10-12', 'de', '2026-03-22'],
    ['mar', 'fr', '2026-03-24'],
    ['sat at the mall', 'en', '2026-03-21'],
  ])('answer the question for a day: “%s” in %s', (text, language, value) => {
    expect(answers('date', text, language)).toEqual([[value, 'answer']]);
  });
});

describe('this moment', () => {
  it.each([
    ['grad eben', 'de'],
    ['just now', 'en'],
    ['right now', 'en'],
    ['à l’instant', 'fr'],
    ['ahora mismo', 'es'],
    ['poco fa', 'it'],
    ['há pouco', 'pt'],
    ['zojuist', 'nl'],
  ])('answers the question for a day and for a time: “%s” in %s', (text, language) => {
    expect(answers('date', text, language)).toEqual([['2026-03-18', 'answer']]);
    expect(answers('time', text, language)).toEqual([['10:30', 'answer']]);
  });

  it.each(['not now', 'I cannot say right now'])(
    'is neither a day nor a time beside other words: “%s”',
    (text) => {
      expect(answers('date', text)).toEqual([]);
      expect(answers('time', text)).toEqual([]);
    },
  );
});

describe('a value that is read in an answer only', () => {
  it.each([
    ['time', 'five', 'en', '17:00'],
    ['time', 'five thirty please', 'en', '17:30'],
    ['time', 'ten to one', 'en', '12:50'],
    ['time', 'half one', 'en', '13:30'],
    ['time', '9', 'de', '09:00'],
    ['time', 'diez para la una', 'es', '12:50'],
    ['time', 'quince', 'es', '15:00'],
    ['time', 'la una menos diez', 'es', '12:50'],
    ['time', 'la una y media', 'es', '13:30'],
    ['date', 'the third', 'en', '2026-04-03'],
    ['date', '25', 'fr', '2026-03-25'],
    ['date', 'thirty', 'en', '2026-03-30'],
    ['date', 'le deux', 'fr', '2026-04-02'],
    ['number', 'eine', 'de', 1],
    ['number', 'ich nehme nur eine', 'de', 1],
    ['number', 'freitagabend nur eine', 'de', 1],
    ['number', 'quero só um', 'pt', 1],
    ['number', 'dame solo una, gracias', 'es', 1],
    ['number', 'seulement un', 'fr', 1],
    ['number', 'dammene solo una', 'it', 1],
    ['ordinal', '2', 'en', 2],
    ['percentage', 'five', 'en', 5],
    ['number', 'a couple', 'en', 2],
    ['number', 'un par de entradas', 'es', 2],
  ])('%s: “%s” in %s', (entity, text, language, value) => {
    expect(answers(entity, text, language)).toEqual([[value, 'answer']]);
  });

  it('is looked for in the short clause that a longer query begins with', () => {
    expect(answers('time', "nine, we're slow in the mornings")).toEqual([['09:00', 'answer']]);
    expect(answers('date', 'the third, my sister arrives the evening before')).toEqual([
      ['2026-04-03', 'answer'],
    ]);
    expect(answers('time', 'we are slow in the mornings so nine')).toEqual([]);
    // A clause of six words is short, a clause of seven is not.
    expect(answers('time', 'well you know I think seven, since we are slow')).toEqual([['07:00', 'answer']]);
    expect(answers('time', 'oh well you know I think seven, since we are slow')).toEqual([]);
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
    ['number', 'só uma coisa', 'pt'],
    ['number', 'is it just a', 'en'],
    ['number', 'ist das nur eine?', 'de'],
    ['number', 'another', 'en'],
  ])('%s: not read in “%s”, in %s', (entity, text, language) => {
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
  ])('is never a day of the next month for a day that does not exist: “%s” in %s', (text, language) => {
    expect(answers('date', text, language)).toEqual([]);
  });

  it('is the beginning of a range, not minutes before an hour', () => {
    expect(answers('time', 'from ten to one')).toEqual([['10:00', 'answer']]);
  });

  it('is not “two” for a pair without its article or beside a number', () => {
    expect(answers('number', 'we are a couple, 3 nights')).toEqual([[3, 'exact']]);
    expect(answers('number', 'par avion', 'es')).toEqual([]);
    expect(answers('number', 'ein Paar', 'de')).toEqual([]);
  });

  it('is never an hour that does not exist', () => {
    expect(answers('time', '25:00')).toEqual([]);
  });

  it('is not looked for in a long sentence', () => {
    expect(answers('time', 'send 5 dollars from my checking account to my savings')).toEqual([]);
  });
});
