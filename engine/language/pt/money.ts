import { type MoneyWords, named } from '../money.ts';
import { wordSet } from '../words.ts';

export const money: MoneyWords = {
  currencies: [
    ...named('USD', 'dolares americanos', 'dolar americano'),
    ...named('CAD', 'dolares canadenses', 'dolar canadense'),
    ...named('CHF', 'francos suicos', 'franco suico', 'francos', 'franco'),
    ...named('GBP', 'libras esterlinas', 'libra esterlina', 'libras', 'libra'),
    ...named('DOLLAR', 'dolares', 'dolar'),
    ...named('BRL', 'reais', 'real'),
    ...named('EUR', 'euros', 'euro'),
    ...named('JPY', 'ienes', 'iene'),
    ...named('PESO', 'pesos', 'peso'),
  ],
  cents: wordSet('centimo centimos centavo centavos'),
  tenths: wordSet(''),
  centSuffixes: new Map(),
  of: wordSet('de'),
  and: wordSet('de e com'),
  bareCents: {
    joiners: wordSet('e com'),
    between: wordSet('entre'),
    followers: wordSet('a ao para por em'),
  },
  joining: wordSet('e ou a ate'),
  times: wordSet('vezes'),
};
