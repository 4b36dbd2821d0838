import { type NumberWords, numbered, numberWords } from './number-words.ts';

export const SPANISH: NumberWords = numberWords({
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
  beforePronoun: new Set('cual cada el la ese este otro'.split(' ')),
});

export const FRENCH: NumberWords = numberWords({
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
  wideTens: new Set([60, 80]),
  score: new Set(['vingt', 'vingts']),
});

export const PORTUGUESE: NumberWords = numberWords({
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
});
