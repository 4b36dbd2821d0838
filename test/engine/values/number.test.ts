import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recognizeNumbers } from '../../../engine/values/quantities.ts';
import { found, utteranceOf } from './support.ts';

describe('numbers', () => {
  it.each([
    ['en', '1,234', 1234],
    ['en', '1,234.5', 1234.5],
    ['en', '12,50', 12.5],
    ['en', '1.234', 1.234],
    ['en', '1,234,567', 1234567],
    ['en', '-5', -5],
    ['en', '5k', 5000],
    ['de', '50qm', 50],
    ['en', '80kg', 80],
    ['en', '1.5 million', 1500000],
    ['en', 'zero', 0],
    ['en', 'twenty-five', 25],
    ['en', 'nineteen hundred', 1900],
    ['en', 'a hundred and five', 105],
    ['en', 'two thousand three hundred and forty two', 2342],
    ['en', 'one million two hundred thousand', 1200000],
    ['en', 'two point five', 2.5],
    ['en', 'two and a half', 2.5],
    ['en', '2 and a half', 2.5],
    ['en', 'two and a half million', 2_500_000],
    ['en', 'two million and a half', 2_500_000],
    ['en', 'two thousand and a half', 2000.5],
    ['en', 'half a million', 500_000],
    ['en', 'a couple hundred', 200],
    ['en', 'a couple of thousand', 2000],
    ['en', 'half million', 500_000],
    ['en', 'half a hundred', 50],
    ['en', 'a couple of dozen', 24],
    ['es', '1.234', 1234],
    ['es', '1.234,5', 1234.5],
    ['es', '12,50', 12.5],
    ['es', '12.50', 12.5],
    ['es', 'treinta y uno', 31],
    ['es', 'treinta y un mil', 31000],
    ['es', 'veintidós', 22],
    ['es', 'mil', 1000],
    ['es', 'dos mil quinientos', 2500],
    ['es', 'ciento veinte', 120],
    ['es', 'un millón doscientas mil', 1200000],
    ['es', 'dos coma cinco', 2.5],
    ['es', 'dos y medio', 2.5],
    ['es', 'dos millones y medio', 2_500_000],
    ['es', 'medio millón', 500_000],
    ['de', 'zweitausend fünfhundert', 2500],
    ['de', 'zweitausendfünfhundert dreißig', 2530],
    ['de', 'zwei und ein halb', 2.5],
    ['de', 'zweieinhalb Millionen', 2_500_000],
    ['de', 'halbe Million', 500_000],
    ['fr', 'deux et demi', 2.5],
    ['fr', 'deux millions et demi', 2_500_000],
    ['fr', 'demi-million', 500_000],
    ['pt', 'dois e meio', 2.5],
    ['pt', 'dois milhões e meio', 2_500_000],
    ['pt', 'meio milhão', 500_000],
    ['it', 'due e mezzo', 2.5],
    ['it', 'due milioni e mezzo', 2_500_000],
    ['it', 'mezzo milione', 500_000],
    ['de', '1.234,5', 1234.5],
    ['fr', '1 234,5', 1234.5],
    ['fr', '12 345 678', 12345678],
  ])('in %s reads %j as %d', (language, text, value) => {
    expect(found(recognizeNumbers, `x ${text} x`, language)).toEqual([[text, value]]);
  });

  it.each([
    ['en', 'the 2nd floor'],
    ['en', 'a transfer and an account'],
    ['en', 'room b12'],
    ['en', '1.2.3.4'],
    ['es', 'una transferencia y un pago'],
    ['en', '1234567890123456789'],
    ['pl', 'dwadzieścia'],
  ])('in %s finds no number in %j', (language, text) => {
    expect(found(recognizeNumbers, text, language)).toEqual([]);
  });

  it.each([
    ['en', '12 500', 12500],
    ['de', '12 500', 12500],
    ['en', '1 200 000.50', 1200000.5],
    ['de', '12.500,00', 12500],
    ['en', '1,234.56', 1234.56],
    ['en', 'one point two million', 1200000],
    ['de', 'eine Million zweihunderttausend', 1200000],
    ['it', 'un milione e duecentomila', 1200000],
    ['fr', 'quatre-vingt-dix-sept', 97],
    ['it', 'novantasette', 97],
  ])('in %s reads all of %j as one number', (language, text, value) => {
    expect(found(recognizeNumbers, `x ${text} x`, language)).toEqual([[text, value]]);
  });

  it.each([
    '030 123456',
    '030-1234567',
    '+44 20 7946 0958',
    '+4420 7946',
    '06 12 34 56 78',
    '555 123 4567',
    '4111 1111 1111 1111',
    'DE89 3704 0044 0532 0130 00',
    'GB29NWBK60161331926819',
  ])('reads no number in the code %s, but reads the number beside it', (code) => {
    expect(found(recognizeNumbers, `${code} and 50`)).toEqual([['50', 50]]);
    expect(found(recognizeNumbers, `50 for ${code}`)).toEqual([['50', 50]]);
  });

  it.each([
    ['10 20 30', [10, 20, 30]],
    ['030 123', [30, 123]],
    ['5-10', [5, 10]],
    ['2026-12-18', [2026, 12, 18]],
  ])('reads the numbers in %s, which is not a code', (text, values) => {
    expect(found(recognizeNumbers, text).map(([, value]) => value)).toEqual(values);
  });

  it.each([
    ['en', '3 bags and a half', '3 bags and a half', 3.5],
    ['en', 'a tray and a half of eggs', 'a tray and a half', 1.5],
    ['de', 'ein Liter und ein halber', 'ein Liter und ein halber', 1.5],
    ['de', 'drei Liter und einen halben', 'drei Liter und einen halben', 3.5],
    ['es', 'un saco y medio', 'un saco y medio', 1.5],
    ['es', '3 raciones y media', '3 raciones y media', 3.5],
    ['es', 'quiero kilo y medio de arroz', 'kilo y medio', 1.5],
    ['fr', 'un sac et demi', 'un sac et demi', 1.5],
    ['fr', '2 tonnes et demie de gravier', '2 tonnes et demie', 2.5],
    ['it', 'un litro e mezzo', 'un litro e mezzo', 1.5],
    ['it', '3 etti e mezzo di prosciutto', '3 etti e mezzo', 3.5],
    ['it', 'due porzioni e mezza', 'due porzioni e mezza', 2.5],
    ['nl', 'twee liter en een halve', 'twee liter en een halve', 2.5],
    ['pt', 'um saco e meio', 'um saco e meio', 1.5],
    ['pt', 'queria litro e meio de leite', 'litro e meio', 1.5],
    ['pt', '3 caixas e meia', '3 caixas e meia', 3.5],
  ])('in %s adds the half behind the noun of %j', (language, text, stretch, value) => {
    expect(found(recognizeNumbers, text, language)).toEqual([[stretch, value]]);
  });

  it.each([
    ['en', 'two bags and a half portion', [['two', 2]]],
    ['es', '2 kilos y medio pollo', [['2', 2]]],
    ['es', '2 pollos asados y medio', [['2', 2]]],
    ['it', "un'ora e mezza", []],
    ['it', 'due euro e mezzo', [['due', 2]]],
    ['pt', '3 horas e meia', [['3', 3]]],
  ])('in %s adds no half of a unit of time or money, or of another noun: %s', (language, text, numbers) => {
    expect(found(recognizeNumbers, text, language)).toEqual(numbers);
  });

  it('does not add a half that belongs to something else', () => {
    expect(found(recognizeNumbers, 'five, and a half')).toEqual([['five', 5]]);
    expect(found(recognizeNumbers, '2.5 and a half')).toEqual([['2.5', 2.5]]);
    expect(found(recognizeNumbers, 'half of five')).toEqual([['five', 5]]);
    expect(found(recognizeNumbers, 'half two million')).toEqual([['two million', 2_000_000]]);
    expect(found(recognizeNumbers, 'a las siete y media', 'es')).toEqual([['siete', 7]]);
  });

  it.each([
    ['en', 'minus three please', 'minus three', -3],
    ['de', 'minus drei', 'minus drei', -3],
    ['fr', 'moins deux et demi', 'moins deux et demi', -2.5],
    ['es', 'menos 3', 'menos 3', -3],
    ['pt', 'menos três', 'menos três', -3],
    ['it', 'meno tre', 'meno tre', -3],
    ['en', 'minus zero', 'zero', 0],
    ['en', 'five minus three', 'five', 5],
    ['es', 'al menos tres', 'tres', 3],
    ['fr', 'moins de trois', 'trois', 3],
  ])('in %s reads the sign of an answer, as in %j', (language, text, raw, value) => {
    expect(found(recognizeNumbers, text, language)[0]).toEqual([raw, value]);
  });

  it('keeps numbers apart that do not form one number', () => {
    expect(found(recognizeNumbers, 'five six and twenty thirty')).toEqual([
      ['five', 5],
      ['six', 6],
      ['twenty', 20],
      ['thirty', 30],
    ]);
    expect(found(recognizeNumbers, '10 or 20, 30')).toEqual([
      ['10', 10],
      ['20', 20],
      ['30', 30],
    ]);
  });

  it('reads every number in the format of the language', () => {
    const amount = fc.integer({ min: 0, max: 99_999_999 }).map((cents) => cents / 100);
    fc.assert(
      fc.property(amount, fc.constantFrom('en', 'es', 'de', 'pt', 'it'), (value, language) => {
        const written = new Intl.NumberFormat(language, { useGrouping: 'always' }).format(value);
        // 1.234 in English is a decimal and 1,234 is not; three decimals never occur here.
        expect(found(recognizeNumbers, `pay ${written} now`, language)).toEqual([[written, value]]);
      }),
    );
  });

  it('gives ordered offsets without overlap inside any text', () => {
    const piece = fc.constantFrom(
      '1',
      ',',
      '.',
      ' ',
      '-',
      'k',
      'one',
      'hundred',
      'and',
      'a half',
      'half a',
      'million',
      'minus',
      'mil',
      'y',
      '€',
      '\u0301',
      '\ud800',
    );
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, fc.constantFrom('en', 'es', 'fr'), (query, language) => {
        let end = 0;
        for (const candidate of recognizeNumbers(utteranceOf(query, language))) {
          expect(candidate.start).toBeGreaterThanOrEqual(end);
          expect(candidate.end).toBeGreaterThan(candidate.start);
          expect(Number.isFinite(candidate.value)).toBe(true);
          end = candidate.end;
        }
        expect(end).toBeLessThanOrEqual(query.length);
      }),
    );
  });
});
