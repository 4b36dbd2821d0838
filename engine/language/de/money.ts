import { type MoneyWords, named } from '../money.ts';
import { wordSet } from '../words.ts';

export const money: MoneyWords = {
  currencies: [
    ...named('USD', 'us dollar', 'amerikanische dollar'),
    ...named('CAD', 'kanadische dollar'),
    ...named('AUD', 'australische dollar'),
    ...named('CHF', 'schweizer franken', 'franken'),
    ...named('GBP', 'pfund sterling', 'britische pfund', 'pfund'),
    ...named('DOLLAR', 'dollar', 'dollars'),
    ...named('EUR', 'euro', 'euros'),
    ...named('JPY', 'yen'),
    ...named('PESO', 'pesos', 'peso'),
    ...named('PLN', 'zloty'),
    ...named('CZK', 'tschechische kronen'),
  ],
  cents: wordSet('cent cents rappen pence'),
  tenths: wordSet(''),
  centSuffixes: new Map(),
  of: wordSet(''),
  and: wordSet('und'),
  bareCents: {
    joiners: wordSet(''),
    between: wordSet('zwischen'),
    followers: wordSet('an fur auf von bitte'),
  },
  joining: wordSet('und oder bis'),
  times: wordSet('mal'),
};
