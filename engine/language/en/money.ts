import { type MoneyWords, named } from '../money.ts';
import { wordSet } from '../words.ts';

export const money: MoneyWords = {
  currencies: [
    ...named('USD', 'us dollars', 'us dollar', 'american dollars', 'american dollar'),
    ...named('CAD', 'canadian dollars', 'canadian dollar'),
    ...named('AUD', 'australian dollars', 'australian dollar'),
    ...named('MXN', 'mexican pesos', 'mexican peso'),
    ...named('GBP', 'pounds sterling', 'british pounds', 'british pound'),
    ...named('CHF', 'swiss francs', 'swiss franc'),
    ...named('JPY', 'japanese yen'),
    ...named('DOLLAR', 'dollars', 'dollar', 'bucks', 'buck'),
    ...named('EUR', 'euros', 'euro'),
    ...named('GBP', 'pounds', 'pound', 'quid'),
    ...named('JPY', 'yen'),
    ...named('CHF', 'francs', 'franc'),
    ...named('PESO', 'pesos', 'peso'),
    ...named('INR', 'rupees', 'rupee'),
    ...named('BRL', 'reais'),
  ],
  cents: wordSet('cent cents pence penny pennies'),
  tenths: wordSet(''),
  centSuffixes: new Map([['p', 'GBP']]),
  of: wordSet(''),
  and: wordSet('and'),
  bareCents: {
    joiners: wordSet(''),
    between: wordSet('between'),
    followers: wordSet('to for from on into please'),
  },
  joining: wordSet('and or to'),
  times: wordSet('times'),
};
