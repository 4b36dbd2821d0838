import { feasts, inOrder, type TimeWords, timeWords, units } from '../time.ts';

const MORNING = { from: 6, to: 12, half: 'am' } as const;
const NOON = { from: 12, to: 14, half: 'pm' } as const;
const AFTERNOON = { from: 14, to: 18, half: 'pm' } as const;
const EVENING = { from: 18, to: 22, half: 'pm' } as const;
const NIGHT = { from: 22, to: 24, half: 'night' } as const;

export const time: TimeWords = timeWords(
  {
    day: inOrder('vorvorgestern vorgestern gestern heute morgen ubermorgen', -3),
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
    unit: units(`
      minute|minuten|min|minutchen stunde|stunden|std|stundchen tag|tage|tagen|tages nacht|nachte|nachten woche|wochen -
      wochenende|wochenenden monat|monate|monaten|monats quartal|quartale|quartalen|quartals
      jahr|jahre|jahren|jahres
    `),
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
    feast: feasts(`
      12-24 heiligabend|heiliger abend;
      12-25 weihnachten|weihnachtstag|erster weihnachtstag|erster weihnachtsfeiertag;
      12-26 zweiter weihnachtstag|zweiter weihnachtsfeiertag; 12-31 silvester; 1-1 neujahr|neujahrstag;
      12-6 nikolaus; 2-14 valentinstag; 10-31 halloween; easter ostern|ostersonntag; easter+1 ostermontag;
      easter-2 karfreitag; easter-3 grundonnerstag; easter-7 palmsonntag; easter-46 aschermittwoch;
      easter-48 rosenmontag; easter+39 christi himmelfahrt|himmelfahrt|vatertag;
      easter+49 pfingsten|pfingstsonntag; easter+50 pfingstmontag; easter+60 fronleichnam
    `),
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
      ['viertelstunde|eine viertelstunde|einer viertelstunde|viertelstundchen|ein viertelstundchen', 15],
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
