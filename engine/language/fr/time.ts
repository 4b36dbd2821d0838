import { feasts, inOrder, type TimeWords, timeWords, units } from '../time.ts';

const MORNING = { from: 6, to: 12, half: 'am' } as const;
const AFTERNOON = { from: 12, to: 18, half: 'pm' } as const;
const EVENING = { from: 18, to: 22, half: 'pm' } as const;
const NIGHT = { from: 22, to: 24, half: 'night' } as const;

export const time: TimeWords = timeWords(
  {
    day: inOrder(
      'avant_hier hier aujourd_hui|aujourdhui|auj|ajd demain|dem1|2main apres_demain|apres_dem',
      -2,
    ),
    weekday: inOrder(
      'lundi|lundis mardi|mardis mercredi|mercredis jeudi|jeudis vendredi|vendredis samedi|samedis dimanche|dimanches',
    ),
    // Not the "sam" of saturday, who is a person too.
    vagueWeekday: [
      ['lun', 1],
      ['ven', 5],
      ['dim', 7],
    ],
    shortWeekday: [...inOrder('mar mer jeu', 2), ['sam', 6]],
    month: inOrder(
      'janvier|janv fevrier|fevr mars avril|avr mai juin juillet|juil aout septembre octobre|oct novembre|nov decembre|dec',
    ),
    // "Sept" is seven as well.
    vagueMonth: [['sept', 9]],
    unit: units(`
      minute|minutes|min|mn heure|heures|heurette jour|jours|journee|journees nuit|nuits|nuitee|nuitees
      semaine|semaines|sem
      quinzaine|quinzaines week_end|weekend|week_ends|weekends|fin_de_semaine|we mois trimestre|trimestres
      an|ans|annee|annees
    `),
    which: [
      ['dernier|derniere|derniers|dernieres', 'last'],
      ['ce|cet|cette|ces', 'this'],
      ['prochain|prochaine|prochains|prochaines', 'next'],
    ],
    whichAfter: [
      [
        'dernier|derniere|derniers|dernieres|passe|passee|passes|passees|precedent|precedente|precedents|precedentes|d avant',
        'last',
      ],
      ['en cours', 'this'],
      [
        'prochain|prochaine|prochains|prochaines|pro|qui vient|qui viennent|suivant|suivante|suivants|suivantes|d apres',
        'next',
      ],
    ],
    besideDay: [
      ['le lendemain de|lendemain de|le lendemain du|le jour apres', 1],
      ['la veille de|veille de|la veille du|le jour avant', -1],
    ],
    countFrom: [['apres', 'any']],
    countBack: 'avant',
    weeksAfter: [
      ['en huit|en 8', 1],
      ['en quinze|en 15', 2],
    ],
    within: 'dans|ds|d ici|en',
    ago: 'plus tot|auparavant|avant',
    agoBefore: 'il y a|y a',
    fromNow: 'plus tard|apres',
    feast: feasts(`
      12-25 noel; 12-31 reveillon|saint sylvestre|la saint sylvestre; 1-1 nouvel an|jour de l an;
      easter paques|dimanche de paques; easter+1 lundi de paques; easter-2 vendredi saint;
      easter-3 jeudi saint; easter-47 mardi gras; easter+39 l ascension|ascension|jeudi de l ascension;
      easter+49 pentecote|dimanche de pentecote; easter+50 lundi de pentecote;
      2-14 saint valentin|la saint valentin; 10-31 halloween
    `),
    boundary: [
      ['fin|dernier jour', 'end'],
      ['debut|premier jour', 'start'],
    ],
    rest: 'reste',
    from: 'de|du|des|a partir du',
    starting: 'a partir de|a partir du|a compter de|a compter du',
    to: 'a|au|jusqu a|jusqu au|jusque',
    between: 'entre',
    and: 'et',
    since: 'depuis|depuis le',
    until: 'jusqu a|jusqu au',
    lead: 'le|la|les|l',
    dayLead: 'le|les|au|du',
    link: 'mais|par exemple|plutot|de|du|de la|d|le|en|des|de l',
    ofMonth: 'de|du',
    hedge: 'peut etre|disons|plutot|si possible|par exemple|de preference',
    further: 'autres',
    at: [
      ['vers|vers les', 'sharp'],
      ['a|environ|a environ|autour de|aux alentours de|aux environs de', 'about'],
    ],
    hours: 'heures|heure|h',
    part: [
      ['du matin|le matin|matin|ce matin|du mat', MORNING],
      [
        'de l apres midi|l apres midi|apres midi|cet apres midi|de l aprem|l aprem|aprem|cet aprem',
        AFTERNOON,
      ],
      ['du soir|le soir|soir', EVENING],
      ['de la nuit|la nuit', NIGHT],
    ],
    moment: [
      ['midi', 720],
      ['minuit', 0],
    ],
    now: 'maintenant|tout de suite',
    justNow: 'a l instant|a l instant meme|il y a un instant',
    dayPart: [
      ['ce matin', { day: 0, part: MORNING }],
      ['cet apres midi|cet aprem', { day: 0, part: AFTERNOON }],
      ['ce soir', { day: 0, part: EVENING }],
      ['cette nuit', { day: 0, part: NIGHT }],
    ],
    one: [['un|une', 1]],
    semi: 'demi|demie',
    fixedDuration: [
      ['quart d heure|un quart d heure|un petit quart d heure|un bon quart d heure', 15],
      ['trois quarts d heure|3 4 d heure', 45],
      ['une petite heure|une bonne heure', 60],
    ],
    fraction: [['quart|le quart|un quart', 15]],
    lasting: 'pendant|pour|durant',
    ofNumber: 'autres|fois|plus|par|chacun|chacune',
    goesOn: 's il vous plait|plutot',
  },
  {
    bareHours: false,
    hourLetters: ['h'],
  },
  {
    open: [
      ['[hour] et (demie|demi)', 30],
      ['[hour] (et )?(un )?quart', 15],
      ['[hour] moins (le |un )?quart', -15],
      ['[hour] (et )?(trois|3) quarts', 45],
      ['[hour] et [minutes]', 'after'],
      ['[hour] moins [minutes]', 'before'],
      ['[hour] (passe|passee|passes|passees) de [minutes]( minutes)?', 'after'],
    ],
  },
);
