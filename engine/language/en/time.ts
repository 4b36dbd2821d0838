import { feasts, inOrder, type TimeWords, timeWords, units } from '../time.ts';

const MORNING = { from: 6, to: 12, half: 'am' } as const;
const AFTERNOON = { from: 12, to: 18, half: 'pm' } as const;
const EVENING = { from: 18, to: 22, half: 'pm' } as const;
const NIGHT = { from: 20, to: 24, half: 'night' } as const;

export const time: TimeWords = timeWords(
  {
    day: inOrder(
      'the_day_before_yesterday|day_before_yesterday yesterday today tomorrow|tmrw|tmr|tmw|2moro|tomorow|tommorow the_day_after_tomorrow|day_after_tomorrow',
      -2,
    ),
    weekday: inOrder(
      'monday|mondays|mon tuesday|tuesdays|tues|tue wednesday|wednesdays thursday|thursdays|thurs|thu friday|fridays|fri saturday|saturdays sunday|sundays',
    ),
    wordWeekday: [['wed', 3], ...inOrder('sat sun', 6)],
    month: [
      ...inOrder('january|jan february|feb', 1),
      ...inOrder('april|apr', 4),
      ...inOrder('june|jun july|jul august|aug september|sept|sep october|oct november|nov december|dec', 6),
    ],
    vagueMonth: [
      ['march|mar', 3],
      ['may', 5],
    ],
    ofEra: 'ad|a d|ce|c e',
    unit: units(`
      minute|minutes|min|mins hour|hours|hr|hrs day|days night|nights week|weeks|wk|wks
      fortnight|fortnights weekend|weekends|wknd month|months|mth|mths quarter|quarters|qtr|qtrs
      year|years|yr|yrs
    `),
    which: [
      ['last|past|previous|lst|this past', 'last'],
      ['this|current', 'this'],
      ['coming|upcoming|this coming', 'coming'],
      ['next|following|nxt', 'next'],
    ],
    period: [
      ['all week|all this week|the whole week', { which: 'this', unit: 'week' }],
      ['all month|all this month', { which: 'this', unit: 'month' }],
      ['all year|all this year', { which: 'this', unit: 'year' }],
    ],
    whichAfter: [
      ['after next', 'afterNext'],
      ['before last', 'beforeLast'],
    ],
    besideDay: [
      ['the day after|day after', 1],
      ['the day before|day before|the eve of', -1],
    ],
    weeksAfter: [['week', 1]],
    countFrom: [
      ['from|after', 'any'],
      ['on', 'weeks'],
    ],
    countBack: 'before',
    weeksTo: [
      ['today', 0],
      ['tomorrow', 1],
    ],
    within: 'in|within',
    fromNow: 'from now|from today|later|hence',
    ago: 'ago|back|earlier',
    feast: feasts(`
      12-24 christmas eve|xmas eve; 12-25 christmas|christmas day|xmas|xmas day;
      12-31 new year s eve|new years eve|new year eve|nye;
      1-1 new year s day|new years day|new year day|new year s|new years;
      2-14 valentine s day|valentines day; 10-31 halloween; 12-26 boxing day; easter easter|easter sunday;
      easter+1 easter monday; easter-2 good friday|great friday|holy friday;
      easter-3 maundy thursday|covenant thursday|covenant thu|thursday of mysteries|thu of mysteries;
      easter-1 holy saturday|easter eve; easter+60 corpus christi|feast of corpus christi;
      easter-7 palm sunday|branch sunday; easter-46 ash wednesday;
      easter-47 shrove tuesday|pancake day|mardi gras; easter+39 ascension day;
      easter+49 pentecost|whit sunday|white sunday; easter+50 whit monday|monday of the holy spirit;
      easter+56 trinity sunday
    `),
    boundary: [
      ['end|last day', 'end'],
      ['start|beginning|first day|first', 'start'],
    ],
    rest: 'rest|remainder',
    from: 'from|later than|after',
    starting: 'starting|starting from|starting on|starting at|beginning|beginning on',
    to: 'to|until|till|til|through|thru|but before|but not after',
    between: 'between',
    and: 'and',
    since: 'since',
    until: 'until|till|by',
    lead: 'the',
    dayLead: 'the',
    link: 'of|in|the|on|during',
    ofMonth: 'of|of the',
    hedge: 'say|maybe|perhaps|ideally|preferably|possibly|probably|like',
    further: 'more|further|additional',
    at: [
      ['at|at around|at about', 'sharp'],
      ['around|about|by|approximately|roughly|exactly', 'about'],
    ],
    hours: 'o clock|oclock',
    half: [
      ['am|a m|in the am', 'am'],
      ['pm|p m|in the pm', 'pm'],
    ],
    part: [
      ['morning|in the morning|this morning', MORNING],
      ['afternoon|in the afternoon|this afternoon', AFTERNOON],
      ['evening|in the evening|this evening', EVENING],
      ['night|at night', NIGHT],
    ],
    degree: 'good|nice|lovely|pleasant',
    moment: [
      ['noon|midday', 720],
      ['midnight|midnite', 0],
    ],
    now: 'right now|now|now on|now onwards|immediately',
    justNow: 'just now|just this minute|a moment ago',
    dayPart: [
      ['tonight|tonite|2nite', { day: 0, part: EVENING }],
      ['this morning', { day: 0, part: MORNING }],
      ['this afternoon', { day: 0, part: AFTERNOON }],
      ['this evening', { day: 0, part: EVENING }],
      ['last night', { day: -1, part: NIGHT }],
    ],
    one: [
      ['a|an|one', 1],
      ['a couple of|a couple|couple of', 2],
    ],
    few: [['a few|few', 3]],
    semi: 'half',
    fixedDuration: [
      ['a quarter of an hour|quarter of an hour|quarter hour', 15],
      ['three quarters of an hour|3 4 of an hour', 45],
    ],
    fraction: [['quarter|a quarter', 15]],
    lasting: 'for',
    ofNumber: 'other|more|such|much|most|each|per',
    goesOn: 'w|instead|works|rather|possible|better|suits|sounds',
  },
  {
    nextWeekday: 'following',
    twelveHours: 'written',
    monthFirst: true,
    halfMarks: 'short',
    roughSuffix: 'ish',
    clockAfterFour: ['hours', 'hrs'],
  },
  {
    sure: [
      ['half (past|after) [hour]', 30],
      ['half (to|before|till) [hour]', -30],
      ['(a |one )?quarter (past|after) [hour]', 15],
      ['(a |one )?quarter (to|before|of|till|til) [hour]', -15],
    ],
    settled: [
      ['half [hour]', 30],
      ['[minutes] (minutes |mins |min )?(past|after) [hour]', 'after'],
      ['[minutes] (minutes|mins|min) (to|before|till|til) [hour]', 'before'],
      ['[hour] (ish|sharp|exactly)', 0],
    ],
    open: [
      ['[minutes] (to|before|till|til) [hour]', 'before'],
      ['[hour] or (so|thereabouts)', 0],
    ],
  },
);
