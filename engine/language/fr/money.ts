import { type MoneyWords, moneyWords } from '../money.ts';

export const money: MoneyWords = moneyWords({
  currencies: {
    USD: 'dollars americains|dollar americain',
    CAD: 'dollars canadiens|dollar canadien',
    CHF: 'francs suisses|franc suisse|francs|franc',
    GBP: 'livres sterling|livre sterling|livres|livre',
    DOLLAR: 'dollars|dollar',
    EUR: 'euros|euro|balles',
    JPY: 'yens|yen',
    PESO: 'pesos|peso',
  },
  cents: 'centime centimes cent cents',
  of: 'de d',
  and: 'de d et',
  centBetween: 'entre',
  centFollowers: 'a au pour sur s',
  joining: 'et ou a',
  times: 'fois',
});
