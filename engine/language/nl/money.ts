import { type MoneyWords, named } from '../money.ts';
import { wordSet } from '../words.ts';

export const money: MoneyWords = {
  currencies: [
    ...named('USD', 'amerikaanse dollars', 'amerikaanse dollar', 'us dollar'),
    ...named('CAD', 'canadese dollars', 'canadese dollar'),
    ...named('AUD', 'australische dollars', 'australische dollar'),
    ...named('CHF', 'zwitserse franken', 'zwitserse frank', 'franken', 'frank'),
    ...named('GBP', 'pond sterling', 'britse ponden', 'britse pond', 'ponden', 'pond'),
    ...named('SEK', 'zweedse kronen', 'zweedse kroon'),
    ...named('DKK', 'deense kronen', 'deense kroon'),
    ...named('NOK', 'noorse kronen', 'noorse kroon'),
    ...named('DOLLAR', 'dollars', 'dollar'),
    ...named('EUR', 'euro s', 'euros', 'euro'),
    ...named('JPY', 'yen'),
    ...named('PESO', 'pesos', 'peso s', 'peso'),
    ...named('INR', 'roepies', 'roepie'),
  ],
  cents: wordSet('cent centen eurocent eurocenten'),
  tenths: wordSet(''),
  centSuffixes: new Map(),
  of: wordSet(''),
  and: wordSet('en'),
  bareCents: {
    joiners: wordSet(''),
    between: wordSet('tussen'),
    followers: wordSet('aan naar voor op van graag alstublieft alsjeblieft'),
  },
  joining: wordSet('en of tot'),
  times: wordSet('keer maal'),
};
