import { feasts, inOrder, type TimeWords, timeWords, units } from '../time.ts';

const MORNING = { from: 6, to: 12, half: 'am' } as const;
const AFTERNOON = { from: 12, to: 18, half: 'pm' } as const;
const NIGHT = { from: 18, to: 24, half: 'night' } as const;

export const time: TimeWords = timeWords(
  {
    day: inOrder('anteontem|antes_de_ontem ontem hoje|hj amanha|amnh depois_de_amanha|depois_d_amanha', -2),
    weekday: inOrder(
      'segunda_feira|segundas_feiras|2a_feira|2ª_feira terca_feira|3a_feira|3ª_feira quarta_feira|4a_feira|4ª_feira quinta_feira|5a_feira|5ª_feira sexta_feira|6a_feira|6ª_feira sabado|sabados domingo|domingos',
    ),
    vagueWeekday: [
      ...inOrder('segunda|seg terca quarta|qua quinta|qui sexta'),
      ...inOrder(
        ['2', '3', '4', '5', '6']
          .map((day) => `na_${day}a|na_${day}ª|pra_${day}a|pra_${day}ª|para_${day}a|para_${day}ª`)
          .join(' '),
      ),
      ['sab', 6],
      ['dom', 7],
    ],
    shortWeekday: [...inOrder('2a|2ª 3a|3ª 4a|4ª 5a|5ª 6a|6ª|sex')],
    month: inOrder(
      'janeiro|jan fevereiro|fev marco abril|abr maio junho|jun julho|jul agosto|ago setembro|set outubro|out novembro|nov dezembro|dez',
    ),
    unit: units(`
      minuto|minutos|min|mins|minutinho|minutinhos hora|horas|horinha|horinhas dia|dias|diazinho|diazinhos
      noite|noites semana|semanas|semaninha|semaninhas quinzena|quinzenas
      fim_de_semana|fins_de_semana|final_de_semana|fds|finde|fimde mes|meses trimestre|trimestres
      ano|anos|aninho|aninhos
    `),
    which: [
      ['ultimo|ultima|ultimos|ultimas|passado|passada|passados|passadas|anterior', 'last'],
      ['este|esta|neste|nesta|deste|desta|esse|essa|nesse|nessa|desse|dessa', 'this'],
      ['proximo|proxima|proximos|proximas|prox', 'next'],
    ],
    whichAfter: [
      ['passado|passada|passados|passadas|anterior|anteriores', 'last'],
      ['atual|actual', 'this'],
      ['que vem|q vem|proximo|proxima|seguinte', 'next'],
    ],
    besideDay: [
      ['o dia depois de|dia depois de|o dia depois do|o dia depois da|dia seguinte ao', 1],
      ['o dia antes de|dia antes de|o dia antes do|o dia antes da|vespera de|a vespera de', -1],
    ],
    countFrom: [['depois de|depois do|depois da|apos', 'any']],
    countBack: 'antes de|antes do|antes da',
    weeksAfter: [
      ['a oito', 1],
      ['a quinze', 2],
    ],
    within: 'em|dentro de|daqui a|daqui|daki a',
    ago: 'atras',
    agoBefore: 'ha|faz|fazem',
    feast: feasts(`
      12-24 vespera de natal; 12-25 natal; 12-31 vespera de ano novo|reveillon; 1-1 ano novo;
      10-31 halloween|dia das bruxas; easter pascoa|domingo de pascoa; easter+1 segunda feira de pascoa;
      easter-2 sexta feira santa|sexta santa; easter-3 quinta feira santa|quinta santa;
      easter-7 domingo de ramos; easter-46 quarta feira de cinzas|quarta de cinzas;
      easter-47 terca feira de carnaval|terca de carnaval; easter+60 corpus christi
    `),
    boundary: [
      ['fim|final|ultimo dia', 'end'],
      ['comeco|inicio|primeiro dia', 'start'],
    ],
    rest: 'resto',
    from: 'de|do|da|das|desde|a partir de',
    starting: 'a partir de|a partir do|a partir da|comecando em|comecando no',
    to: 'a|ao|as|ate|ate o|ate a|ate as|ate ao|ate aos',
    between: 'entre|entre os|entre as',
    and: 'e',
    since: 'desde|desde a|desde o',
    until: 'ate|ate o|ate a',
    lead: 'o|a|os|as|no|na|nos|nas',
    dayLead: 'dia|o dia|no dia|os dias|nos dias|dias',
    link: 'de|do|da|a|de o',
    ofMonth: 'de|do',
    hedge: 'talvez|de preferencia|por exemplo|digamos|se possivel',
    further: 'mais',
    at: [['as|por volta das|pelas', 'sharp']],
    hours: 'horas|hora|h|em ponto',
    half: [
      ['am', 'am'],
      ['pm', 'pm'],
    ],
    part: [
      ['da manha|de manha|pela manha|manha|da manhazinha|de manhazinha|manhazinha', MORNING],
      ['da tarde|de tarde|pela tarde|a tarde|tarde|da tardinha|de tardinha|a tardinha|tardinha', AFTERNOON],
      ['da noite|de noite|pela noite|a noite|noite|da noitinha|de noitinha|a noitinha', NIGHT],
    ],
    degree: 'boa|bom',
    moment: [
      ['meio dia|ao meio dia|meiodia', 720],
      ['meio dia e meio|ao meio dia e meio', 750],
      ['meia noite|a meia noite|meianoite', 0],
    ],
    now: 'agora|agora mesmo|agora em diante',
    justNow: 'agora mesmo|mesmo agora|ha pouco|ha um momento|ha um instante',
    dayPart: [
      ['hoje a noite|hj a noite|esta noite', { day: 0, part: NIGHT }],
      ['hoje de manha|hj de manha|esta manha', { day: 0, part: MORNING }],
      ['hoje a tarde|hoje de tarde|hj a tarde|esta tarde', { day: 0, part: AFTERNOON }],
      ['ontem a noite', { day: -1, part: NIGHT }],
    ],
    one: [
      ['um|uma', 1],
      ['um par de', 2],
    ],
    semi: 'meia|meio',
    fixedDuration: [
      ['quarto de hora|um quarto de hora', 15],
      ['tres quartos de hora', 45],
    ],
    fraction: [['quarto|um quarto', 15]],
    lasting: 'por|durante',
    ofNumber: 'outros|outras|mais|vez|vezes|cada|por',
    goesOn: 'por favor',
  },
  {
    twelveHours: 'spoken',
    hourLetters: ['h'],
    halfMarks: 'short',
  },
  {
    sure: [['(um )?quarto (para (as |a |o )?|pras |pra )[hour]', -15]],
    settled: [
      ['[hour] e (um )?quarto', 15],
      ['as [hour] e meio', 30],
      ['[hour] menos (um )?quarto', -15],
    ],
    open: [
      ['[hour] (ou por ai|mais ou menos)', 0],
      ['[hour] e meia', 30],
      ['[hour] e [minutes]', 'after'],
      ['[hour] menos [minutes]', 'before'],
      ['[minutes] (para (as |a |o )?|pras |pra )[hour]', 'before'],
    ],
  },
);
