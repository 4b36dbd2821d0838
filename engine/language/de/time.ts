import { inOrder, type TimeWords, timeWords } from '../time.ts';

const MORNING = { from: 6, to: 12, half: 'am' } as const;
const NOON = { from: 12, to: 14, half: 'pm' } as const;
const AFTERNOON = { from: 14, to: 18, half: 'pm' } as const;
const EVENING = { from: 18, to: 22, half: 'pm' } as const;
const NIGHT = { from: 22, to: 24, half: 'night' } as const;

export const time: TimeWords = timeWords(
  {
    day: [
      ['ubermorgen', 2],
      ['morgen', 1],
      ['heute', 0],
      ['gestern', -1],
      ['vorgestern', -2],
      ['vorvorgestern', -3],
    ],
    weekday: inOrder(
      'montag|montags dienstag|dienstags mittwoch|mittwochs donnerstag|donnerstags freitag|freitags samstag|samstags|sonnabend sonntag|sonntags',
    ),
    // Not the "di" of tuesday and the "so" of sunday, which are other words.
    vagueWeekday: [['mo', 1], ...inOrder('mi do fr sa', 3)],
    shortWeekday: [
      ['di', 2],
      ['so', 7],
    ],
    month: inOrder(
      'januar|janner|jan februar|feber|feb marz april|apr mai juni|jun juli|jul august|aug september|sept|sep oktober|okt november|nov dezember|dez',
    ),
    unit: [
      ['minute|minuten|min', 'minute'],
      ['stunde|stunden|std', 'hour'],
      ['tag|tage|tagen|tages', 'day'],
      ['nacht|nachte|nachten', 'night'],
      ['woche|wochen', 'week'],
      ['wochenende|wochenenden', 'weekend'],
      ['monat|monate|monaten|monats', 'month'],
      ['quartal|quartale|quartalen|quartals', 'quarter'],
      ['jahr|jahre|jahren|jahres', 'year'],
    ],
    which: [
      [
        'letzte|letzten|letzter|letztes|letztem|vergangene|vergangenen|vergangenes|vorige|vorigen|voriges',
        'last',
      ],
      ['diese|diesen|dieser|dieses|diesem', 'this'],
      ['kommende|kommenden|kommender|kommendes|kommendem', 'coming'],
      ['nachste|nachsten|nachster|nachstes|nachstem', 'next'],
      ['ubernachste|ubernachsten|ubernachster|ubernachstes|ubernachstem', 'afterNext'],
      ['vorletzte|vorletzten|vorletzter|vorletztes|vorletztem', 'beforeLast'],
    ],
    whichAfter: [['nach dem nachsten|nach der nachsten', 'afterNext']],
    countFrom: [['nach', 'any']],
    countBack: 'vor',
    besideDay: [
      ['am tag nach|der tag nach|den tag nach|tag nach', 1],
      ['am tag vor|der tag vor|den tag vor|tag vor', -1],
    ],
    within: 'in|innerhalb von|binnen',
    fromNow: 'ab jetzt|ab heute|spater',
    ago: 'zuvor',
    agoBefore: 'vor',
    feast: [
      ['heiligabend|heiliger abend', { month: 12, date: 24 }],
      ['weihnachten|weihnachtstag|erster weihnachtstag|erster weihnachtsfeiertag', { month: 12, date: 25 }],
      ['zweiter weihnachtstag|zweiter weihnachtsfeiertag', { month: 12, date: 26 }],
      ['silvester', { month: 12, date: 31 }],
      ['neujahr|neujahrstag', { month: 1, date: 1 }],
      ['nikolaus', { month: 12, date: 6 }],
      ['valentinstag', { month: 2, date: 14 }],
      ['halloween', { month: 10, date: 31 }],
      ['ostern|ostersonntag', { easter: 0 }],
      ['ostermontag', { easter: 1 }],
      ['karfreitag', { easter: -2 }],
      ['grundonnerstag', { easter: -3 }],
      ['palmsonntag', { easter: -7 }],
      ['aschermittwoch', { easter: -46 }],
      ['rosenmontag', { easter: -48 }],
      ['christi himmelfahrt|himmelfahrt|vatertag', { easter: 39 }],
      ['pfingsten|pfingstsonntag', { easter: 49 }],
      ['pfingstmontag', { easter: 50 }],
      ['fronleichnam', { easter: 60 }],
    ],
    boundary: [
      ['ende|letzter tag|letzten tag', 'end'],
      ['anfang|beginn|erster tag|ersten tag', 'start'],
    ],
    rest: 'rest',
    from: 'von|vom|ab',
    starting: 'ab|beginnend|beginnend am|beginnend mit',
    to: 'bis|bis zum|bis zu|zum|auf den',
    between: 'zwischen',
    and: 'und',
    since: 'seit|seit dem',
    until: 'bis|bis zum',
    lead: 'am|der|dem|den|die|das|im',
    dayLead: 'am|dem|den|der|vom|zum',
    link: 'des|der|dem|im|am|den|in|in der',
    hedge: 'vielleicht|am besten|sagen wir|idealerweise|bevorzugt|eventuell|zum beispiel',
    further: 'weiteren|weitere|mehr',
    at: [
      ['um|um circa|um etwa', 'sharp'],
      ['gegen|ab|so gegen|so um|etwa|circa|ca|ungefahr', 'about'],
    ],
    hours: 'uhr',
    part: [
      ['am morgen|morgens|fruh|in der fruh|vormittags|am vormittag|vormittag|am fruhen morgen', MORNING],
      ['am mittag|mittags', NOON],
      ['am nachmittag|nachmittags|nachmittag', AFTERNOON],
      ['am abend|abends|abend', EVENING],
      ['in der nacht|nachts|nacht', NIGHT],
    ],
    degree: 'zu|guten|gute|schonen|schone',
    moment: [
      ['mittag|mittags', 720],
      ['mitternacht|um mitternacht', 0],
    ],
    now: 'jetzt|jetzt an|sofort',
    justNow: 'grad eben|gerade eben|eben grad|eben gerade|gerade jetzt|soeben|eben',
    one: [
      ['ein|eine|einen|einem|einer|ne|nen|nem|ner', 1],
      ['ein paar', 3],
    ],
    semi: 'halbe|halben|halbes',
    halfMore: 'ein halb',
    fixedDuration: [
      ['viertelstunde|eine viertelstunde|einer viertelstunde', 15],
      [
        'dreiviertelstunde|eine dreiviertelstunde|einer dreiviertelstunde|dreiviertel stunde|eine dreiviertel stunde',
        45,
      ],
    ],
    fraction: [['viertel', 15]],
    lasting: 'fur',
    ofNumber: 'andere|anderen|mehr|je|pro',
    goesOn: 'anstatt|lieber|passt',
  },
  {
    twelveHours: 'spoken',
    dotOrdinals: true,
    clockAfterDot: ['uhr'],
  },
  {
    sure: [
      ['(ein )?viertel nach [hour]', 15],
      ['(ein )?viertel vor [hour]', -15],
      ['halb [hour]', -30],
      ['(dreiviertel|drei viertel|3 viertel) [hour]', -15],
      ['viertel [hour]', -45],
      ['[minutes] (minuten )?nach [clock]', 'after'],
      ['[minutes] (minuten )?vor [clock]', 'before'],
    ],
    settled: [
      ['[minutes] (minuten )?nach [hour]', 'after'],
      ['[minutes] (minuten )?vor [hour]', 'before'],
      ['[hour] (rum|herum)', 0],
    ],
    open: [['[hour] oder so', 0]],
  },
);
