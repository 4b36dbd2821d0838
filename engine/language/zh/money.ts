import { type MoneyWords, moneyWords } from '../money.ts';

export const money: MoneyWords = moneyWords({
  currencies: {
    USD: '美元|美金|美刀',
    CAD: '加元|加币',
    AUD: '澳元|澳币',
    TWD: '新台币|台币',
    HKD: '港币|港元',
    CHF: '瑞士法郎',
    GBP: '英镑',
    JPY: '日元|日圆',
    KRW: '韩元|韩币',
    EUR: '欧元',
    THB: '泰铢',
    INR: '卢比',
    PESO: '比索',
    CNY: '元人民币|块人民币|人民币',
    YUAN: '块钱|元钱|块|元|圆|塊',
    DOLLAR: '刀',
  },
  cents: '分 分钱',
  tenths: '毛 毛钱 角 角钱',
  and: '和 零',
  joining: '或 或者 还是 到 和',
  times: '次 遍 回 倍',
});
