import { inOrder, type TimeWords, timeWords } from '../time.ts';

const MORNING = { from: 6, to: 12, half: 'am' } as const;
const NOON = { from: 12, to: 16, half: 'pm' } as const;
const AFTERNOON = { from: 12, to: 20, half: 'pm' } as const;
const NIGHT = { from: 20, to: 24, half: 'night' } as const;

export const time: TimeWords = timeWords(
  {
    day: [
      ['pasado manana', 2],
      ['manana', 1],
      ['hoy|desde ya', 0],
      ['ayer', -1],
      ['anteayer|antes de ayer|antier', -2],
    ],
    weekday: inOrder('lunes martes miercoles jueves viernes sabado|sabados domingo|domingos'),
    vagueWeekday: [['lun', 1], ...inOrder('mie jue vie sab dom', 3)],
    shortWeekday: inOrder('lu ma mi ju vi sa do'),
    month: inOrder(
      'enero|ene febrero|feb marzo abril|abr mayo junio|jun julio|jul agosto|ago septiembre|setiembre|sept octubre|oct noviembre|nov diciembre|dic',
    ),
    unit: [
      ['minuto|minutos|min', 'minute'],
      ['hora|horas', 'hour'],
      ['dia|dias', 'day'],
      ['noche|noches', 'night'],
      ['semana|semanas', 'week'],
      ['fin de semana|fines de semana|finde', 'weekend'],
      ['mes|meses', 'month'],
      ['trimestre|trimestres', 'quarter'],
      ['ano|anos', 'year'],
    ],
    which: [
      ['ultimo|ultima|ultimos|ultimas|pasado|pasada|pasados|pasadas', 'last'],
      ['este|esta|estos', 'this'],
      ['proximo|proxima|proximos|proximas|siguiente', 'next'],
    ],
    whichAfter: [
      ['pasado|pasada|pasados|pasadas|anterior|anteriores', 'last'],
      ['actual', 'this'],
      ['antepasado|antepasada', 'beforeLast'],
      ['que viene|que vienen|proximo|proxima|siguiente|siguientes|que entra', 'next'],
    ],
    besideDay: [
      ['el dia despues de|dia despues de|el dia despues del|dia despues del|al dia siguiente de', 1],
      ['el dia antes de|dia antes de|el dia antes del|dia antes del|la vispera de|vispera de', -1],
    ],
    countFrom: [['despues de|despues del', 'any']],
    countBack: 'antes de|antes del',
    weeksAfter: [
      ['en ocho', 1],
      ['en quince', 2],
    ],
    within: 'en|dentro de',
    ago: 'atras',
    agoBefore: 'hace',
    feast: [
      ['nochebuena', { month: 12, date: 24 }],
      ['navidad|el dia de navidad', { month: 12, date: 25 }],
      ['nochevieja|fin de ano', { month: 12, date: 31 }],
      ['ano nuevo', { month: 1, date: 1 }],
      ['san valentin|dia de san valentin', { month: 2, date: 14 }],
      ['halloween', { month: 10, date: 31 }],
      ['dia de reyes|los reyes', { month: 1, date: 6 }],
      ['pascua|domingo de pascua|domingo de resurreccion', { easter: 0 }],
      ['lunes de pascua', { easter: 1 }],
      ['viernes santo', { easter: -2 }],
      ['jueves santo', { easter: -3 }],
      ['domingo de ramos', { easter: -7 }],
      ['miercoles de ceniza', { easter: -46 }],
      ['martes de carnaval', { easter: -47 }],
      ['corpus christi|jueves de corpus', { easter: 60 }],
    ],
    boundary: [
      ['final|fin|finales|fines|ultimo dia', 'end'],
      ['principio|principios|comienzo|comienzos|inicio|primer dia', 'start'],
    ],
    rest: 'resto',
    from: 'de|del|desde|desde el|desde las|de las',
    starting: 'a partir de|a partir del|empezando|empezando el|comenzando|comenzando el',
    to: 'a|al|hasta|hasta el|hasta las|a las|a la',
    between: 'entre',
    and: 'y',
    since: 'desde',
    until: 'hasta',
    lead: 'el|la|los|las',
    dayLead: 'el|el dia|dia|los dias|del|al|del dia|al dia',
    link: 'de|del|a|de la|el|la',
    ofMonth: 'de|del',
    hedge: 'quiza|quizas|tal vez|a ser posible|por ejemplo|digamos|mejor',
    further: 'mas',
    at: [['a las|a la|sobre las|hacia las|a eso de las|a eso de la|tipo', 'sharp']],
    hourLead: 'las|la',
    hours: 'horas|hora|h|en punto',
    half: [
      ['am|a m', 'am'],
      ['pm|p m', 'pm'],
    ],
    part: [
      ['de la manana|por la manana|en la manana', MORNING],
      ['de la tarde|por la tarde|tarde|en la tarde|esta tarde', AFTERNOON],
      ['del mediodia', NOON],
      ['de la noche|por la noche|noche|en la noche', NIGHT],
    ],
    moment: [
      ['mediodia|al mediodia', 720],
      ['medianoche|a medianoche', 0],
    ],
    now: 'ahora|ahora mismo',
    dayPart: [
      ['esta noche', { day: 0, part: NIGHT }],
      ['esta manana', { day: 0, part: MORNING }],
      ['esta tarde', { day: 0, part: AFTERNOON }],
      ['anoche', { day: -1, part: NIGHT }],
    ],
    one: [
      ['un|una|uno', 1],
      ['un par de', 2],
    ],
    semi: 'media|medio',
    fixedDuration: [
      ['cuarto de hora|un cuarto de hora', 15],
      ['tres cuartos de hora', 45],
    ],
    fraction: [['cuarto|un cuarto', 15]],
    lasting: 'por|durante',
    ofNumber: 'otros|otras|mas|cada|por|vez|veces',
    goesOn: 'por favor|mejor',
  },
  {
    twelveHours: 'written',
    hourLetters: ['h'],
  },
  {
    sure: [['(un )?cuarto para (las|la) [hour]', -15]],
    settled: [
      ['[hour] (y|con) (un )?cuarto', 15],
      ['[hour] menos (un )?cuarto', -15],
    ],
    open: [
      ['[hour] (o asi|mas o menos)', 0],
      ['[hour] (y|con) media', 30],
      ['[hour] (y|con) [minutes]', 'after'],
      ['[hour] menos [minutes]', 'before'],
      ['[minutes] para (las|la) [hour]', 'before'],
    ],
  },
);
