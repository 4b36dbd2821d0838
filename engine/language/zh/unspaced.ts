import { HAN_NUMERALS } from '../han-numerals.ts';
import type { UnspacedWriting } from '../unspaced.ts';

export const unspaced: UnspacedWriting = {
  numerals: HAN_NUMERALS,
  counters: new Set(
    '年 月 日 号 號 时 點 点 分 秒 元 圆 块 塊 毛 角 个 個 位 名 口 次 张 间 件 份 本 台 辆 杯 条 只 岁 天 周 週 倍 刀 打 人 后 後 前'.split(
      ' ',
    ),
  ),
  quantifiers: new Set(['半', '几', '每', '多少']),
  others:
    '一下 一样 一起 一定 一直 一些 一般 一切 一共 统一 唯一 万一 千万别 十分感谢 十分抱歉 有点 有一点 快一点 慢一点 便宜一点 早一点 晚一点 多一点 少一点 一点儿 一点也 北京 上海'.split(
      ' ',
    ),
};
