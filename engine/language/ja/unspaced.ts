import { HAN_NUMERALS } from '../han-numerals.ts';
import type { UnspacedWriting } from '../unspaced.ts';

export const unspaced: UnspacedWriting = {
  numerals: HAN_NUMERALS,
  counters: new Set(
    '年 月 日 時 分 秒 円 元 人 名 様 個 つ 本 枚 冊 台 杯 匹 回 度 番 号 階 泊 歳 才 件 着 通 席 部 倍 週 後 前'.split(
      ' ',
    ),
  ),
  quantifiers: new Set(['半', '数', '何']),
  others: [
    '半分',
    '大半',
    '一番',
    '一部',
    '一度',
    '一応',
    '一緒',
    '一般',
    '一切',
    '万一',
    '万が一',
    '千葉',
    '三重',
    '四国',
    '九州',
    '十分です',
  ],
};
