import { joinedOrdinals, type Numbers, type NumberWords, numbered, numberWords } from '../numbers.ts';

const split = (list: string): string[] => list.split(' ');

const UNITS = split(
  'een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
);
const TENS = split('twintig dertig veertig vijftig zestig zeventig tachtig negentig');

const BELOW_HUNDRED: ReadonlyMap<string, number> = new Map([
  ...UNITS.map((word, index): [string, number] => [word, index + 1]),
  ...TENS.flatMap((tens, index): [string, number][] => [
    [tens, (index + 2) * 10],
    ...UNITS.slice(0, 9).map((unit, ones): [string, number] => [
      `${unit}en${tens}`,
      (index + 2) * 10 + ones + 1,
    ]),
  ]),
]);

/** What stands before a hundred or a thousand in one word, and behind it, where `en` may join it. */
function parted(word: string, hundred: string): [before: string, after: string] | null {
  const at = word.indexOf(hundred);
  if (at < 0) return null;
  const after = word.slice(at + hundred.length);
  return [word.slice(0, at), BELOW_HUNDRED.has(after) ? after : after.replace(/^en/, '')];
}

/** `driehonderdvijftig`, and `vijftienhonderd`, which is 1500. */
function belowTenThousand(word: string): number | undefined {
  const parts = parted(word, 'honderd');
  if (parts === null) return BELOW_HUNDRED.get(word);
  const [before, after] = parts;
  const hundreds = before === '' ? 1 : BELOW_HUNDRED.get(before);
  const rest = after === '' ? 0 : BELOW_HUNDRED.get(after);
  return hundreds === undefined || rest === undefined ? undefined : hundreds * 100 + rest;
}

function whole(word: string): number | undefined {
  const at = word.indexOf('duizend');
  if (at < 0) return belowTenThousand(word);
  const [before, after] = [word.slice(0, at), word.slice(at + 'duizend'.length).replace(/^en(?!kele)/, '')];
  const thousands = before === '' ? 1 : belowTenThousand(before);
  const rest = after === '' ? 0 : belowTenThousand(after);
  return thousands === undefined || rest === undefined ? undefined : thousands * 1000 + rest;
}

/** No number in one word is longer. */
const LONGEST = 60;

/** `eenentwintig`, `tweeënhalf` and `anderhalve`; an `een` alone is an article. */
function compound(word: string): number | undefined {
  if (word === 'een' || word.length > LONGEST) return undefined;
  if (word === 'anderhalf' || word === 'anderhalve') return 1.5;
  const half = /^(.+?)en(?:een)?hal(?:f|ve)$/.exec(word)?.[1];
  if (half === undefined) return whole(word);
  const value = whole(half);
  return value === undefined ? undefined : value + 0.5;
}

const words: NumberWords = numberWords({
  small: new Map([...numbered(UNITS.slice(1).join(' '), 2), ['nul', 0], ['eentje', 1]]),
  accented: new Map([['één', 1]]),
  tens: new Map(numbered(TENS.join(' '), 20, 10)),
  hundreds: new Map(
    numbered(
      'tweehonderd driehonderd vierhonderd vijfhonderd zeshonderd zevenhonderd achthonderd negenhonderd',
      200,
      100,
    ),
  ),
  hundred: new Set(['honderd']),
  scales: new Map([
    ['duizend', 1e3],
    ['miljoen', 1e6],
    ['miljoenen', 1e6],
    ['miljard', 1e9],
    ['miljarden', 1e9],
  ]),
  collectives: new Map([
    ['tiental', 10],
    ['dozijn', 12],
    ['twintigtal', 20],
    ['vijftigtal', 50],
    ['honderdtal', 100],
  ]),
  abbreviations: new Map([
    ['mln', 1e6],
    ['mio', 1e6],
    ['mld', 1e9],
    ['mrd', 1e9],
  ]),
  joiners: new Set(['en']),
  points: new Set(['komma', 'punt']),
  articles: new Set(['een']),
  onlyBefore: new Set(['maar', 'slechts', 'alleen', 'enkel']),
  beforePronoun: new Set(split('de het die dat deze dit welke ieder elk')),
  compound,
});

function ordinals(): [string, number][] {
  const units = split(
    'eerste tweede derde vierde vijfde zesde zevende achtste negende tiende elfde twaalfde dertiende veertiende vijftiende zestiende zeventiende achttiende negentiende',
  );
  const pairs = joinedOrdinals(units, [], [], '');
  const compounds = [...BELOW_HUNDRED].filter(([, value]) => value >= 20);
  return [...pairs, ...compounds.map(([word, value]): [string, number] => [`${word}ste`, value])];
}

export const numbers: Numbers = {
  decimalSign: ',',
  words,
  quantities: {
    andHalf: ['en een half', 'en een halve', 'en half', 'en halve'],
    half: ['half', 'halve'],
    parts: new Map([
      ['derde', 3],
      ['kwart', 4],
      ['vijfde', 5],
      ['achtste', 8],
      ['tiende', 10],
    ]),
    part: new Map([
      ['derde', 3],
      ['kwart', 4],
    ]),
    minus: ['min'],
    noneOf: ['geen', 'zonder'],
    none: ['geen', 'niemand', 'geen een'],
    pair: null,
    ofPair: null,
  },
  ordinals: {
    words: ordinals,
    marked: /^(\d{1,6})(?:e|de|ste)$/,
    isDotted: false,
    pronoun: null,
    last: ['de laatste', 'het laatste'],
    lastButOne: ['op een na laatste', 'een na laatste', 'voorlaatste'],
  },
  percent: ['procent', 'percent'],
  percentBefore: [],
};
