import { gendered, joinedOrdinals, type Numbers, numbersOf, valued } from '../numbers.ts';

function ordinals(): [string, number][] {
  const units = gendered('primeiro segundo terceiro quarto quinto sexto setimo oitavo nono decimo');
  const stems = gendered(
    'vigesimo=20 trigesimo quadragesimo quinquagesimo sexagesimo septuagesimo octogesimo nonagesimo',
  );
  const teens = [...valued(units)].flatMap(([word, value]) =>
    value > 9 ? [] : ['decimo', 'decima'].map((ten): [string, number] => [`${ten} ${word}`, value + 10]),
  );
  return [...joinedOrdinals(units, stems, stems, ' '), ...teens];
}

export const numbers: Numbers = numbersOf({
  decimalSign: ',',
  small:
    'zero=0 dois|duas=2 tres quatro cinco seis sete oito nove dez onze doze treze quatorze|catorze quinze dezesseis|dezasseis dezessete|dezassete dezoito dezenove|dezanove',
  tens: 'vinte=20 trinta quarenta cinquenta|cinqenta sessenta setenta oitenta noventa',
  hundreds:
    'cem|cento duzentos|duzentas trezentos|trezentas quatrocentos|quatrocentas quinhentos|quinhentas seiscentos|seiscentas setecentos|setecentas oitocentos|oitocentas novecentos|novecentas',
  scales: 'mil=1e3 milhao|milhoes=1e6 bilhao|bilhoes=1e9',
  collectives: 'dezena duzia|duzias=12 vintena=20 centena=100 milhar=1e3',
  counted: 'dezenas centenas=100 milhares=1e3',
  joiners: 'e',
  points: 'virgula',
  articles: 'um uma',
  pronouns: 'um uma',
  another: 'novo|nova|outro|outra|so',
  howMany: 'quantos|quantas',
  onlyBefore: 'so apenas somente',
  // Not "e meia": that is said of the hour.
  andHalf: 'e meio',
  halfBehind: 'e meio|e meia',
  halfWithoutOne: true,
  half: 'meio meia',
  parts: 'tercos=3 quintos=5 oitavos=8 decimos=10',
  part: 'terco=3',
  minus: 'menos negativo',
  noneOf: 'nenhum|nenhuma|sem',
  notNeeded: 'nao preciso de|nao precisamos de',
  choices: 'opcao possibilidade escolha',
  none: 'nenhum|nenhuma|ninguem|nem um|nem uma|nem um so|nem uma so',
  pair: 'par',
  ofPair: 'de',
  ordinals,
  markedOrdinal: /^(\d{1,6})[ºªoa]$/,
  last: 'o ultimo|a ultima',
  lastButOne: 'penultimo|penultima',
  percent: 'por cento|porcento',
});
