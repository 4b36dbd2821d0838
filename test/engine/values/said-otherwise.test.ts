import { describe, expect, it, test } from 'vitest';
import { builtInRecognizer } from '../../../engine/values/built-in.ts';
import { utteranceOf } from './support.ts';

/** Returns the values found on Wednesday, 18 March 2026, periods with both ends, without `answer` quality. */
function valuesOf(entity: string, text: string, language: string): unknown[] {
  const found = builtInRecognizer(entity, 'EUR')?.(utteranceOf(text, language)) ?? [];
  return found
    .filter(({ quality }) => quality !== 'answer')
    .map(({ value, details }) => {
      const told = String(value).slice(0, 16);
      const isTime = entity === 'datetime' || entity === 'date_range' || entity === 'time_range';
      if (typeof value === 'number') return value;
      return isTime && details.end !== undefined ? `${told}/${String(details.end).slice(0, 16)}` : told;
    });
}

/** Texts, each with its one value, or null for none. */
type Rows = readonly (readonly [entity: string, language: string, text: string, value: unknown])[];

const reads = (rows: Rows) =>
  it.each(rows)('%s, %s: “%s” is %s', (entity, language, text, value) => {
    expect(valuesOf(entity, text, language)).toEqual(value === null ? [] : [value]);
  });

describe('a part of a month or a year by its place', () => {
  reads([
    ['date', 'en', 'the third day of october', '2026-10-03'],
    ['date', 'en', '20th day of next month', '2026-04-20'],
    ['date', 'de', 'zweiter Tag im Mai 2027', '2027-05-02'],
    ['date', 'it', 'il terzo giorno di ottobre', '2026-10-03'],
    ['date', 'en', 'fifth last day of May', '2026-05-27'],
    ['date_range', 'en', 'the 3rd quarter', '2026-07-01/2026-09-30'],
    ['date_range', 'de', '4tes Quartal 2028', '2028-10-01/2028-12-31'],
    ['date_range', 'pt', 'último trimestre de 2025', '2025-10-01/2025-12-31'],
    ['date_range', 'pt', 'terceiro mês de 2027', '2027-03-01/2027-03-31'],
    ['date_range', 'en', '2027Q4', '2027-10-01/2027-12-31'],
    ['date_range', 'de', 'Q1 2027', '2027-01-01/2027-03-31'],
    ['date_range', 'en', 'the second last month of 2027', '2027-11-01/2027-11-30'],
    ['date_range', 'en', 'last quarter', '2025-10-01/2025-12-31'],
  ]);

  test('is not read where the part does not exist', () => {
    expect(valuesOf('date', 'the 31st day of june 2026', 'en')).not.toContain('2026-07-01');
    expect(valuesOf('date_range', 'the fifth quarter of 2027', 'en')).not.toContain('2028-01-01/2028-03-31');
    expect(valuesOf('date', 'the third day', 'en')).toEqual([]);
    expect(valuesOf('date', 'the second month', 'en')).toEqual([]);
  });
});

describe('a count of days', () => {
  reads([
    ['date', 'en', 'two sundays from now', '2026-03-29'],
    ['date', 'en', 'three wednesdays from now', '2026-04-08'],
    ['date', 'en', 'two wednesdays ago', '2026-03-04'],
    ['date', 'en', '1 month and 21 days ago', '2026-01-28'],
    ['date', 'en', 'in 21 days, 1 month', '2026-05-09'],
    ['date', 'de', 'in zwei Jahren und drei Wochen', '2028-04-08'],
    ['date', 'en', 'two days before easter', '2026-04-03'],
    ['date', 'de', 'zwei Tage vor Ostern', '2026-04-03'],
    ['date', 'fr', 'deux jours après Noël', '2026-12-27'],
    ['date', 'es', 'tres días antes de Navidad', '2026-12-22'],
    ['date', 'en', 'the second monday after easter', '2026-04-13'],
    ['date', 'de', 'erster Montag nach Ostern', '2026-04-06'],
  ]);

  test('does not include a count of people', () => {
    expect(valuesOf('date', 'two before us', 'en')).toEqual([]);
    expect(valuesOf('date', '3 days and 2 people', 'en')).toEqual([]);
  });
});

describe('a stretch of days', () => {
  reads([
    ['date_range', 'de', '14.10. - 15.10.2028', '2028-10-14/2028-10-15'],
    ['date_range', 'en', 'from 20 December to 5 January 2028', '2027-12-20/2028-01-05'],
    ['date_range', 'en', 'from 20 December to 5 January', '2026-12-20/2027-01-05'],
    ['date_range', 'en', 'from friday 7 to sunday 9 august', '2026-08-07/2026-08-09'],
    ['date_range', 'fr', 'du vendredi 7 au dimanche 9 août', '2026-08-07/2026-08-09'],
    ['date_range', 'es', '3 semanas que vienen', '2026-03-23/2026-04-12'],
    ['date_range', 'it', 'i 2 giorni passati', '2026-03-16/2026-03-17'],
    ['date_range', 'en', '2/2027', '2027-02-01/2027-02-28'],
    ['date_range', 'en', '2027-02', '2027-02-01/2027-02-28'],
    ['date_range', 'de', 'übernächsten Mai', '2027-05-01/2027-05-31'],
    ['date_range', 'nl', 'volgend jaar maart', '2027-03-01/2027-03-31'],
  ]);
});

