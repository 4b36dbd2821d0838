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
    ...numbered('dois tres quatro cinco seis sete oito nove dez onze doze treze quatorze quinze', 2),
    ...numbered('dezesseis dezessete dezoito dezenove', 16),
    ...numbered('dezasseis dezassete dezoito dezanove', 16),
    ['zero', 0],
    ['duas', 2],
    ['catorze', 14],
  ]),
  tens: new Map([
    ...numbered('vinte trinta quarenta cinquenta sessenta setenta oitenta noventa', 20, 10),
    ['cinqenta', 50],
  ]),
  hundreds: new Map([
    ...numbered(
      'cem duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos',
      100,
      100,
    ),
    ...numbered(
      'cento duzentas trezentas quatrocentas quinhentas seiscentas setecentas oitocentas novecentas',
      100,
      100,
    ),
  ]),
  scales: new Map([
    ['mil', 1e3],
    ['milhao', 1e6],
    ['milhoes', 1e6],
    ['bilhao', 1e9],
    ['bilhoes', 1e9],
  ]),
  collectives: new Map([
    ['dezena', 10],
    ['duzia', 12],
    ['duzias', 12],
    ['centena', 100],
  ]),
  joiners: new Set(['e']),
  points: new Set(['virgula']),
  articles: new Set(['um', 'uma']),
  onlyBefore: new Set(['so', 'apenas', 'somente']),
});

const split = (list: string): string[] => list.split(' ');

function ordinals(): [string, number][] {
  const units = split('primeiro segundo terceiro quarto quinto sexto setimo oitavo nono decimo').map(
    gendered,
  );
  const stems = split(
    'vigesimo trigesimo quadragesimo quinquagesimo sexagesimo septuagesimo octogesimo nonagesimo',
  );
  const teens = units.slice(0, 9).flatMap((unit, index) =>
    unit.split('|').flatMap((word): [string, number][] => [
      [`decimo ${word}`, index + 11],
      [`decima ${word}`, index + 11],
    ]),
  );
  return [...joinedOrdinals(units, stems.map(gendered), stems.map(gendered), ' '), ...teens];
}

export const numbers: Numbers = {
  decimalSign: ',',
  words,
  quantities: {
    // Not "e meia": that is said of the hour.
    andHalf: ['e meio'],
    half: ['meio', 'meia'],
    parts: new Map([
      ['tercos', 3],
      ['quintos', 5],
      ['oitavos', 8],
      ['decimos', 10],
    ]),
    part: new Map([['terco', 3]]),
    minus: ['menos', 'negativo'],
    noneOf: ['nenhum', 'nenhuma', 'sem'],
    none: ['nenhum', 'nenhuma', 'ninguem'],
    pair: 'par',
    ofPair: 'de',
  },
  ordinals: {
    words: ordinals,
    marked: /^(\d{1,6})[ºªoa]$/,
    isDotted: false,
    pronoun: null,
    last: ['o ultimo', 'a ultima'],
    lastButOne: ['penultimo', 'penultima'],
  },
  percent: ['por cento', 'porcento'],
  percentBefore: [],
};
