import { type MoneyWords, named } from '../money.ts';
import { wordSet } from '../words.ts';

export const money: MoneyWords = {
  currencies: [
    ...named('USD', '米ドル', 'アメリカドル'),
    ...named('CAD', 'カナダドル'),
    ...named('AUD', 'オーストラリアドル', '豪ドル'),
    ...named('TWD', '台湾ドル'),
    ...named('HKD', '香港ドル'),
    ...named('CHF', 'スイスフラン'),
    ...named('GBP', '英ポンド', 'ポンド'),
    ...named('CNY', '人民元', '元'),
    ...named('KRW', 'ウォン'),
    ...named('DOLLAR', 'ドル'),
    ...named('EUR', 'ユーロ'),
    ...named('JPY', '円', 'えん'),
    ...named('PESO', 'ペソ'),
    ...named('INR', 'ルピー'),
    ...named('THB', 'バーツ'),
  ],
  cents: wordSet('セント'),
  tenths: wordSet(''),
  centSuffixes: new Map(),
  of: wordSet(''),
  and: wordSet('と'),
  bareCents: { joiners: wordSet(''), between: wordSet(''), followers: wordSet('') },
  joining: wordSet('か または や から と'),
  times: wordSet('回 度 倍'),
};
