import { type MoneyWords, named } from '../money.ts';
import { wordSet } from '../words.ts';

export const money: MoneyWords = {
  currencies: [
    ...named('USD', '美元', '美金', '美刀'),
    ...named('CAD', '加元', '加币'),
    ...named('AUD', '澳元', '澳币'),
    ...named('TWD', '新台币', '台币'),
    ...named('HKD', '港币', '港元'),
    ...named('CHF', '瑞士法郎'),
    ...named('GBP', '英镑'),
    ...named('JPY', '日元', '日圆'),
    ...named('KRW', '韩元', '韩币'),
    ...named('EUR', '欧元'),
    ...named('THB', '泰铢'),
    ...named('INR', '卢比'),
    ...named('PESO', '比索'),
    ...named('CNY', '元人民币', '块人民币', '人民币'),
    ...named('YUAN', '块钱', '元钱', '块', '元', '圆', '塊'),
    ...named('DOLLAR', '刀'),
  ],
  cents: wordSet('分 分钱'),
  tenths: wordSet('毛 毛钱 角 角钱'),
  centSuffixes: new Map(),
  of: wordSet(''),
  and: wordSet('和 零'),
  bareCents: { joiners: wordSet(''), between: wordSet(''), followers: wordSet('') },
  joining: wordSet('或 或者 还是 到 和'),
  times: wordSet('次 遍 回 倍'),
};
