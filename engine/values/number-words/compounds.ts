import { type NumberWords, numbered, numberWords } from './number-words.ts';

/** Reads one long word by a table of 1–999 and the syllables that mean thousand. */
function compoundReader(
  table: () => ReadonlyMap<string, number>,
  thousand: RegExp,
): (word: string) => number | undefined {
  let known: ReadonlyMap<string, number> | undefined;
  return (word) => {
    if (word.length > 60) return undefined;
    known ??= table();
    const whole = known.get(word);
    if (whole !== undefined) return whole;
    const split = thousand.exec(word);
    if (split === null) return undefined;
    const [before, after] = [word.slice(0, split.index), word.slice(split.index + split[0].length)];
    const thousands = before === '' ? 1 : known.get(before);
    const rest = after === '' ? 0 : known.get(after);
    return thousands === undefined || rest === undefined ? undefined : thousands * 1000 + rest;
  };
}

const GERMAN_UNITS =
  'ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  );
const GERMAN_TENS = 'zwanzig dreißig vierzig funfzig sechzig siebzig achtzig neunzig'.split(' ');

function germanBelowHundred(): [string, number][] {
  const words: [string, number][] = GERMAN_UNITS.map((word, index) => [word, index + 1]);
  words.push(['eins', 1]);
  for (const [index, tens] of GERMAN_TENS.entries()) {
    for (const spelling of new Set([tens, tens.replace('ß', 'ss')])) {
      words.push([spelling, (index + 2) * 10]);
      for (const [unit, word] of GERMAN_UNITS.slice(0, 9).entries()) {
        words.push([`${word}und${spelling}`, (index + 2) * 10 + unit + 1]);
      }
    }
  }
  return words;
}

function germanBelowThousand(): Map<string, number> {
  const below = germanBelowHundred();
  const words = new Map(below);
  for (const [index, unit] of ['', ...GERMAN_UNITS.slice(0, 9)].entries()) {
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

const germanWhole = compoundReader(() => germanBelowThousand().set('ein', 1), /tausend(?:und)?/);

/** `zweieinhalb` is 2.5 and `anderthalb` 1.5. */
function germanCompound(word: string): number | undefined {
  if (word === 'anderthalb') return 1.5;
  if (word === 'ein') return undefined;
  if (!word.endsWith('einhalb')) return germanWhole(word);
  const whole = word === 'eineinhalb' ? 1 : germanWhole(word.slice(0, -'einhalb'.length));
  return whole === undefined ? undefined : whole + 0.5;
}

export const GERMAN: NumberWords = numberWords({
  small: new Map([...numbered(GERMAN_UNITS.slice(1).join(' '), 2), ['null', 0], ['eins', 1], ['zwo', 2]]),
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
  beforePronoun: new Set('das die der dieses diese'.split(' ')),
  compound: germanCompound,
});

const ITALIAN_UNITS =
  'uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove'.split(
    ' ',
  );
const ITALIAN_TENS = 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta'.split(' ');

function italianBelowHundred(): [string, number][] {
  const words: [string, number][] = ITALIAN_UNITS.map((word, index) => [word, index + 1]);
  for (const [index, tens] of ITALIAN_TENS.entries()) {
    const value = (index + 2) * 10;
    words.push([tens, value], [`${tens.slice(0, -1)}un`, value + 1]);
    for (const [unit, word] of ITALIAN_UNITS.slice(0, 9).entries()) {
      // The vowel before `uno` and `otto` is dropped.
      const stem = /^[uo]/.test(word) ? tens.slice(0, -1) : tens;
      words.push([stem + word, value + unit + 1]);
    }
  }
  return words;
}

function italianBelowThousand(): Map<string, number> {
  const below = italianBelowHundred();
  const words = new Map(below);
  for (const [index, unit] of ['', ...ITALIAN_UNITS.slice(1, 9)].entries()) {
    const value = (index + 1) * 100;
    words.set(`${unit}cento`, value);
    for (const [rest, restValue] of below) {
      words.set(`${unit}cento${rest}`, value + restValue);
      if (rest.startsWith('o')) words.set(`${unit}cent${rest}`, value + restValue);
    }
  }
  return words;
}

export const ITALIAN: NumberWords = numberWords({
  small: new Map([...numbered(ITALIAN_UNITS.join(' '), 1), ['zero', 0]]),
  tens: new Map(numbered(ITALIAN_TENS.join(' '), 20, 10)),
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
  beforePronoun: new Set('l quell quest altr ogn nessun'.split(' ')),
  compound: compoundReader(italianBelowThousand, /mil(?:a|le)/),
});
