import { compoundReader, type Numbers, type NumberWords, numbered, numberWords } from '../numbers.ts';

const UNITS =
  'uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove'.split(
    ' ',
  );
const TENS = 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta'.split(' ');

function belowHundred(): [string, number][] {
  const words: [string, number][] = UNITS.map((word, index) => [word, index + 1]);
  for (const [index, tens] of TENS.entries()) {
    const value = (index + 2) * 10;
    words.push([tens, value], [`${tens.slice(0, -1)}un`, value + 1]);
    for (const [unit, word] of UNITS.slice(0, 9).entries()) {
      // The vowel before `uno` and `otto` is dropped.
      const stem = /^[uo]/.test(word) ? tens.slice(0, -1) : tens;
      words.push([stem + word, value + unit + 1]);
    }
  }
  return words;
}

function belowThousand(): Map<string, number> {
  const below = belowHundred();
  const words = new Map(below);
  for (const [index, unit] of ['', ...UNITS.slice(1, 9)].entries()) {
    const value = (index + 1) * 100;
    words.set(`${unit}cento`, value);
    for (const [rest, restValue] of below) {
      words.set(`${unit}cento${rest}`, value + restValue);
      if (rest.startsWith('o')) words.set(`${unit}cent${rest}`, value + restValue);
    }
  }
  return words;
}

const words: NumberWords = numberWords({
  small: new Map([...numbered(UNITS.join(' '), 1), ['zero', 0]]),
  tens: new Map(numbered(TENS.join(' '), 20, 10)),
  hundreds: new Map(
    numbered(
      'cento duecento trecento quattrocento cinquecento seicento settecento ottocento novecento',
      100,
      100,
    ),
  ),
  scales: new Map([
    ['mille', 1e3],
    ['mila', 1e3],
    ['milione', 1e6],
    ['milioni', 1e6],
    ['miliardo', 1e9],
    ['miliardi', 1e9],
  ]),
  collectives: new Map([
    ...numbered('decina ventina trentina quarantina cinquantina sessantina', 10, 10),
    ['dozzina', 12],
    ['quindicina', 15],
    ['dozzine', 12],
    ['centinaio', 100],
  ]),
  joiners: new Set(['e']),
  points: new Set(['virgola']),
  articles: new Set(['un', 'una']),
  onlyBefore: new Set(['solo', 'soltanto', 'solamente']),
  beforePronoun: new Set('l quell quest altr ogn nessun'.split(' ')),
  compound: compoundReader(belowThousand, /mil(?:a|le)/),
});

const split = (list: string): string[] => list.split(' ');

function ordinals(): [string, number][] {
  const first = split('primo secondo terzo quarto quinto sesto settimo ottavo nono decimo');
  const teens = split('undic dodic tredic quattordic quindic sedic diciassett diciott diciannov');
  const pairs: [string, number][] = first.map((word, index) => [word, index + 1]);
  for (const [index, stem] of teens.entries()) pairs.push([`${stem}esimo`, index + 11]);
  const units = split('un du tre quattr cinqu sei sett ott nov');
  for (const [index, tens] of split('vent trent quarant cinquant sessant settant ottant novant').entries()) {
    const value = (index + 2) * 10;
    pairs.push([`${tens}esimo`, value]);
    for (const [unit, word] of units.entries()) {
      const vowel = tens === 'vent' ? 'i' : 'a';
      pairs.push([`${tens}${/^[uo]/.test(word) ? '' : vowel}${word}esimo`, value + unit + 1]);
    }
  }
  return pairs.flatMap(([word, value]) =>
    [word, word.replace(/o$/, 'a'), word.replace(/o$/, 'i'), word.replace(/o$/, 'e')].map(
      (form): [string, number] => [form, value],
    ),
  );
}

export const numbers: Numbers = {
  decimalSign: ',',
  words,
  quantities: {
    // Not "e mezza": that is said of the hour.
    andHalf: ['e mezzo'],
    half: ['mezzo', 'mezza'],
    parts: new Map([
      ['terzi', 3],
      ['quinti', 5],
      ['sesti', 6],
      ['ottavi', 8],
      ['decimi', 10],
    ]),
    part: new Map([['terzo', 3]]),
    minus: ['meno', 'negativo'],
    noneOf: ['nessun', 'nessuna', 'nessuno', 'senza'],
    none: ['nessuno', 'nessuna', 'nessun'],
    pair: 'paio',
    ofPair: 'di',
  },
  ordinals: {
    words: ordinals,
    marked: /^(\d{1,6})[ºª]$/,
    isDotted: false,
    pronoun: null,
    last: ['l ultimo', 'l ultima'],
    lastButOne: ['penultimo', 'penultima'],
  },
  percent: ['per cento', 'percento'],
  percentBefore: [],
};
