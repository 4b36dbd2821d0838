import { type MoneyWords, moneyWords } from '../money.ts';

export const money: MoneyWords = moneyWords({
  currencies: {
    USD: 'us dollar|amerikanische dollar',
    CAD: 'kanadische dollar',
    AUD: 'australische dollar',
    CHF: 'schweizer franken|franken',
    GBP: 'pfund sterling|britische pfund|pfund',
    DOLLAR: 'dollar|dollars',
    EUR: 'euro|euros',
    JPY: 'yen',
    PESO: 'pesos|peso',
    PLN: 'zloty',
    CZK: 'tschechische kronen',
  },
  cents: 'cent cents rappen pence',
  and: 'und',
  centBetween: 'zwischen',
  centFollowers: 'an fur auf von bitte',
  joining: 'und oder bis',
  times: 'mal',
});
