import { type Numbers, type NumberWords, numbered, numberWords } from '../numbers.ts';

const words: NumberWords = numberWords({
  small: new Map([
    ...numbered('deux trois quatre cinq six sept huit neuf', 2),
    ...numbered('onze douze treize quatorze quinze seize', 11),
    ['zero', 0],
  ]),
  // Ten is one of the tens, since `dix-sept` is ten and seven.
  tens: new Map([
    ...numbered('dix vingt trente quarante cinquante soixante septante octante nonante', 10, 10),
    ['huitante', 80],
  ]),
  hundred: new Set(['cent', 'cents']),
  scales: new Map([
    ['mille', 1e3],
    ['million', 1e6],
    ['millions', 1e6],
    ['milliard', 1e9],
    ['milliards', 1e9],
  ]),
  collectives: new Map([
    ...numbered('dizaine vingtaine trentaine quarantaine cinquantaine soixantaine', 10, 10),
    ['douzaine', 12],
    ['quinzaine', 15],
    ['douzaines', 12],
    ['centaine', 100],
    ['millier', 1e3],
  ]),
  joiners: new Set(['et']),
  points: new Set(['virgule']),
  articles: new Set(['un', 'une']),
  onlyBefore: new Set(['juste', 'seulement']),
  wideTens: new Set([60, 80]),
  score: new Set(['vingt', 'vingts']),
});

const split = (list: string): string[] => list.split(' ');

function ordinals(): [string, number][] {
  const below = split(
    'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix_sept dix_huit dix_neuf',
  ).map((word) => word.replace('_', ' '));
  const cardinals = [...below];
  for (const tens of split('vingt trente quarante cinquante soixante')) {
    cardinals.push(tens, `${tens} et un`);
    for (const unit of below.slice(1, 9)) cardinals.push(`${tens} ${unit}`);
  }
  for (const unit of below.slice(9))
    cardinals.push(unit === 'onze' ? 'soixante et onze' : `soixante ${unit}`);
  cardinals.push('quatre vingt');
  for (const unit of below) cardinals.push(`quatre vingt ${unit}`);
  const pairs = cardinals.map((cardinal, index): [string, number] => {
    const stem = cardinal.replace(/e$/, '').replace(/cinq$/, 'cinqu').replace(/neuf$/, 'neuv');
    return [`${stem}ieme`, index + 1];
  });
  const forms = pairs.slice(1).flatMap(([word, value]): [string, number][] => [
    [word, value],
    [`${word}s`, value],
  ]);
  return [...forms, ['premier', 1], ['premiere', 1], ['premiers', 1], ['second', 2], ['seconde', 2]];
}

export const numbers: Numbers = {
  decimalSign: ',',
  words,
  quantities: {
    andHalf: ['et demi'],
    half: ['demi'],
    parts: new Map([
      ['tiers', 3],
      ['quarts', 4],
      ['cinquiemes', 5],
      ['sixiemes', 6],
      ['huitiemes', 8],
      ['dixiemes', 10],
    ]),
    part: new Map([
      ['tiers', 3],
      ['quart', 4],
    ]),
    minus: ['moins'],
    noneOf: ['aucun', 'aucune', 'sans', 'pas d', 'pas de'],
    none: ['aucun', 'aucune', 'personne'],
    pair: null,
    ofPair: null,
  },
  ordinals: {
    words: ordinals,
    marked: /^(\d{1,6})(?:er|re|ere|e|eme|nd|nde)$/,
    isDotted: false,
    pronoun: null,
    last: ['le dernier', 'la derniere'],
    lastButOne: ['avant dernier', 'avant derniere'],
  },
  percent: ['pour cent', 'pourcent', 'pourcents'],
  percentBefore: [],
};
