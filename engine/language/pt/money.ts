import { type MoneyWords, moneyWords } from '../money.ts';

export const money: MoneyWords = moneyWords({
  currencies: {
    USD: 'dolares americanos|dolar americano',
    CAD: 'dolares canadenses|dolar canadense',
    CHF: 'francos suicos|franco suico|francos|franco',
    GBP: 'libras esterlinas|libra esterlina|libras|libra',
    DOLLAR: 'dolares|dolar',
    BRL: 'reais|real',
    EUR: 'euros|euro',
    JPY: 'ienes|iene',
    PESO: 'pesos|peso',
  },
  cents: 'centimo centimos centavo centavos',
  of: 'de',
  and: 'de e com',
  centJoiners: 'e com',
  centBetween: 'entre',
  centFollowers: 'a ao para por em',
  joining: 'e ou a ate',
  times: 'vezes',
});
