import { belowHundred, compoundReader, type Numbers, numbersOf, valued } from '../numbers.ts';

const SMALL =
  'zero=0 uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove';
const TENS = 'venti=20 trenta quaranta cinquanta sessanta settanta ottanta novanta';

/** The vowel before `uno` and `otto` is dropped. */
const joined = (tens: string, unit: string): string => (/^[uo]/.test(unit) ? tens.slice(0, -1) : tens) + unit;
const BELOW_HUNDRED = belowHundred(valued(`${SMALL} un=1`), valued(TENS, 10), joined);

function ordinals(): [string, number][] {
  const first =
    'primo secondo terzo quarto quinto sesto settimo ottavo nono decimo undicesimo dodicesimo tredicesimo quattordicesimo quindicesimo sedicesimo diciassettesimo diciottesimo diciannovesimo';
  const stems = valued('un du tre quattr cinqu sei sett ott nov');
  const more = [...belowHundred(stems, valued(TENS, 10), joined)].filter(([, value]) => value >= 20);
  return [
    ...valued(first),
    ...more.map(([word, value]): [string, number] => [
      `${value % 10 ? word : word.slice(0, -1)}esimo`,
      value,
    ]),
  ].flatMap(([word, value]) =>
    ['o', 'a', 'i', 'e'].map((ending): [string, number] => [word.slice(0, -1) + ending, value]),
  );
}

export const numbers: Numbers = numbersOf({
  decimalSign: ',',
  small: SMALL,
  tens: TENS,
  hundreds: 'cento duecento trecento quattrocento cinquecento seicento settecento ottocento novecento',
  scales: 'mille|mila=1e3 milione|milioni=1e6 miliardo|miliardi=1e9',
  collectives:
    'decina ventina trentina quarantina cinquantina sessantina dozzina|dozzine=12 quindicina=15 centinaio=100 migliaio=1e3',
  counted: 'decine centinaia=100 migliaia=1e3',
  joiners: 'e',
  points: 'virgola',
  articles: 'un una',
  pronouns: 'una uno',
  another: 'nuovo|nuova|altro|altra|sola|solo',
  howMany: 'quanti|quante',
  onlyBefore: 'solo soltanto solamente',
  beforePronoun: 'l quell quest altr ogn nessun',
  compound: compoundReader(BELOW_HUNDRED, /mil(?:a|le)/, /cent(?:o(?!tt)|(?=ott))/),
  // Not "e mezza": that is said of the hour.
  andHalf: 'e mezzo',
  halfBehind: 'e mezzo|e mezza',
  halfWithoutOne: true,
  half: 'mezzo mezza',
  parts: 'terzi=3 quinti=5 sesti ottavi=8 decimi=10',
  part: 'terzo=3',
  minus: 'meno negativo',
  noneOf: 'nessun|nessuna|nessuno|senza',
  notNeeded: 'non serve|non mi serve|non ci serve|non ho bisogno di',
  choices: 'opzione scelta possibilita alternativa',
  none: 'nessuno|nessuna|nessun|nemmeno uno|nemmeno una|neanche uno|neanche una|neppure uno|neppure una',
  pair: 'paio',
  ofPair: 'di d',
  ordinals,
  markedOrdinal: /^(\d{1,6})[ºª]$/,
  last: 'l ultimo|l ultima',
  lastButOne: 'penultimo|penultima',
  percent: 'per cento|percento',
});
