import { type MoneyWords, moneyWords } from '../money.ts';

export const money: MoneyWords = moneyWords({
  currencies: {
    USD: '米ドル|アメリカドル',
    CAD: 'カナダドル',
    AUD: 'オーストラリアドル|豪ドル',
    TWD: '台湾ドル',
    HKD: '香港ドル',
    CHF: 'スイスフラン',
    GBP: '英ポンド|ポンド',
    CNY: '人民元|元',
    KRW: 'ウォン',
    DOLLAR: 'ドル',
    EUR: 'ユーロ',
    JPY: '円|えん',
    PESO: 'ペソ',
    INR: 'ルピー',
    THB: 'バーツ',
  },
  cents: 'セント',
  and: 'と',
  joining: 'か または や から と',
  times: '回 度 倍',
});
