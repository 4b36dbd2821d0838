import { compoundReader, type Numbers, type NumberWords, numbered, numberWords } from '../numbers.ts';

const UNITS =
  'ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  );
const TENS = 'zwanzig dreißig vierzig funfzig sechzig siebzig achtzig neunzig'.split(' ');

/** What hundreds are counted by beyond nine. */
const TEENS: ReadonlyMap<string, number> = new Map(UNITS.slice(10).map((word, index) => [word, index + 11]));

function belowHundred(): [string, number][] {
  const words: [string, number][] = UNITS.map((word, index) => [word, index + 1]);
  words.push(['eins', 1]);
  for (const [index, tens] of TENS.entries()) {
    for (const spelling of new Set([tens, tens.replace('ß', 'ss')])) {
      words.push([spelling, (index + 2) * 10]);
      for (const [unit, word] of UNITS.slice(0, 9).entries()) {
        words.push([`${word}und${spelling}`, (index + 2) * 10 + unit + 1]);
      }
    }
  }
  return words;
}

function belowThousand(): Map<string, number> {
  const below = belowHundred();
  const words = new Map(below);
  for (const [index, unit] of ['', ...UNITS.slice(0, 9)].entries()) {
    const value = Math.max(1, index) * 100;
    words.set(`${unit}hundert`, value);
    for (const [rest, restValue] of below) {
      words.set(`${unit}hundert${rest}`, value + restValue);
      words.set(`${unit}hundertund${rest}`, value + restValue);
    }
  }
  // Articles, not numbers, where they stand alone.
  words.delete('ein');
  return words;
}

const belowMillion = compoundReader(() => belowThousand().set('ein', 1), /tausend(?:und)?/);

/** `achtzehnhundertzweiundfünfzig` is 1852. */
function wholeNumber(word: string): number | undefined {
  const [hundreds = '', rest] = word.split(/hundert(?:und)?/);
  const count = rest === undefined ? undefined : TEENS.get(hundreds);
  const more = rest ? belowMillion(rest) : 0;
  return count === undefined || more === undefined || more > 99 ? belowMillion(word) : count * 100 + more;
}

/** `zweieinhalb` is 2.5 and `anderthalb` 1.5. */
function compound(word: string): number | undefined {
  if (word === 'anderthalb') return 1.5;
  if (word === 'ein') return undefined;
  if (!word.endsWith('einhalb')) return wholeNumber(word);
  const whole = word === 'eineinhalb' ? 1 : wholeNumber(word.slice(0, -'einhalb'.length));
  return whole === undefined ? undefined : whole + 0.5;
}

const words: NumberWords = numberWords({
  small: new Map([...numbered(UNITS.slice(1).join(' '), 2), ['null', 0], ['eins', 1], ['zwo', 2]]),
  hundred: new Set(['hundert']),
  scales: new Map([
    ['tausend', 1e3],
    ['million', 1e6],
    ['millionen', 1e6],
    ['milliarde', 1e9],
    ['milliarden', 1e9],
  ]),
  collectives: new Map([['dutzend', 12]]),
  abbreviations: new Map([
    ['mio', 1e6],
    ['mrd', 1e9],
  ]),
  joiners: new Set(['und']),
  points: new Set(['komma']),
  articles: new Set(['ein', 'eine', 'einen', 'einem', 'einer']),
  onlyBefore: new Set(['nur', 'bloss', 'lediglich']),
  beforePronoun: new Set('das die der dieses diese'.split(' ')),
  compound: compound,
});

const split = (list: string): string[] => list.split(' ');

function ordinals(): [string, number][] {
  const cardinals = split(
    'ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn',
  );
  const irregular: Record<number, string> = { 1: 'erst', 3: 'dritt', 7: 'siebt', 8: 'acht' };
  const stems: [string, number][] = cardinals.map((word, index) => [
    irregular[index + 1] ?? `${word}t`,
    index + 1,
  ]);
  for (const [index, tens] of split(
    'zwanzig dreißig vierzig funfzig sechzig siebzig achtzig neunzig',
  ).entries()) {
    for (const spelling of new Set([tens, tens.replace('ß', 'ss')])) {
      stems.push([`${spelling}st`, (index + 2) * 10]);
      for (const [unit, word] of cardinals.slice(0, 9).entries())
        stems.push([`${word}und${spelling}st`, (index + 2) * 10 + unit + 1]);
    }
  }
  return stems.flatMap(([stem, value]) =>
    ['e', 'er', 'es', 'en', 'em'].map((ending): [string, number] => [stem + ending, value]),
  );
}

/** `drei Viertel`, `ein Drittel`: the plural is the singular. */
const PARTS = [...numbered('drittel viertel funftel sechstel', 3), ['achtel', 8], ['zehntel', 10]] as const;

export const numbers: Numbers = {
  decimalSign: ',',
  words,
  quantities: {
    andHalf: ['und ein halb', 'und eine halbe', 'einhalb'],
    half: ['halbe', 'halben', 'halbes'],
    parts: new Map(PARTS),
    part: new Map(PARTS),
    minus: ['minus', 'negativ'],
    noneOf: ['kein', 'keine', 'keinen', 'keinem', 'keinerlei', 'ohne'],
    none: ['kein', 'keine', 'keiner', 'keinen', 'keines', 'keins', 'niemand', 'null'],
    pair: null,
    ofPair: null,
  },
  ordinals: {
    words: ordinals,
    marked: /^(\d{1,6})(?:te|ter|tes|ten|ste|ster|stes|sten)$/,
    isDotted: true,
    pronoun: null,
    last: ['der letzte', 'die letzte', 'das letzte', 'den letzten'],
    lastButOne: ['vorletzte', 'vorletzten', 'vorletzter', 'vorletztes', 'vorletztem'],
  },
  percent: ['prozent'],
  percentBefore: [],
};
