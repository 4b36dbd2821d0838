import { type MoneyWords, moneyWords } from '../money.ts';

export const money: MoneyWords = moneyWords({
  currencies: {
    USD: 'dollari americani|dollaro americano',
    CAD: 'dollari canadesi|dollaro canadese',
    CHF: 'franchi svizzeri|franco svizzero|franchi|franco',
    GBP: 'sterline inglesi|sterline|sterlina',
    DOLLAR: 'dollari|dollaro',
    EUR: 'euro',
    JPY: 'yen',
    PESO: 'pesos|peso',
  },
  cents: 'centesimo centesimi cent',
  of: 'di',
  and: 'di e',
  centJoiners: 'e',
  centBetween: 'tra fra',
  centFollowers: 'a al per da su',
  joining: 'e o a fino',
  times: 'volte',
});
