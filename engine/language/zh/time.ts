import { feasts, inOrder, type TimeWords, timeWords, units, type Which } from '../time.ts';

const DAWN = { from: 4, to: 6, half: 'am' } as const;
const MORNING = { from: 6, to: 12, half: 'am' } as const;
const NOON = { from: 11, to: 14, half: 'pm' } as const;
const AFTERNOON = { from: 12, to: 18, half: 'pm' } as const;
const LATE_AFTERNOON = { from: 17, to: 19, half: 'pm' } as const;
const EVENING = { from: 18, to: 23, half: 'pm' } as const;
const NIGHT = { from: 22, to: 24, half: 'night' } as const;

const WEEK_NAMES = ['周', '星期', '礼拜', '週'];
const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日'];
const weekdays = (before: string): string[] =>
  WEEKDAYS.map((day, index) => {
    const days = index === 6 ? [day, '天'] : [day];
    return WEEK_NAMES.flatMap((week) => days.map((name) => `${before}${week}${name}`)).join('|');
  });

/** What a week is called by how far it is from this one. */
const WEEKS: readonly (readonly [before: readonly string[], weeks: number, which: Which])[] = [
  [['上上', '上上个'], -2, 'beforeLast'],
  [['上', '上个', '上一'], -1, 'last'],
  [['这', '这个', '本'], 0, 'this'],
  [['下', '下个', '下一'], 1, 'next'],
  [['下下', '下下个'], 2, 'afterNext'],
];
const periods = (names: readonly string[]) =>
  WEEKS.map(
    ([before, , which]) =>
      [before.flatMap((one) => names.map((name) => `${one}${name}`)).join('|'), which] as const,
  );

export const time: TimeWords = timeWords(
  {
    day: inOrder('大前天 前天 昨天|昨日 今天|今日 明天|明日|明儿 后天 大后天', -3),
    weekday: inOrder(weekdays('').join(' ')),
    weekdayInWeek: WEEKS.flatMap(([before, weeks]) =>
      before.flatMap((one) =>
        weekdays(one).map((phrases, index) => [phrases, { weeks, weekday: index + 1 }] as const),
      ),
    ),
    yearUnit: '年',
    monthUnit: '月|月份',
    dateUnit: '日|号|號',
    unit: units(
      '分钟|分鐘 小时|个小时|钟头|个钟头|小時|个钟 天|日 晚|个晚上 周|个星期|星期|个礼拜|礼拜|週 - 周末 个月|個月 季度|个季度 年',
    ),
    which: [
      ['这个|这|本', 'this'],
      ['下个|下一个|下', 'next'],
      ['上个|上一个|上|过去|最近', 'last'],
      ['未来|接下来', 'coming'],
    ],
    period: [
      ...periods(WEEK_NAMES).map(([phrases, which]) => [phrases, { which, unit: 'week' }] as const),
      ...periods(['周末', '週末']).map(
        ([phrases, which]) =>
          [phrases, { which: which === 'this' ? ('coming' as const) : which, unit: 'weekend' }] as const,
      ),
      ['周末|週末', { which: 'coming', unit: 'weekend' }],
      ...periods(['月', '月份']).map(([phrases, which]) => [phrases, { which, unit: 'month' }] as const),
      ['前年', { which: 'beforeLast', unit: 'year' }],
      ['去年', { which: 'last', unit: 'year' }],
      ['今年', { which: 'this', unit: 'year' }],
      ['明年', { which: 'next', unit: 'year' }],
      ['后年', { which: 'afterNext', unit: 'year' }],
    ],
    fromNow: '后|以后|之后|後',
    ago: '前|以前|之前',
    feast: feasts(`
      12-24 平安夜; 12-25 圣诞节|圣诞; 12-31 除夕夜|跨年夜; 1-1 元旦; 2-14 情人节; 3-8 妇女节; 4-1 愚人节; 5-1 劳动节|五一|五一节; 6-1 儿童节;
      10-1 国庆节|国庆; 10-31 万圣节; 11-11 光棍节|双十一
    `),
    boundaryBehind: [
      ['底|末', 'end'],
      ['初', 'start'],
    ],
    bracketedWeekday: '周日|周六|日|一|二|三|四|五|六',
    from: '从|自|由',
    to: '到|至',
    since: '自从',
    until: '直到',
    between: '从',
    and: '和|跟|与',
    link: '的',
    at: [
      ['在', 'sharp'],
      ['大概|大约|差不多', 'about'],
    ],
    hours: '点|点钟|时|點|點鐘',
    minutes: '分|分钟',
    halfMore: '半|个半',
    semi: '半|半个',
    part: [
      ['凌晨|清晨', DAWN],
      ['早上|早晨|上午|早', MORNING],
      ['中午', NOON],
      ['下午|午后', AFTERNOON],
      ['傍晚', LATE_AFTERNOON],
      ['晚上|晚间|晚|夜里', EVENING],
      ['深夜|半夜|午夜', NIGHT],
    ],
    leadingPart: [
      ['凌晨|清晨', DAWN],
      ['早上|早晨|上午|早', MORNING],
      ['中午', NOON],
      ['下午|午后', AFTERNOON],
      ['傍晚', LATE_AFTERNOON],
      ['晚上|晚间|晚', EVENING],
      ['深夜|半夜', NIGHT],
    ],
    moment: [
      ['正午', 720],
      ['零点|午夜零点', 0],
    ],
    now: '现在|马上|立刻|立即|此刻',
    dayPart: [
      ['今早|今晨', { day: 0, part: MORNING }],
      ['今晚|今夜', { day: 0, part: EVENING }],
      ['明早|明晨', { day: 1, part: MORNING }],
      ['明晚', { day: 1, part: EVENING }],
      ['昨晚|昨夜', { day: -1, part: EVENING }],
    ],
    one: [['几', 3]],
    goesOn: '去|在|出发|的|给|可以|吧|行|左右|开始|和|帮|到|见|有|或|想|请|谢谢|要|能|订|飞|从',
  },
  {
    nextWeekday: 'following',
    monthFirst: true,
    bareHours: false,
    hourLetters: ['h'],
    halfMarks: 'short',
    clockAfterDot: ['点'],
  },
  {
    open: [
      ['[hour] 半', 30],
      ['[hour] 一刻', 15],
      ['[hour] 三刻', 45],
      ['差 [minutes] 分 [hour]', 'before'],
      ['差 一刻 [hour]', -15],
    ],
  },
);
