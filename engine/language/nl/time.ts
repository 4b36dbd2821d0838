import { feasts, inOrder, type TimeWords, timeWords, units } from '../time.ts';

const MORNING = { from: 6, to: 12, half: 'am' } as const;
const AFTERNOON = { from: 12, to: 18, half: 'pm' } as const;
const EVENING = { from: 18, to: 24, half: 'pm' } as const;
const NIGHT = { from: 22, to: 24, half: 'night' } as const;

export const time: TimeWords = timeWords(
  {
    day: inOrder('eergisteren gisteren|gister vandaag|vndg morgen|morge|mrgn overmorgen|overmorge', -2),
    weekday: inOrder(
      'maandag|maandags|maandagen|s_maandags dinsdag|dinsdags|dinsdagen woensdag|woensdags|woensdagen|s_woensdags donderdag|donderdags|donderdagen vrijdag|vrijdags|vrijdagen zaterdag|zaterdags|zaterdagen zondag|zondags|zondagen|s_zondags',
    ),
    // Not the "zo" of sunday, which is "so" as well.
    vagueWeekday: inOrder('ma di wo do vr za'),
    shortWeekday: inOrder('zat zo', 6),
    month: inOrder(
      'januari|jan februari|feb maart|mrt april|apr mei juni|jun juli|jul augustus|aug september|sept|sep oktober|okt november|nov december|dec',
    ),
    unit: units(`
      minuut|minuten|minuutje|minuutjes|min uur|uren|uurtje|uurtjes dag|dagen|dagje|dagjes|daagje|daagjes
      nacht|nachten|nachtje|nachtjes week|weken|weekje|weekjes|wk|wkn
      - weekend|weekends|weekeinde|weekeinden|weekendje
      maand|maanden|maandje|maandjes|mnd kwartaal|kwartalen jaar|jaren|jaartje|jaartjes|jr
    `),
    which: [
      ['vorige|vorig|afgelopen|laatste|verleden|voorbije', 'last'],
      ['deze|dit', 'this'],
      ['komende|komend|aankomende|aankomend|aanstaande|eerstvolgende', 'coming'],
      ['volgende|volgend', 'next'],
      ['voorlaatste|voorvorige|voorvorig', 'beforeLast'],
    ],
    whichAfter: [
      ['aanstaande|a s', 'coming'],
      ['jongstleden|j l|l l', 'last'],
    ],
    besideDay: [
      ['de dag na|dag na', 1],
      ['de dag voor|dag voor', -1],
    ],
    weeksAfter: [
      ['over een week|over acht dagen|over 8 dagen', 1],
      ['over twee weken|over 2 weken|over veertien dagen|over 14 dagen', 2],
    ],
    countFrom: [['na', 'any']],
    within: 'over|binnen|in',
    countBack: 'voor',
    hedge: 'misschien|bijvoorbeeld|liefst|het liefst|eventueel|zeg',
    further: 'nog',
    fromNow: 'vanaf nu|vanaf vandaag|later',
    ago: 'geleden|terug|eerder',
    feast: feasts(`
      12-24 kerstavond; 12-25 kerst|kerstmis|eerste kerstdag|1e kerstdag|kerstdag;
      12-26 tweede kerstdag|2e kerstdag; 12-31 oudejaarsavond|oudejaarsdag|oudjaar|oud en nieuw;
      1-1 nieuwjaar|nieuwjaarsdag; 2-14 valentijnsdag|valentijn; 10-31 halloween; 4-27 koningsdag;
      5-5 bevrijdingsdag; 12-5 sinterklaas|sinterklaasavond|pakjesavond;
      easter pasen|paaszondag|eerste paasdag|1e paasdag; easter+1 paasmaandag|tweede paasdag|2e paasdag;
      easter-2 goede vrijdag; easter-3 witte donderdag; easter-7 palmzondag; easter-46 aswoensdag;
      easter+39 hemelvaart|hemelvaartsdag;
      easter+49 pinksteren|pinksterzondag|eerste pinksterdag|1e pinksterdag;
      easter+50 pinkstermaandag|tweede pinksterdag|2e pinksterdag
    `),
    boundary: [
      ['eind|einde|het einde|laatste dag', 'end'],
      ['begin|het begin|eerste dag', 'start'],
    ],
    rest: 'rest',
    from: 'van|vanaf',
    starting: 'vanaf|ingaand|te beginnen|te beginnen op|beginnend op',
    to: 'tot|tot en met|t m|tm',
    between: 'tussen',
    and: 'en',
    since: 'sinds|sedert',
    until: 'tot|tot en met|t m|tm|uiterlijk',
    lead: 'de|het|op|den|in|in de|op de',
    dayLead: 'de|op|op de|van de|den|tot de',
    link: 'van|van de|van het|vd|v d|in|in de|op|de|het',
    ofMonth: 'van',
    at: [
      ['om|om ongeveer|om circa|klokslag', 'sharp'],
      ['rond|omstreeks|tegen|vanaf|zo rond', 'about'],
    ],
    hours: 'uur|u',
    part: [
      [
        's ochtends|smorgens|s morgens|ochtend|in de ochtend|de ochtend|in de morgen|in de voormiddag|voormiddag|vroeg in de ochtend',
        MORNING,
      ],
      ['s middags|smiddags|middag|in de middag|de middag|namiddag|in de namiddag|s namiddags', AFTERNOON],
      ['s avonds|savonds|avond|in de avond|de avond', EVENING],
      ['s nachts|snachts|nacht|in de nacht|de nacht', NIGHT],
    ],
    degree: 'goede|goeden|fijne|prettige',
    moment: [
      ['middernacht', 0],
      ['het middaguur|middaguur', 720],
    ],
    now: 'nu|nu meteen|meteen|direct',
    justNow: 'zojuist|zonet|daarnet|net nu',
    dayPart: [
      ['vanochtend|vanmorgen', { day: 0, part: MORNING }],
      ['vanmiddag', { day: 0, part: AFTERNOON }],
      ['vanavond', { day: 0, part: EVENING }],
      ['vannacht', { day: 0, part: NIGHT }],
      ['morgenochtend|morgenvroeg', { day: 1, part: MORNING }],
      ['morgenmiddag', { day: 1, part: AFTERNOON }],
      ['morgenavond', { day: 1, part: EVENING }],
      ['gisterochtend|gistermorgen', { day: -1, part: MORNING }],
      ['gistermiddag', { day: -1, part: AFTERNOON }],
      ['gisteravond', { day: -1, part: EVENING }],
      ['gisternacht', { day: -1, part: NIGHT }],
    ],
    one: [
      ['een|n', 1],
      ['een paar|paar|n paar', 3],
    ],
    orSo: 'of',
    semi: 'half|halve',
    fixedDuration: [
      ['kwartier|een kwartier|n kwartier|kwartiertje|een kwartiertje|n kwartiertje', 15],
      ['halfuur|een halfuur|n halfuur|halfuurtje|een halfuurtje|n halfuurtje', 30],
      ['drie kwartier|driekwartier|3 kwartier', 45],
      ['vijf kwartier|5 kwartier', 75],
    ],
    fraction: [['kwart|een kwart', 15]],
    lasting: 'voor|gedurende',
    ofNumber: 'andere|meer|per|elk|keer',
    goesOn: 'omdat|want',
  },
  {
    nextWeekday: 'following',
    twelveHours: 'spoken',
    hourLetters: ['h', 'u'],
    halfMarks: 'short',
    clockAfterDot: ['uur', 'u'],
    clockAfterFour: ['uur', 'u'],
  },
  {
    sure: [
      ['(een )?(kwart|kwartier) (over|na) [hour]', 15],
      ['(een )?(kwart|kwartier) voor [hour]', -15],
      ['half [hour]', -30],
      ['[minutes] (minuten |minuutjes )?over [clock]', 'after'],
      ['[minutes] (minuten |minuutjes )?voor [clock]', 'before'],
    ],
    settled: [
      ['[minutes] (minuten |minuutjes )?over [hour]', 'after'],
      ['[minutes] (minuten|minuutjes) voor [hour]', 'before'],
    ],
    open: [
      ['[minutes] voor [hour]', 'before'],
      ['[hour] of zo', 0],
    ],
  },
);
