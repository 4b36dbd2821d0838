import { type MoneyWords, moneyWords } from '../money.ts';

export const money: MoneyWords = moneyWords({
  currencies: {
    USD: 'dolares estadounidenses|dolares americanos|dolar estadounidense|dolar americano',
    CAD: 'dolares canadienses|dolar canadiense',
    MXN: 'pesos mexicanos|peso mexicano',
    ARS: 'pesos argentinos|peso argentino',
    COP: 'pesos colombianos|peso colombiano',
    CLP: 'pesos chilenos|peso chileno',
    GBP: 'libras esterlinas|libra esterlina|libras|libra',
    CHF: 'francos suizos|franco suizo|francos|franco',
    DOLLAR: 'dolares|dolar',
    EUR: 'euros|euro|pavos',
    JPY: 'yenes|yen',
    PESO: 'pesos|peso',
    BRL: 'reales|reais',
  },
  cents: 'centimo centimos centavo centavos',
  of: 'de',
  and: 'de con y',
  centJoiners: 'con',
  centBetween: 'entre',
  centFollowers: 'a al para por en',
  joining: 'y o u a e hasta',
  times: 'veces',
});
