import { type MoneyWords, named } from '../money.ts';
import { wordSet } from '../words.ts';

export const money: MoneyWords = {
  currencies: [
    ...named('USD', 'dollars americains', 'dollar americain'),
    ...named('CAD', 'dollars canadiens', 'dollar canadien'),
    ...named('CHF', 'francs suisses', 'franc suisse', 'francs', 'franc'),
    ...named('GBP', 'livres sterling', 'livre sterling', 'livres', 'livre'),
    ...named('DOLLAR', 'dollars', 'dollar'),
    ...named('EUR', 'euros', 'euro', 'balles'),
    ...named('JPY', 'yens', 'yen'),
    ...named('PESO', 'pesos', 'peso'),
  ],
  cents: wordSet('centime centimes cent cents'),
  tenths: wordSet(''),
  centSuffixes: new Map(),
  of: wordSet('de d'),
  and: wordSet('de d et'),
  bareCents: {
    joiners: wordSet(''),
    between: wordSet('entre'),
    followers: wordSet('a au pour sur s'),
  },
  joining: wordSet('et ou a'),
  times: wordSet('fois'),
};