describe('a date', () => {
  reads([
    ['date', 'fr', '24 12 2027', '2027-12-24'],
    ['date', 'en', '12 24 2027', '2027-12-24'],
    ['date', 'en', 'march third two thousand eighteen', '2018-03-03'],
    ['date', 'en', 'september the fifth nineteen seventy-eight', '1978-09-05'],
    ['date', 'en', '18 july 2026, saturday', '2026-07-18'],
    ['date', 'pt', '12 de setembro de 2026 sábado', '2026-09-12'],
    ['date', 'en', 'may twenty one', '2026-05-21'],
    ['date', 'nl', 'op 15-2', '2027-02-15'],
    ['date', 'es', 'el 03-05', '2026-05-03'],
    ['date', 'it', 'mer.', '2026-03-25'],
    ['date', 'de', '31.10.74', '1974-10-31'],
    ['date', 'de', '31.10.46', '2046-10-31'],
    ['date', 'de', '31.10.47', '1947-10-31'],
  ]);

  test('does not take a number before a pause for a count of years', () => {
    expect(valuesOf('date_range', '214, letztes Jahr 198', 'de')).toEqual(['2025-01-01/2025-12-31']);
  });

  test('continues only with its own weekday', () => {
    expect(valuesOf('date', '18 july 2026, friday', 'en')).toEqual(['2026-07-18', '2026-03-20']);
  });

  test('is not read in a telephone number, a range or a count', () => {
    expect(valuesOf('date', '06 12 20 14 55', 'fr')).toEqual([]);
    expect(valuesOf('date', '+33 6 12 2027', 'fr')).toEqual([]);
    expect(valuesOf('date', 'los días 3-5', 'es')).toEqual([]);
    expect(valuesOf('date', 'kamer 15-2', 'nl')).toEqual([]);
    expect(valuesOf('date', 'je suis Sam', 'fr')).toEqual([]);
    expect(valuesOf('date', 'griaß di', 'de')).toEqual([]);
    expect(valuesOf('date', 'march third twenty people', 'en')).toEqual(['2027-03-03']);
  });
});

describe('a time', () => {
  reads([
    ['datetime', 'es', 'ahorita no puedo', null],
    ['time', 'en', 'a quarter past 3pm', '15:15'],
    ['time', 'en', 'twenty to 9 am', '08:40'],
    ['time', 'en', '15 to noon', '11:45'],
    ['time', 'pt', 'quinze para o meio dia', '11:45'],
    ['time', 'pt', 'meio dia e quinze', '12:15'],
    ['time', 'fr', 'midi moins cinq', '11:55'],
    ['time', 'es', 'las doce menos cinco', '11:55'],
    ['time', 'es', 'las tres menos cuarto', '14:45'],
    ['time', 'it', 'tre e un quarto di pomeriggio', '15:15'],
    ['time', 'en', '8 tonight', '20:00'],
    ['datetime', 'en', '8 tonight', '2026-03-18T20:00'],
    ['datetime', 'it', '8 di stasera', '2026-03-18T20:00'],
    ['datetime', 'en', 'nine tomorrow morning', '2026-03-19T09:00'],
    ['datetime', 'de', 'Donnerstag Vormittag von 9 bis 11', '2026-03-19T09:00/2026-03-19T11:00'],
    ['datetime', 'de', 'morgen Abend von 6 bis 8', '2026-03-19T18:00/2026-03-19T20:00'],
    ['datetime', 'en', 'in about half an hour', '2026-03-18T11:00'],
    ['datetime', 'en', 'today in one hour', '2026-03-18T11:30'],
    ['time', 'en', '3 in the AM', '03:00'],
    ['time', 'de', 'gegen 18Uhr', '18:00'],
    ['datetime', 'de', 'am 1.4. ab 14Uhr', '2026-04-01T14:00'],
    ['datetime', 'en', 'in 3/4 h', '2026-03-18T11:15'],
    ['time', 'en', 'at 730 in the evening', '19:30'],
    ['time_range', 'en', '4pm for 30 mins', '16:00/16:30'],
    ['time_range', 'de', 'ab 15 Uhr für zwei Stunden', '15:00/17:00'],
    ['duration', 'en', '1/2h', 'PT30M'],
  ]);

  test('is not read where something is counted', () => {
    expect(valuesOf('time', 'las dos y cinco personas', 'es')).toEqual([]);
    expect(valuesOf('time', 'a table for 8 tonight', 'en')).toEqual(['18:00']);
    expect(valuesOf('time_range', 'at 4 for 2 people', 'en')).toEqual([]);
    expect(valuesOf('time_range', 'at 10 pm for 3 hours', 'en')).toEqual([]);
    expect(valuesOf('time', '8 of us tonight', 'en')).toEqual(['18:00']);
    expect(valuesOf('time', 'a mezzogiorno e 15 persone', 'it')).toEqual(['12:00']);
  });
});

