import { type Numbers, numbersOf, valued } from '../numbers.ts';

const split = (list: string): string[] => list.split(' ');

function ordinals(): [string, number][] {
  const below = split(
    'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix_sept dix_huit dix_neuf',
  ).map((word) => word.replace('_', ' '));
  const tens = split('vingt trente quarante cinquante soixante').flatMap((ten) => [
    ten,
    `${ten} et un`,
    ...below.slice(1, 9).map((unit) => `${ten} ${unit}`),
  ]);
  const more = below.slice(9).map((unit) => `soixante ${unit === 'onze' ? 'et onze' : unit}`);
  const cardinals = [
    ...below,
    ...tens,
    ...more,
    'quatre vingt',
    ...below.map((unit) => `quatre vingt ${unit}`),
  ];
  const words = cardinals.slice(1).flatMap((cardinal, index): [string, number][] => {
    const stem = cardinal.replace(/e$/, '').replace(/cinq$/, 'cinqu').replace(/neuf$/, 'neuv');
    return [`${stem}ieme`, `${stem}iemes`].map((word) => [word, index + 2]);
  });
  return [...words, ...valued('premier|premiere|premiers second|seconde')];
}

export const numbers: Numbers = numbersOf({
  decimalSign: ',',
  small: 'zero=0 deux=2 trois quatre cinq six sept huit neuf onze=11 douze treize quatorze quinze seize',
  // Ten is one of the tens, since `dix-sept` is ten and seven.
  tens: 'dix vingt trente quarante cinquante soixante septante octante|huitante nonante',
  hundred: 'cent cents',
  scales: 'mille=1e3 million|millions=1e6 milliard|milliards=1e9',
  collectives:
    'dizaine vingtaine trentaine quarantaine cinquantaine soixantaine douzaine|douzaines=12 quinzaine=15 centaine=100 millier=1e3',
  counted: 'dizaines centaines=100 milliers=1e3',
  joiners: 'et',
  points: 'virgule',
  articles: 'un une',
  pronouns: 'un une',
  another: 'nouveau|nouvelle|autre|seul|seule',
  howMany: 'combien|combien de|combien d',
  pair: 'paire',
  ofPair: 'de d',
  onlyBefore: 'juste seulement uniquement',
  wideTens: new Set([60, 80]),
  score: 'vingt vingts',
  andHalf: 'et demi',
  halfBehind: 'et demi|et demie',
  halfWithoutOne: true,
  half: 'demi',
  parts: 'tiers=3 quarts cinquiemes sixiemes huitiemes=8 dixiemes=10',
  part: 'tiers=3 quart',
  minus: 'moins',
  noneOf: 'aucun|aucune|sans|pas d|pas de',
  notNeeded: 'pas besoin d|pas besoin de',
  choices: 'option choix possibilite proposition',
  none: 'aucun|aucune|personne|pas un|pas une|pas un seul|pas une seule',
  ordinals,
  markedOrdinal: /^(\d{1,6})(?:er|re|ere|e|eme|ieme|nd|nde)$/,
  last: 'le dernier|la derniere',
  lastButOne: 'avant dernier|avant derniere',
  percent: 'pour cent|pourcent|pourcents',
});
