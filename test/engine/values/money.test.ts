import { describe, expect, it } from 'vitest';
import { moneyRecognizer } from '../../../engine/values/money.ts';
import { utteranceOf } from './support.ts';

const money = (text: string, language: string, currency: string | null = null) =>
  moneyRecognizer(currency)(utteranceOf(text, language)).map(({ start, end, value, details, quality }) => [
    text.slice(start, end),
    value,
    details.currency ?? null,
    quality,
  ]);

describe('amounts of money', () => {
  it.each([
    ['en', '$50', 50, 'USD'],
    ['en', '$1,234.56', 1234.56, 'USD'],
    ['en', '$5k', 5000, 'USD'],
    ['en', '€ 20', 20, 'EUR'],
    ['en', '20€', 20, 'EUR'],
    ['en', 'R$ 10', 10, 'BRL'],
    ['en', '50 dollars', 50, 'USD'],
    ['en', 'fifty bucks', 50, 'USD'],
    ['en', '20 canadian dollars', 20, 'CAD'],
    ['en', '30 pounds', 30, 'GBP'],
    ['en', '50 usd', 50, 'USD'],
    ['en', 'EUR 50', 50, 'EUR'],
    ['en', '5 dollars and 20 cents', 5.2, 'USD'],
    ['en', 'half a million dollars', 500_000, 'USD'],
    ['en', 'a hundred and twenty five fifty dollars', 125.5, 'USD'],
    ['en', 'two and a half million dollars', 2_500_000, 'USD'],
    ['en', 'two dollars and a half', 2.5, 'USD'],
    ['es', 'dos euros y medio', 2.5, 'EUR'],
    ['es', 'un millón y medio de euros', 1_500_000, 'EUR'],
    ['de', 'zweieinhalb Euro', 2.5, 'EUR'],
    ['fr', 'deux euros et demi', 2.5, 'EUR'],
    ['pt', 'dois reais e meio', 2.5, 'BRL'],
    ['it', 'mezzo milione di euro', 500_000, 'EUR'],
    ['es', '50 dólares', 50, 'USD'],
    ['es', '1.234,56 €', 1234.56, 'EUR'],
    ['es', 'cincuenta euros', 50, 'EUR'],
    ['es', 'un millón de euros', 1000000, 'EUR'],
    ['es', '20 pesos mexicanos', 20, 'MXN'],
    ['es', '5 euros con 20 céntimos', 5.2, 'EUR'],
  ])('in %s reads %j', (language, text, value, currency) => {
    expect(money(`x ${text} x`, language)).toEqual([[text, value, currency, 'exact']]);
  });

  it('reads a bare number as a weak amount in the assistant’s currency', () => {
    expect(money('send 50 now', 'en', 'EUR')).toEqual([['50', 50, 'EUR', 'weak']]);
    expect(money('send 50 now', 'en')).toEqual([['50', 50, null, 'weak']]);
  });

  it('reads $ and pesos as the assistant’s currency where that is a dollar or a peso', () => {
    expect(money('$5', 'en', 'CAD')).toEqual([['$5', 5, 'CAD', 'exact']]);
    expect(money('$5', 'en', 'EUR')).toEqual([['$5', 5, 'USD', 'exact']]);
    expect(money('5 pesos', 'es', 'ARS')).toEqual([['5 pesos', 5, 'ARS', 'exact']]);
    expect(money('5 dollars', 'en', 'MXN')).toEqual([['5 dollars', 5, 'USD', 'exact']]);
    expect(money('50 cents', 'en', 'USD')).toEqual([['50 cents', 0.5, 'USD', 'exact']]);
  });

  it('keeps two amounts apart', () => {
    expect(money('$5 and $6', 'en')).toEqual([
      ['$5', 5, 'USD', 'exact'],
      ['$6', 6, 'USD', 'exact'],
    ]);
  });
});

it.each([
  ['en', 'they charged me 3 times'],
  ['es', 'me ha cobrado dos veces'],
  ['fr', 'trois fois'],
])('the number of times something happened is not an amount, in %s: %s', (language, text) => {
  expect(money(text, language)).toEqual([]);
});

describe('an amount below zero', () => {
  it('is read from a sign, or from “minus” at the beginning of the query', () => {
    expect(money('minus 50 dollars', 'en')).toEqual([['minus 50 dollars', -50, 'USD', 'exact']]);
    expect(money('minus $50', 'en')).toEqual([['minus $50', -50, 'USD', 'exact']]);
    expect(money('send -$5 and 20 cents', 'en')).toEqual([['-$5 and 20 cents', -5.2, 'USD', 'exact']]);
    expect(money('menos de 50 euros', 'es')).toEqual([['50 euros', 50, 'EUR', 'exact']]);
    expect(money('100 minus 50 dollars', 'en')).toEqual([
      ['100', 100, null, 'weak'],
      ['50 dollars', 50, 'USD', 'exact'],
    ]);
  });
});

describe('several amounts', () => {
  it.each([
    ['en', '5 or 10 euros', [5, 10], ['EUR', 'EUR']],
    ['en', '5, 10 and 20 pounds', [5, 10, 20], ['GBP', 'GBP', 'GBP']],
    ['de', '5 bis 10 Euro', [5, 10], ['EUR', 'EUR']],
    ['en', '5 dollars and 10 euros', [5, 10], ['USD', 'EUR']],
    ['en', '5 people 10 euros', [5, 10], [null, 'EUR']],
  ])('share the currency that is named after the last: %s “%s”', (language, text, values, currencies) => {
    const found = money(text, language);
    expect(found.map(([, value]) => value)).toEqual(values);
    expect(found.map(([, , currency]) => currency)).toEqual(currencies);
  });

  it.each([
    ['en', 'between twenty dollars and fifty', [20, 50]],
    ['it', 'tra 20 euro e 50', [20, 50]],
    ['en', '20 dollars 30 times', [20]],
    ['en', '20 dollars, 30', [20, 30]],
    ['en', '20 dollars 30%', [20, 30]],
    ['en', '$50-$100', [50, 100]],
    ['en', '5 dollars 5', [5, 5]],
  ])('are not read as cents of each other: %s “%s”', (language, text, values) => {
    expect(money(text, language).map(([, value]) => value)).toEqual(values);
  });
});
