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
      ['antepasado|antepasada', 'beforeLast'],
      ['que viene|proximo|proxima|siguiente|que entra', 'next'],
    ],
    besideDay: [
      ['el dia despues de|dia despues de|el dia despues del|dia despues del|al dia siguiente de', 1],
      ['el dia antes de|dia antes de|el dia antes del|dia antes del|la vispera de|vispera de', -1],
    ],
    weeksAfter: [
      ['en ocho', 1],
      ['en quince', 2],
    ],
    before: [['para las|para la', true]],
    within: [['en|dentro de', true]],
    ago: [['atras', true]],
    agoBefore: [['hace', true]],
    feast: [
      ['nochebuena', { month: 12, date: 24 }],
      ['navidad|el dia de navidad', { month: 12, date: 25 }],
      ['nochevieja|fin de ano', { month: 12, date: 31 }],
      ['ano nuevo', { month: 1, date: 1 }],
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
    from: [['de|del|desde|desde el|desde las|de las', true]],
    to: [['a|al|hasta|hasta el|hasta las|a las|a la', true]],
    between: [['entre', true]],
    and: [['y', true]],
    since: [['desde', true]],
    until: [['hasta', true]],
    lead: [['el|la|los|las', true]],
    dayLead: [['el|el dia|dia|los dias|del|al|del dia|al dia', true]],
    link: [['de|del|a|de la|el|la', true]],
    ofMonth: [['de|del', true]],
    further: [['mas', true]],
    at: [['a las|a la|sobre las|hacia las|a eso de las|a eso de la|tipo', 'sharp']],
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
      ['esta manana', { day: 0, part: MORNING }],
      ['esta tarde', { day: 0, part: AFTERNOON }],
      ['anoche', { day: -1, part: NIGHT }],
    ],
    one: [
      ['un|una|uno', 1],
      ['un par de', 2],
    ],
    semi: [['media|medio', true]],
    fixedDuration: [
      ['cuarto de hora|un cuarto de hora', 15],
      ['tres cuartos de hora', 45],
    ],
    goesOn: [['para|con|por favor|mejor|si|o|pero|porque|gracias|en|por', true]],
  },
  {
    nextWeekday: 'coming',
    twelveHours: true,
    monthFirst: false,
    dotOrdinals: false,
    fractionFirst: false,
    bareHours: true,
  },
);
