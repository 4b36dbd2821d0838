import { type MoneyWords, named } from '../money.ts';
import { wordSet } from '../words.ts';

export const money: MoneyWords = {
  currencies: [
    ...named(
      'USD',
      'dolares estadounidenses',
      'dolares americanos',
      'dolar estadounidense',
      'dolar americano',
    ),
    ...named('CAD', 'dolares canadienses', 'dolar canadiense'),
    ...named('MXN', 'pesos mexicanos', 'peso mexicano'),
    ...named('ARS', 'pesos argentinos', 'peso argentino'),
    ...named('COP', 'pesos colombianos', 'peso colombiano'),
    ...named('CLP', 'pesos chilenos', 'peso chileno'),
    ...named('GBP', 'libras esterlinas', 'libra esterlina'),
    ...named('CHF', 'francos suizos', 'franco suizo'),
    ...named('DOLLAR', 'dolares', 'dolar'),
    ...named('EUR', 'euros', 'euro', 'pavos'),
    ...named('GBP', 'libras', 'libra'),
    ...named('JPY', 'yenes', 'yen'),
    ...named('CHF', 'francos', 'franco'),
    ...named('PESO', 'pesos', 'peso'),
    ...named('BRL', 'reales', 'reais'),
  ],
  cents: wordSet('centimo centimos centavo centavos'),
  tenths: wordSet(''),
  centSuffixes: new Map(),
  of: wordSet('de'),
  and: wordSet('de con y'),
  bareCents: {
    joiners: wordSet('con'),
    between: wordSet('entre'),
    followers: wordSet('a al para por en'),
  },
  joining: wordSet('y o u a e hasta'),
  times: wordSet('veces'),
};
