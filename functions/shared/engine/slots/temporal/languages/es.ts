import { inOrder, vocabulary } from '../vocabulary.ts';

const MORNING = { from: 6, to: 12, half: 'am' } as const;
const AFTERNOON = { from: 12, to: 20, half: 'pm' } as const;
const NIGHT = { from: 20, to: 24, half: 'night' } as const;

export const SPANISH = vocabulary(
  {
    day: [
      ['pasado manana', 2],
      ['manana', 1],
      ['hoy', 0],
      ['ayer', -1],
      ['anteayer|antes de ayer|antier', -2],
    ],
    weekday: inOrder('lunes martes miercoles jueves viernes sabado|sabados domingo|domingos'),
    month: inOrder(
      'enero|ene febrero|feb marzo abril|abr mayo junio|jun julio|jul agosto|ago septiembre|setiembre|sept octubre|oct noviembre|nov diciembre|dic',
    ),
    unit: [
      ['minuto|minutos|min', 'minute'],
      ['hora|horas', 'hour'],
      ['dia|dias', 'day'],
      ['semana|semanas', 'week'],
      ['fin de semana|fines de semana|finde', 'weekend'],
      ['mes|meses', 'month'],
      ['trimestre|trimestres', 'quarter'],
      ['ano|anos', 'year'],
    ],
    which: [
      ['ultimo|ultima|ultimos|ultimas|pasado|pasada', 'last'],
      ['este|esta|estos', 'this'],
      ['proximo|proxima|proximos|proximas|siguiente', 'next'],
    ],
    whichAfter: [
      ['pasado|pasada|pasados|anterior', 'last'],
      ['actual', 'this'],
      ['que viene|proximo|proxima|siguiente|que entra', 'next'],
    ],
    within: [['en|dentro de', true]],
    ago: [['atras', true]],
    agoBefore: [['hace', true]],
    feast: [
      ['nochebuena', { month: 12, date: 24 }],
      ['navidad|el dia de navidad', { month: 12, date: 25 }],
      ['nochevieja|fin de ano', { month: 12, date: 31 }],
      ['ano nuevo', { month: 1, date: 1 }],
      ['dia de reyes|los reyes', { month: 1, date: 6 }],
    ],
    boundary: [
      ['final|fin|finales|fines|ultimo dia', 'end'],
      ['principio|principios|comienzo|comienzos|inicio|primer dia', 'start'],
    ],
    from: [['de|del|desde|desde el|desde las|de las', true]],
    to: [['a|al|hasta|hasta el|hasta las|a las|a la', true]],
    between: [['entre', true]],
    and: [['y', true]],
    since: [['desde', true]],
    until: [['hasta', true]],
    lead: [['el|la|los|las', true]],
    dayLead: [['el|el dia|dia|los dias', true]],
    link: [['de|del|a|de la|el|la', true]],
    at: [['a las|a la|sobre las|hacia las', true]],
    hourLead: [['las|la', true]],
    hours: [['horas|hora|h|en punto', true]],
    fraction: [
      ['media', 30],
      ['cuarto|un cuarto', 15],
    ],
    past: [['y|con', true]],
    minus: [['menos', true]],
    half: [
      ['am|a m', 'am'],
      ['pm|p m', 'pm'],
    ],
    part: [
      ['de la manana|por la manana|en la manana', MORNING],
      ['de la tarde|por la tarde|tarde|en la tarde|esta tarde', AFTERNOON],
      ['de la noche|por la noche|noche|en la noche', NIGHT],
    ],
    moment: [
      ['mediodia|al mediodia', 720],
      ['medianoche|a medianoche', 0],
    ],
    now: [['ahora|ahora mismo', true]],
    dayPart: [
      ['esta noche', { day: 0, part: NIGHT }],
      ['anoche', { day: -1, part: NIGHT }],
    ],
    one: [
      ['un|una|uno', 1],
      ['un par de', 2],
    ],
    semi: [['media|medio', true]],
    goesOn: [['para|con|por favor|mejor|si|o|pero|porque|gracias|en|por', true]],
  },
  {
    nextWeekday: 'coming',
    twelveHours: true,
    monthFirst: false,
    dotOrdinals: false,
    fractionFirst: false,
    countsFrom: false,
    bareHours: true,
  },
);
