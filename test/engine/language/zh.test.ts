import { describe, expect, test } from 'vitest';
import { termsOf } from '../../../engine/faq/terms.ts';
import { openingRepair } from '../../../engine/understand/values/opening-repair.ts';
import { wholeAnswer } from '../../../engine/values/free-text/whole-answer.ts';
import type { Phrase } from '../values/phrases/phrase.ts';
import { Speaker } from './speaker.ts';

const speaker = new Speaker('zh');

/** On Wednesday, 18 March 2026, at 10:30. */
const PHRASES: readonly Phrase[] = [
  ['我要明天的', 'date', '明天', '2026-03-19'],
  ['后天早上', 'date', '后天', '2026-03-20'],
  ['前天', 'date', '前天', '2026-03-16'],
  ['星期五可以吗', 'date', '星期五', '2026-03-20'],
  ['下周五', 'date', '下周五', '2026-03-27'],
  ['这周日', 'date', '这周日', '2026-03-22'],
  ['上周三', 'date', '上周三', '2026-03-11'],
  ['下下周一', 'date', '下下周一', '2026-03-30'],
  ['下个星期二', 'date', '下个星期二', '2026-03-24'],
  ['3月25号', 'date', '3月25号', '2026-03-25'],
  ['四月一号去北京', 'date', '四月一号', '2026-04-01'],
  ['二〇二六年四月五日', 'date', '二〇二六年四月五日', '2026-04-05'],
  ['2026年4月5日', 'date', '2026年4月5日', '2026-04-05'],
  ['下个月十五号', 'date', '下个月十五号', '2026-04-15'],
  ['二十号吧', 'date', '二十号', '2026-03-20'],
  ['三天后', 'date', '三天后', '2026-03-21'],
  ['两个星期以后', 'date', '两个星期以后', '2026-04-01'],
  ['下个月底', 'date', '下个月底', '2026-04-30'],
  ['下周', 'date', '下周', '2026-03-23', '2026-03-29'],
  ['这个周末', 'date', '这个周末', '2026-03-21', '2026-03-22'],
  ['明年三月', 'date', '明年三月', '2027-03-01', '2027-03-31'],
  ['国庆节', 'date', '国庆节', '2026-10-01'],
  ['二月三十号', 'date', null],
  ['周到的服务', 'date', null],
  ['下午三点', 'time', '下午三点', '15:00'],
  ['晚上八点半', 'time', '晚上八点半', '20:30'],
  ['上午十点一刻', 'time', '上午十点一刻', '10:15'],
  ['五点十分', 'time', '五点十分', '05:10'],
  ['17:30到', 'time', '17:30', '17:30'],
  ['早上九点出发', 'time', '早上九点', '09:00'],
  ['下周五下午三点', 'datetime', '下周五下午三点', '2026-03-27T15:00:00+01:00'],
  ['明早九点', 'datetime', '明早九点', '2026-03-19T09:00:00+01:00'],
  ['今晚八点', 'datetime', '今晚八点', '2026-03-18T20:00:00+01:00'],
  ['三个小时后', 'datetime', '三个小时后', '2026-03-18T13:30:00+01:00'],
  ['从4月1日到4月5日', 'date_range', '从4月1日到4月5日', '2026-04-01', '2026-04-05'],
  ['四月一号到五号', 'date_range', '四月一号到五号', '2026-04-01', '2026-04-05'],
  ['下周一到下周三', 'date_range', '下周一到下周三', '2026-03-23', '2026-03-25'],
  ['下午三点到五点', 'time_range', '下午三点到五点', '15:00', '17:00'],
  ['一个半小时', 'duration', '一个半小时', 'PT1H30M'],
  ['半个小时', 'duration', '半个小时', 'PT30M'],
  ['两小时三十分钟', 'duration', '两小时三十分钟', 'PT2H30M'],
  ['三个月', 'duration', '三个月', 'P3M'],
  ['一百二十', 'number', '一百二十', 120],
  ['两千五', 'number', '两千五', 2500],
  ['三百零五', 'number', '三百零五', 305],
  ['一万二', 'number', '一万二', 12_000],
  ['我要两张票', 'number', '两', 2],
  ['千万别', 'number', null],
  ['等一下', 'number', null],
  ['一百二十块', 'money', '一百二十块', 120, 'CNY'],
  ['一百二十块钱', 'money', '一百二十块钱', 120, 'CNY'],
  ['转五百元给他', 'money', '五百元', 500, 'CNY'],
  ['五块三毛', 'money', '五块三毛', 5.3, 'CNY'],
  ['五块五', 'money', '五块五', 5.5, 'CNY'],
  ['2.5万元', 'money', '2.5万元', 25_000, 'CNY'],
  ['50美元', 'money', '50美元', 50, 'USD'],
  ['百分之五十', 'percentage', '百分之五十', 50],
  ['第三个', 'ordinal', '第三个', 3],
  ['第3个', 'ordinal', '第3个', 3],
  ['最后一个', 'ordinal', '最后一个', -1],
];

