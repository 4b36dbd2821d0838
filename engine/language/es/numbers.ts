import {
  gendered,
  joinedOrdinals,
  type Numbers,
  type NumberWords,
  numbered,
  numberWords,
} from '../numbers.ts';

const words: NumberWords = numberWords({
  small: new Map([
    ...numbered(
      'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve',
      0,
    ),
    ...numbered(
      'veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve',
      21,
    ),
    ['veintiun', 21],
    ['veintiuna', 21],
  ]),
  tens: new Map(numbered('veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa', 20, 10)),
  hundreds: new Map([
    ...numbered(
      'cien doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos',
      100,
      100,
    ),
    ...numbered(
      'ciento doscientas trescientas cuatrocientas quinientas seiscientas setecientas ochocientas novecientas',
      100,
      100,
    ),
  ]),
  scales: new Map([
    ['mil', 1e3],
    ['millon', 1e6],
    ['millones', 1e6],
  ]),
  collectives: new Map([
    ['decena', 10],
    ['docena', 12],
    ['docenas', 12],
    ['veintena', 20],
    ['centenar', 100],
  ]),
  joiners: new Set(['y']),
  points: new Set(['coma', 'punto']),
  articles: new Set(['un', 'una']),
  onlyBefore: new Set(['solo', 'solamente']),
  beforePronoun: new Set('cual cada el la ese este otro'.split(' ')),
});

const split = (list: string): string[] => list.split(' ');

function ordinals(): [string, number][] {
  const units = split(
    'primero segundo tercero cuarto quinto sexto septimo octavo noveno decimo undecimo duodecimo',
  ).map(gendered);
  const stems = split(
    'vigesimo trigesimo cuadragesimo quincuagesimo sexagesimo septuagesimo octogesimo nonagesimo',
  );
  const both = joinedOrdinals(units, stems.map(gendered), stems.map(gendered), ' ');
  return [...both, ['primer', 1], ['tercer', 3]];
}

export const numbers: Numbers = {
  decimalSign: ',',
  words,
  quantities: {
    // Not "y media": that is said of the hour.
    andHalf: ['y medio'],
    half: ['medio', 'media'],
    parts: new Map([
      ['tercios', 3],
      ['quintos', 5],
      ['octavos', 8],
      ['decimos', 10],
    ]),
    part: new Map([
      ['tercio', 3],
      ['octavo', 8],
    ]),
    minus: ['menos', 'negativo'],
    noneOf: ['ningun', 'ninguna', 'sin'],
    none: ['ninguno', 'ninguna', 'ningun', 'nadie', 'cero'],
    pair: 'par',
    ofPair: 'de',
  },
  ordinals: {
    words: ordinals,
    marked: /^(\d{1,6})(?:[ºª]|er|ro|do|to|mo|vo|no|ra|da|ta|ma|va|na)$/,
    isDotted: false,
    pronoun: null,
    last: ['la ultima', 'el ultimo'],
    lastButOne: ['penultimo', 'penultima'],
  },
  percent: ['por ciento', 'por cien'],
  percentBefore: [],
};
