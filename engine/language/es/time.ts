import { feasts, inOrder, type TimeWords, timeWords, units } from '../time.ts';

const MORNING = { from: 6, to: 12, half: 'am' } as const;
const NOON = { from: 12, to: 16, half: 'pm' } as const;
const AFTERNOON = { from: 12, to: 20, half: 'pm' } as const;
const NIGHT = { from: 20, to: 24, half: 'night' } as const;

export const time: TimeWords = timeWords(
  {
    day: inOrder('anteayer|antes_de_ayer|antier ayer hoy|desde_ya manana|mnn pasado_manana|pasado_mnn', -2),
    weekday: inOrder('lunes martes miercoles jueves viernes sabado|sabados domingo|domingos'),
    vagueWeekday: [['lun', 1], ...inOrder('mie jue vie sab dom', 3)],
    shortWeekday: inOrder('lu ma mi ju vi sa do'),
    month: inOrder(
      'enero|ene febrero|feb marzo abril|abr mayo junio|jun julio|jul agosto|ago septiembre|setiembre|sept octubre|oct noviembre|nov diciembre|dic',
    ),
    unit: units(`
      minuto|minutos|min|mins|minutito|minutitos hora|horas|horita|horitas dia|dias|diita|diitas
      noche|noches semana|semanas|semanita|semanitas quincena|quincenas
      fin_de_semana|fines_de_semana|finde|findes mes|meses|mesecito|mesecitos|mesito|mesitos
      trimestre|trimestres ano|anos|anito|anitos
    `),
    which: [
      ['ultimo|ultima|ultimos|ultimas|pasado|pasada|pasados|pasadas', 'last'],
      ['este|esta|estos', 'this'],
      ['proximo|proxima|proximos|proximas|prox|siguiente', 'next'],
    ],
    whichAfter: [
      ['pasado|pasada|pasados|pasadas|anterior|anteriores', 'last'],
      ['actual', 'this'],
      ['antepasado|antepasada', 'beforeLast'],
      ['que viene|que vienen|q viene|q vienen|proximo|proxima|siguiente|siguientes|que entra', 'next'],
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
    within: 'en|dentro de|de aqui a',
    ago: 'atras',
    agoBefore: 'hace',
    feast: feasts(`
      12-24 nochebuena; 12-25 navidad|el dia de navidad; 12-31 nochevieja|fin de ano; 1-1 ano nuevo;
      2-14 san valentin|dia de san valentin; 10-31 halloween; 1-6 dia de reyes|los reyes;
      easter pascua|domingo de pascua|domingo de resurreccion; easter+1 lunes de pascua;
      easter-2 viernes santo; easter-3 jueves santo; easter-7 domingo de ramos;
      easter-46 miercoles de ceniza; easter-47 martes de carnaval; easter+60 corpus christi|jueves de corpus
    `),
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
      ['de la manana|por la manana|en la manana|de la mananita', MORNING],
      ['de la tarde|por la tarde|tarde|en la tarde|esta tarde|de la tardecita|de la tardecilla', AFTERNOON],
      ['del mediodia', NOON],
      ['de la noche|por la noche|noche|en la noche|de la nochecita', NIGHT],
    ],
    degree: 'buena|buenas',
    moment: [
      ['mediodia|al mediodia', 720],
      ['medianoche|a medianoche', 0],
    ],
    now: 'ahora|ahora mismo',
    justNow: 'ahora mismo|justo ahora|hace un momento|hace un instante',
    dayPart: [
      ['esta noche', { day: 0, part: NIGHT }],
      ['esta manana', { day: 0, part: MORNING }],
      ['esta tarde|esta tardecita', { day: 0, part: AFTERNOON }],
      ['anoche', { day: -1, part: NIGHT }],
    ],
    one: [
      ['un|una|uno', 1],
      ['un par de', 2],
    ],
    semi: 'media|medio',
    fixedDuration: [
      ['cuarto de hora|un cuarto de hora|cuartito de hora|un cuartito de hora', 15],
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
    halfMarks: 'whole',
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