describe('a Chinese value', () => {
  test.each(PHRASES.map((phrase) => [phrase[0], phrase[1], phrase] as const))(
    '“%s” as %s',
    (_text, _entity, phrase) => speaker.expectValue(phrase),
  );

  test('“¥50” and “50元” are of the assistant’s own currency', () => {
    const currencyOf = (text: string, own: string | null) =>
      speaker.candidatesOf(text, 'money', own).map(({ details }) => details.currency);
    expect(currencyOf('￥50', 'CNY')).toEqual(['CNY']);
    expect(currencyOf('¥50', 'JPY')).toEqual(['JPY']);
    expect(currencyOf('50元', 'TWD')).toEqual(['TWD']);
    expect(currencyOf('50元', null)).toEqual(['CNY']);
  });

  test.each([
    ['两个大人和一个小孩', 3],
    ['我们俩', 2],
    ['就我一个人', 1],
  ])('“%s” is so many people', (text, people) => {
    expect(speaker.candidatesOf(text, 'number').map(({ value }) => value)).toEqual([people]);
  });

  test.each([
    ['我叫王小明', '王小明'],
    ['是水管工，谢谢', '水管工'],
  ])('is the rest of the answer “%s”', (text, value) => {
    const found = wholeAnswer(text, 'zh', new Set());
    expect(text.slice(found?.start, found?.end)).toBe(value);
  });

  test('“不对，上海” takes another back', () => {
    expect(openingRepair({ words: speaker.wordsOf('不对，上海'), language: 'zh' })).toBe(1);
    expect(openingRepair({ words: speaker.wordsOf('上海'), language: 'zh' })).toBe(0);
  });
});

describe('a Chinese correction', () => {
  test.each([
    ['不是[周一]，是[周二]', '周二', '周一'],
    ['不要[周一]，要[周二]', '周二', '周一'],
    ['把[五十]改成[六十]', '六十', '五十'],
    ['[上海]，说错了，[北京]', '北京', '上海'],
    ['要[周二]而不是[周一]', '周二', '周一'],
  ])('%s means the one instead of the other', (bracketed, meant, old) => {
    expect(speaker.corrected(bracketed)).toEqual([meant, old]);
  });

  test.each(['好的，[周二]', '不超过[五十]', '为什么不[周二]'])('%s denies no value', (bracketed) => {
    expect(speaker.denied(bracketed)).toEqual([false]);
  });

  test.each(['[六点]太早了', '[上海]太远了'])('%s denies the value', (bracketed) => {
    expect(speaker.denied(bracketed)).toEqual([true]);
  });

  test.each([
    ['再加两个', 2],
    ['第二天', 'P1D'],
    ['前一天', '-P1D'],
  ])('“%s” is told by the value before', (text, expected) => {
    expect(speaker.relativeTo(text)).toEqual([expected]);
  });

  test.each([
    ['从[北京]', 0, 'origin'],
    ['从[北京]到[上海]', 1, 'destination'],
    ['返程[5月10号]', 0, 'end'],
  ] as const)('“%s” tells which end of the way value %i is', (bracketed, at, role) => {
    expect(speaker.roleBeside(bracketed, at)).toBe(role);
  });

  test.each([
    ['您从哪里出发？', 'city', 'origin'],
    ['您要去哪里？', 'city', 'destination'],
    ['返程是哪一天？', 'date', 'end'],
  ])('“%s” asks for an end of the way', (question, entity, role) => {
    expect(speaker.roleAsked(question, entity)).toBe(role);
  });
});

test.each([
  ['怎么取消订单？', '如何取消订单'],
  ['你们的营业时间是什么', '营业时间'],
  ['忘记密码怎么办', '忘记密码了'],
  ['请问可以退货吗', '退货'],
])('the Chinese question “%s” is searched for by the terms of the title “%s”', (question, title) => {
  expect(termsOf(question, 'zh')).toEqual(termsOf(title, 'zh'));
});

describe('the Chinese act reader', () => {
  const reader = speaker.acts();

  test.each([
    ['好的', 'confirm', 'affirm'],
    ['嗯，对的', 'confirm', 'affirm'],
    ['可以啊，麻烦你了', 'offer', 'affirm'],
    ['没错，就这样', 'confirm', 'affirm'],
    ['不要', 'offer', 'deny'],
    ['不对，不是这个', 'confirm', 'deny'],
    ['不用了，谢谢', 'offer', 'deny'],
    ['算了', 'confirm', 'drop'],
    ['算了，我不想订了', 'value', 'drop'],
    ['随便哪个都行', 'value', 'any'],
    ['我也不太清楚', 'value', 'unsure'],
    ['谢谢你的帮助', 'nothing', 'thank'],
    ['能不能再说一遍', 'value', 'repeat'],
    ['我想跟真人说话', 'nothing', 'handoff'],
    ['你稍等一下', 'value', 'wait'],
    ['我们从头再来吧', 'value', 'restart'],
  ] as const)('tells that “%s” where a %s is awaited is: %s', (text, awaited, act) => {
    expect(reader.read(text, awaited, '').likelihood[act]).toBeGreaterThan(0.5);
  });

  test('takes a no for no yes', () => {
    for (const text of ['不要', '不是', '算了', '不行', '别发'])
      expect(reader.read(text, 'confirm', '').likelihood.affirm, text).toBeLessThan(0.5);
  });
});
