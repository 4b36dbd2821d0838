import { belowHundred, compoundReader, type Numbers, numbersOf, valued } from '../numbers.ts';

const SMALL =
  'twee=2 drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien';
const TENS = 'twintig=20 dertig veertig vijftig zestig zeventig tachtig negentig';

const BELOW_HUNDRED = belowHundred(
  valued(`${SMALL} een=1`),
  valued(TENS, 10),
  (tens, unit) => `${unit}en${tens}`,
);
function ordinals(): [string, number][] {
  const units =
    'eerste tweede derde vierde vijfde zesde zevende achtste negende tiende elfde twaalfde dertiende veertiende vijftiende zestiende zeventiende achttiende negentiende';
  const more = [...BELOW_HUNDRED].filter(([, value]) => value >= 20);
  return [...valued(units), ...more.map(([word, value]): [string, number] => [`${word}ste`, value])];
}

export const numbers: Numbers = numbersOf({
  decimalSign: ',',
  small: `nul=0 eentje=1 ${SMALL} anderhalf|anderhalve=1.5`,
  accented: 'één=1',
  tens: TENS,
  hundreds:
    'tweehonderd=200 driehonderd vierhonderd vijfhonderd zeshonderd zevenhonderd achthonderd negenhonderd',
  hundred: 'honderd',
  scales: 'duizend=1e3 miljoen|miljoenen=1e6 miljard|miljarden=1e9',
  collectives:
    'tweetal=2 drietal=3 viertal=4 vijftal=5 zestal=6 achttal=8 tiental=10 dozijn=12 vijftiental=15 twintigtal=20 dertigtal veertigtal vijftigtal zestigtal honderdtal=100',
  abbreviations: 'mln|mio=1e6 mld|mrd=1e9',
  joiners: 'en',
  points: 'komma punt',
  articles: 'een',
  pronouns: 'een',
  another: 'nieuwe|nieuw|andere|ander|enkele',
  howMany: 'hoeveel',
  onlyBefore: 'maar slechts alleen enkel',
  beforePronoun: 'de het die dat deze dit welke ieder elk',
  compound: compoundReader(BELOW_HUNDRED, /duizend(?:en)?/, /honderd(?:en)?/, /^(.+?)en(?:een)?hal(?:f|ve)$/),
  andHalf: 'en een half|en een halve|en half|en halve',
  halfBehind: 'en een half|en een halve',
  half: 'half halve',
  parts: 'derde=3 kwart vijfde achtste=8 tiende=10',
  part: 'derde=3 kwart',
  minus: 'min',
  noneOf: 'geen|zonder',
  choices: 'optie keuze mogelijkheid',
  none: 'geen|niemand|geen een|niet een|geen enkele|geen enkel',
  ordinals,
  markedOrdinal: /^(\d{1,6})(?:e|de|ste)$/,
  last: 'de laatste|het laatste',
  lastButOne: 'op een na laatste|een na laatste|voorlaatste',
  percent: 'procent|percent',
});
