import { inOrder, type TimeWords, timeWords } from '../time.ts';

const MORNING = { from: 6, to: 12, half: 'am' } as const;
const AFTERNOON = { from: 12, to: 18, half: 'pm' } as const;
const EVENING = { from: 18, to: 22, half: 'pm' } as const;
const NIGHT = { from: 20, to: 24, half: 'night' } as const;

export const time: TimeWords = timeWords(
  {
    day: [
      ['the day after tomorrow|day after tomorrow', 2],
      ['tomorrow|tmrw|tmr|tmw|2moro|tomorow|tommorow', 1],
      ['today', 0],
      ['yesterday', -1],
      ['the day before yesterday|day before yesterday', -2],
    ],
    weekday: inOrder(
      'monday|mondays tuesday|tuesdays|tues wednesday|wednesdays thursday|thursdays|thurs friday|fridays saturday|saturdays sunday|sundays',
    ),
    vagueWeekday: inOrder('mon tue wed thu fri sat sun'),
    month: [
      ...inOrder('january|jan february|feb', 1),
      ...inOrder('april|apr', 4),
      ...inOrder('june|jun july|jul august|aug september|sept|sep october|oct november|nov december|dec', 6),
    ],
    vagueMonth: [
      ['march|mar', 3],
      ['may', 5],
    ],
    unit: [
      ['minute|minutes|min|mins', 'minute'],
      ['hour|hours|hr|hrs', 'hour'],
      ['day|days', 'day'],
      ['week|weeks|wk|wks', 'week'],
      ['fortnight|fortnights', 'fortnight'],
      ['weekend|weekends|wknd', 'weekend'],
      ['month|months|mth|mths', 'month'],
      ['quarter|quarters|qtr|qtrs', 'quarter'],
      ['year|years|yr|yrs', 'year'],
    ],
    which: [
      ['last|past|previous|lst', 'last'],
      ['this|current', 'this'],
      ['coming|upcoming|this coming', 'coming'],
      ['next|following|nxt', 'next'],
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
    countBack: [['before', true]],
    weeksTo: [
      ['today', 0],
      ['tomorrow', 1],
    ],
    within: [['in|within', true]],
    fromNow: [['from now|from today|later|hence', true]],
    ago: [['ago|back|earlier', true]],
    feast: [
      ['christmas eve|xmas eve', { month: 12, date: 24 }],
      ['christmas|christmas day|xmas|xmas day', { month: 12, date: 25 }],
      ['new year s eve|new years eve|new year eve|nye', { month: 12, date: 31 }],
      ['new year s day|new years day|new year day|new year s|new years', { month: 1, date: 1 }],
      ['valentine s day|valentines day', { month: 2, date: 14 }],
      ['halloween', { month: 10, date: 31 }],
      ['boxing day', { month: 12, date: 26 }],
      ['easter|easter sunday', { easter: 0 }],
      ['easter monday', { easter: 1 }],
      ['good friday', { easter: -2 }],
      ['maundy thursday', { easter: -3 }],
      ['palm sunday', { easter: -7 }],
      ['ash wednesday', { easter: -46 }],
      ['shrove tuesday|pancake day|mardi gras', { easter: -47 }],
      ['ascension day', { easter: 39 }],
      ['pentecost|whit sunday', { easter: 49 }],
      ['whit monday', { easter: 50 }],
      ['trinity sunday', { easter: 56 }],
    ],
    boundary: [
      ['end|last day', 'end'],
      ['start|beginning|first day|first', 'start'],
    ],
    from: [['from', true]],
    to: [['to|until|till|through|thru', true]],
    between: [['between', true]],
    and: [['and', true]],
    since: [['since', true]],
    until: [['until|till|by', true]],
    lead: [['the', true]],
    dayLead: [['the', true]],
    link: [['of|in|the|on|during', true]],
    ofMonth: [['of|of the', true]],
    further: [['more|further|additional', true]],
    at: [
      ['at|at around|at about', 'sharp'],
      ['around|about|by', 'about'],
    ],
    hours: [['o clock|oclock|hours', true]],
    roughly: [['ish', true]],
    fraction: [
      ['half', 30],
      ['quarter|a quarter', 15],
    ],
    besideHour: [['half', 30]],
    past: [['past|after', true]],
    before: [
      ['to|before', true],
      ['of', false],
    ],
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
    moment: [
      ['noon|midday', 720],
      ['midnight', 0],
    ],
    now: [['right now|now', true]],
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
    semi: [['half', true]],
    fixedDuration: [
      ['a quarter of an hour|quarter of an hour|quarter hour', 15],
      ['three quarters of an hour', 45],
    ],
    lasting: [['for', true]],
    goesOn: [
      [
        'for|with|w|please|instead|if|or|but|because|thanks|in|is|works|would|rather|there|not|possible|better|suits|sounds|should|will|can',
        true,
      ],
    ],
  },
  {
    nextWeekday: 'following',
    twelveHours: true,
    monthFirst: true,
    dotOrdinals: false,
    fractionFirst: true,
    bareHours: true,
    hourLetters: [],
    halfMarks: true,
    roughSuffix: 'ish',
    clockAfterDot: [],
    clockAfterFour: ['hours', 'hrs'],
    clearMinutes: false,
    halfHours: false,
  },
);
