import { type MoneyWords, moneyWords } from '../money.ts';

export const money: MoneyWords = moneyWords({
  currencies: {
    USD: 'amerikaanse dollars|amerikaanse dollar|us dollar',
    CAD: 'canadese dollars|canadese dollar',
    AUD: 'australische dollars|australische dollar',
    CHF: 'zwitserse franken|zwitserse frank|franken|frank',
    GBP: 'pond sterling|britse ponden|britse pond|ponden|pond',
    SEK: 'zweedse kronen|zweedse kroon',
    DKK: 'deense kronen|deense kroon',
    NOK: 'noorse kronen|noorse kroon',
    DOLLAR: 'dollars|dollar',
    EUR: 'euro s|euros|euro',
    JPY: 'yen',
    PESO: 'pesos|peso s|peso',
    INR: 'roepies|roepie',
  },
  cents: 'cent centen eurocent eurocenten',
  and: 'en',
  centBetween: 'tussen',
  centFollowers: 'aan naar voor op van graag alstublieft alsjeblieft',
  joining: 'en of tot',
  times: 'keer maal',
});
