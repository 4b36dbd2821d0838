import { feasts, inOrder, type TimeWords, timeWords, units } from '../time.ts';

const DAWN = { from: 4, to: 6, half: 'am' } as const;
const MORNING = { from: 6, to: 11, half: 'am' } as const;
const FORENOON = { from: 6, to: 12, half: 'am' } as const;
const NOON = { from: 11, to: 14, half: 'pm' } as const;
const AFTERNOON = { from: 12, to: 18, half: 'pm' } as const;
const LATE_AFTERNOON = { from: 16, to: 18, half: 'pm' } as const;
const EVENING = { from: 18, to: 23, half: 'pm' } as const;
const NIGHT = { from: 22, to: 24, half: 'night' } as const;

export const time: TimeWords = timeWords(
  {
    day: inOrder(
      '一昨日|おととい 昨日|きのう 今日|きょう|本日 明日|あした|あす 明後日|あさって 明々後日|しあさって',
      -2,
    ),
    weekday: inOrder(
      '月曜日|月曜|げつようび 火曜日|火曜|かようび 水曜日|水曜|すいようび 木曜日|木曜|もくようび 金曜日|金曜|きんようび 土曜日|土曜|どようび 日曜日|日曜|にちようび',
    ),
    yearUnit: '年',
    monthUnit: '月',
    dateUnit: '日',
    era: [
      ['令和', 2018],
      ['平成', 1988],
      ['昭和', 1925],
    ],
    unit: units(
      '分|分間 時間 日|日間 泊 週間|週 - 週末 か月|ヶ月|カ月|ヵ月|ケ月|箇月|か月間|ヶ月間|カ月間 四半期 年|年間',
    ),
    which: [
      ['今度の|次の|今度|次', 'coming'],
      ['この前の|前の|前回の', 'last'],
      ['この', 'this'],
    ],
    period: [
      ['先々週', { which: 'beforeLast', unit: 'week' }],
      ['先週', { which: 'last', unit: 'week' }],
      ['今週', { which: 'this', unit: 'week' }],
      ['来週|翌週', { which: 'next', unit: 'week' }],
      ['再来週', { which: 'afterNext', unit: 'week' }],
      ['週末|今週末|土日', { which: 'coming', unit: 'weekend' }],
      ['来週末', { which: 'next', unit: 'weekend' }],
      ['先週末', { which: 'last', unit: 'weekend' }],
      ['先々月', { which: 'beforeLast', unit: 'month' }],
      ['先月', { which: 'last', unit: 'month' }],
      ['今月', { which: 'this', unit: 'month' }],
      ['来月', { which: 'next', unit: 'month' }],
      ['再来月', { which: 'afterNext', unit: 'month' }],
      ['一昨年|おととし', { which: 'beforeLast', unit: 'year' }],
      ['去年|昨年', { which: 'last', unit: 'year' }],
      ['今年', { which: 'this', unit: 'year' }],
      ['来年', { which: 'next', unit: 'year' }],
      ['再来年', { which: 'afterNext', unit: 'year' }],
    ],
    fromNow: '後|後に|後の',
    ago: '前|前に|前の',
    feast: feasts(`
      12-24 クリスマスイブ|クリスマスイヴ; 12-25 クリスマス; 12-31 大晦日|大みそか; 1-1 元日|元旦|お正月|正月; 2-14 バレンタインデー|バレンタイン;
      3-14 ホワイトデー; 2-11 建国記念の日; 2-23 天皇誕生日; 3-3 ひな祭り; 4-29 昭和の日; 5-3 憲法記念日; 5-4 みどりの日; 5-5 こどもの日|子供の日|子どもの日;
      7-7 七夕; 8-11 山の日; 10-31 ハロウィン|ハロウィーン; 11-3 文化の日; 11-23 勤労感謝の日
    `),
    boundaryBehind: [
      ['末|終わり', 'end'],
      ['初め|はじめ|頭', 'start'],
    ],
    bracketedWeekday: '月|火|水|木|金|土|日|祝',
    to: 'から|より',
    link: 'の|は|に',
    hours: '時',
    minutes: '分',
    halfMore: '半',
    semi: '半',
    part: [
      ['明け方|早朝', DAWN],
      ['朝|朝方|午前中', MORNING],
      ['午前', FORENOON],
      ['昼|お昼|昼間|昼過ぎ', NOON],
      ['午後', AFTERNOON],
      ['夕方|夕', LATE_AFTERNOON],
      ['夜|晩|夜間', EVENING],
      ['深夜|夜中|真夜中', NIGHT],
    ],
    leadingPart: [
      ['明け方|早朝', DAWN],
      ['朝|午前', FORENOON],
      ['昼|お昼', NOON],
      ['午後', AFTERNOON],
      ['夕方', LATE_AFTERNOON],
      ['夜|晩', EVENING],
      ['深夜|夜中', NIGHT],
    ],
    moment: [
      ['正午', 720],
      ['零時', 0],
    ],
    now: '今|今すぐ|ただいま|すぐ',
    dayPart: [
      ['今朝|けさ', { day: 0, part: MORNING }],
      ['今晩|今夜|今夕', { day: 0, part: EVENING }],
      ['明朝', { day: 1, part: MORNING }],
      ['明晩', { day: 1, part: EVENING }],
      ['昨夜|昨晩|ゆうべ', { day: -1, part: EVENING }],
    ],
    one: [['数', 3]],
    goesOn: 'に|で|は|を|が|から|まで|頃|ごろ|くらい|ぐらい|です|発|着|の|と|へ|か|以降',
  },
  {
    nextWeekday: 'following',
    monthFirst: true,
    bareHours: false,
    hourLetters: ['h'],
    halfMarks: 'short',
    clockAfterDot: ['時'],
  },
  {
    open: [
      ['[hour] 半', 30],
      ['[hour] [minutes] 分 前', 'before'],
    ],
  },
);
