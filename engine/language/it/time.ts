import { feasts, inOrder, type TimeWords, timeWords, units } from '../time.ts';

const MORNING = { from: 6, to: 12, half: 'am' } as const;
const AFTERNOON = { from: 12, to: 18, half: 'pm' } as const;
const EVENING = { from: 18, to: 22, half: 'pm' } as const;
const NIGHT = { from: 22, to: 24, half: 'night' } as const;

export const time: TimeWords = timeWords(
  {
    day: inOrder(
      'l_altro_ieri|altro_ieri|altroieri|avantieri ieri oggi domani|dmn dopodomani|dopo_domani',
      -2,
    ),
    weekday: inOrder('lunedi martedi mercoledi giovedi venerdi sabato domenica'),
    // Not the "gio" of thursday, who is a person too.
    vagueWeekday: [...inOrder('lun mar mer'), ...inOrder('ven sab dom', 5)],
    shortWeekday: [['gio', 4]],
    month: inOrder(
      'gennaio|gen febbraio|feb marzo aprile|apr maggio giugno|giu luglio|lug agosto settembre|sett ottobre|ott novembre|nov dicembre|dic',
    ),
    unit: units(`
      minuto|minuti|min|minutino|minutini ora|ore|oretta|orette giorno|giorni|gg
      notte|notti|nottata settimana|settimane|settimanina|settimanella - fine_settimana|weekend|week_end|we
      mese|mesi|mesetto|mesetti trimestre|trimestri anno|anni|annetto|annetti
    `),
    which: [
      ['ultimo|ultima|ultimi|ultime|scorso|scorsa|scorsi|scorse', 'last'],
      ['questo|questa|quest|questi', 'this'],
      ['prossimo|prossima|prossimi|prossime|prox', 'next'],
    ],
    whichAfter: [
      ['scorso|scorsa|scorsi|scorse|passato|passata|passati|passate|precedente|precedenti', 'last'],
      ['in corso', 'this'],
      ['prossimo|prossima|prox|che viene|seguente|seguenti|successivi|successive', 'next'],
    ],
    besideDay: [
      ['il giorno dopo|giorno dopo|l indomani di', 1],
      ['il giorno prima di|giorno prima di', -1],
    ],
    countFrom: [['dopo', 'any']],
    countBack: 'prima di|prima del|prima della|prima delle|prima dell',
    weeksAfter: [
      ['a otto', 1],
      ['a quindici', 2],
    ],
    within: 'tra|fra|in|entro',
    fromNow: 'da oggi|piu tardi',
    ago: 'fa|prima',
    feast: feasts(`
      12-24 vigilia di natale|la vigilia di natale; 12-25 natale;
      12-31 san silvestro|vigilia di capodanno|la vigilia di capodanno; 1-1 capodanno|primo dell anno;
      2-14 san valentino; 10-31 halloween; 8-15 ferragosto; easter pasqua|domenica di pasqua;
      easter+1 pasquetta|lunedi di pasqua|lunedi dell angelo; easter-2 venerdi santo;
      easter-3 giovedi santo; easter-7 domenica delle palme; easter-47 martedi grasso; easter+49 pentecoste
    `),
    boundary: [
      ['fine|ultimo giorno', 'end'],
      ['inizio|primo giorno', 'start'],
    ],
    rest: 'resto',
    from: 'da|dal|dalla|dalle|dall|di',
    starting: 'a partire da|a partire dal|a partire dalla|a cominciare da',
    to: 'a|al|alla|alle|all|fino a|fino al|fino alla|fino alle',
    between: 'tra|fra|tra il|fra il|tra le|fra le',
    and: 'e|e il|e le',
    since: 'da|dal|dalla|a partire da',
    until: 'fino a|fino al|entro|entro il',
    lead: 'il|la|lo|gli|i|l|le|nel|nella',
    dayLead: 'il|il giorno|dal|al|i giorni',
    link: 'di|del|della|dell|il|al',
    ofMonth: 'di|del',
    hedge: 'magari|forse|diciamo|preferibilmente|se possibile|per esempio',
    further: 'altri|altre',
    at: [['alle|all|verso le|alle ore', 'sharp']],
    hours: 'ore|in punto|h',
    part: [
      ['di mattina|del mattino|mattina|la mattina|della mattina|stamattina', MORNING],
      ['di pomeriggio|del pomeriggio|pomeriggio|il pomeriggio|pom|del pom', AFTERNOON],
      ['di sera|della sera|sera|la sera', EVENING],
      ['di notte|notte|la notte|della notte', NIGHT],
    ],
    degree: 'buona',
    moment: [
      ['mezzogiorno|a mezzogiorno', 720],
      ['mezzanotte|a mezzanotte', 0],
    ],
    now: 'adesso|ora|ora in poi|subito',
    justNow: 'proprio ora|proprio adesso|poco fa|un attimo fa|un momento fa',
    dayPart: [
      ['stasera|questa sera', { day: 0, part: EVENING }],
      ['domattina', { day: 1, part: MORNING }],
      ['stamattina|questa mattina', { day: 0, part: MORNING }],
      ['questo pomeriggio', { day: 0, part: AFTERNOON }],
      ['stanotte|questa notte', { day: 0, part: NIGHT }],
      ['ieri sera', { day: -1, part: EVENING }],
    ],
    one: [
      ['un|una', 1],
      ['un paio di|un paio d', 2],
    ],
    semi: 'mezza|mezzo',
    fraction: [
      ['un quarto|quarto', 15],
      ['tre quarti', 45],
    ],
    lasting: 'per',
    ofNumber: 'altri|altre|piu|volta|volte|ciascuno|ciascuna',
    goesOn: 'per favore|invece',
    fixedDuration: [
      ['mezzora|mezz ora|mezzoretta|mezz oretta', 30],
      ['quarto d ora|un quarto d ora|quarto d oretta', 15],
      ['unora|unoretta', 60],
      ['tre quarti d ora', 45],
    ],
  },
  {
    hourLetters: ['h'],
  },
  {
    sure: [['(un )?quarto (alle|alla|all|a) [hour]', -15]],
    open: [
      ['[hour] (o giu di li|piu o meno)', 0],
      ['[hour] e (un )?quarto', 15],
      ['[hour] meno (un )?quarto', -15],
      ['[hour] e (mezza|mezzo)', 30],
      ['[hour] e tre quarti', 45],
      ['[hour] e [minutes]', 'after'],
      ['[hour] meno [minutes]', 'before'],
      ['[minutes] (alle|alla|all) [hour]', 'before'],
    ],
  },
);