describe('a number', () => {
  reads([
    ['number', 'en', '1 point 5', 1.5],
    ['number', 'de', '3 Komma 75', 3.75],
    ['number', 'en', 'two hundred point seventy-one', 200.71],
    ['number', 'de', 'zwei Komma fünfzehn', 2.15],
    ['number', 'en', '.75', 0.75],
    ['number', 'de', ',75', 0.75],
    ['number', 'en', '-.5', -0.5],
    ['number', 'en', 'negative 20', -20],
    ['number', 'en', 'two trillion', 2e12],
    ['number', 'en', '1.2M', 1_200_000],
    ['number', 'en', '30 lakh', 3_000_000],
    ['number', 'en', '-4/5', -0.8],
    ['money', 'en', 'Rs. 20', 20],
    ['number', 'de', 'achtzehnhundertzweiundfünfzig', 1852],
    ['number', 'de', 'elfeinhalb', 11.5],
    ['number', 'de', 'zwölfhundert', 1200],
    ['number', 'nl', 'drie honderd', 300],
    ['number', 'nl', '3 honderd', 300],
    ['number', 'en', 'three fifths', 0.6],
    ['number', 'en', 'one fifth', 0.2],
    ['number', 'en', 'three and two fifths', 3.4],
    ['number', 'de', 'drei Viertel', 0.75],
    ['ordinal', 'en', 'thirtyfirst', 31],
  ]);

  test('takes no decimals from the words that follow', () => {
    expect(valuesOf('number', 'at 1 point in time', 'en')).toEqual([1]);
    expect(valuesOf('number', 'ok .2 people', 'en')).toEqual([]);
    expect(valuesOf('number', 'hallo ,2 Personen', 'de')).toEqual([]);
    expect(valuesOf('number', '5m', 'en')).toEqual([]);
    expect(valuesOf('number', 'one second', 'en')).toEqual([1]);
    expect(valuesOf('number', 'the first third', 'en')).toEqual([]);
  });

  test('that is a fraction is not an amount of money', () => {
    expect(valuesOf('money', 'two thirds of 30 euros', 'en')).toEqual([30]);
  });
});

describe('a time in the spelling of short messages', () => {
  reads([
    ['date', 'en', 'tmr', '2026-03-19'],
    ['date', 'en', 'saturday 6 pm', '2026-03-21'],
    ['date', 'en', 'tonite', '2026-03-18'],
    ['date', 'en', 'nxt fri', '2026-03-27'],
    ['date_range', 'en', 'lst month', '2026-02-01/2026-02-28'],
    ['date_range', 'en', 'nxt wk', '2026-03-23/2026-03-29'],
    ['date_range', 'en', 'this wknd', '2026-03-21/2026-03-22'],
    // “march” after “about” is the month, not the verb.
    ['date_range', 'en', 'what about march then', '2026-03-01/2026-03-31'],
    ['date_range', 'en', 'march on', null],
  ]);
});

describe('a greeting', () => {
  reads([
    ['time', 'en', 'good evening, can you help me', null],
    ['time', 'en', 'have a nice afternoon', null],
    ['date', 'de', 'guten Morgen, ich hätte eine Frage', null],
    ['time', 'de', 'schönen Abend noch', null],
    ['time', 'es', 'buena tarde', null],
    ['time', 'it', 'buona sera, una domanda', null],
    ['date', 'nl', 'goede morgen', null],
    ['time', 'nl', 'goede avond', null],
    ['time', 'pt', 'boa noite', null],
    ['date', 'de', 'also morgen', '2026-03-19'],
  ]);
});

describe('a day after “since”', () => {
  reads([
    ['date', 'en', 'since monday', '2026-03-16'],
    ['date', 'en', 'since the 3rd', '2026-03-03'],
    ['date', 'en', 'since october', '2025-10-01'],
    ['date', 'de', 'seit Freitag', '2026-03-13'],
    ['date', 'de', 'seit dem 20. Mai', '2025-05-20'],
    ['date', 'fr', 'depuis vendredi', '2026-03-13'],
    ['date', 'fr', 'depuis le 20 mai', '2025-05-20'],
    ['date', 'nl', 'sinds vrijdag', '2026-03-13'],
    // “desde” also means “from … on”, so the day is in the future.
    ['date', 'es', 'desde el viernes', '2026-03-20'],
  ]);
});

describe('a counted night', () => {
  reads([
    ['time', 'en', 'just one night', null],
    ['time', 'de', 'eine Nacht', null],
    ['time', 'es', 'una noche', null],
    ['duration', 'de', 'eine Nacht', 'P1D'],
    ['time', 'en', 'one in the morning', '01:00'],
    ['time', 'en', 'one pm', '13:00'],
    ['time', 'en', 'at night', '20:00'],
  ]);
});

describe('an hour before a colloquial article', () => {
  reads([
    ['time', 'de', 'morgen abend um 7 nen tisch', '19:00'],
    ['time', 'de', 'um 14 ne Massage', '14:00'],
  ]);
});
