import { type MoneyWords, named } from '../money.ts';
import { wordSet } from '../words.ts';

export const money: MoneyWords = {
  currencies: [
    ...named('USD', 'dollari americani', 'dollaro americano'),
    ...named('CAD', 'dollari canadesi', 'dollaro canadese'),
    ...named('CHF', 'franchi svizzeri', 'franco svizzero', 'franchi', 'franco'),
    ...named('GBP', 'sterline inglesi', 'sterline', 'sterlina'),
    ...named('DOLLAR', 'dollari', 'dollaro'),
    ...named('EUR', 'euro'),
    ...named('JPY', 'yen'),
    ...named('PESO', 'pesos', 'peso'),
  ],
  cents: wordSet('centesimo centesimi cent'),
  tenths: wordSet(''),
  centSuffixes: new Map(),
  of: wordSet('di'),
  and: wordSet('di e'),
  bareCents: {
    joiners: wordSet('e'),
    between: wordSet('tra fra'),
    followers: wordSet('a al per da su'),
  },
  joining: wordSet('e o a fino'),
  times: wordSet('volte'),
};
