import { belowHundred, compoundReader, type Numbers, numbersOf, valued } from '../numbers.ts';

const FROM_TWO =
  'zwei=2 drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn';

const BELOW_HUNDRED = belowHundred(
  valued(`ein|eins ${FROM_TWO}`),
  valued('zwanzig=20 dreißig|dreissig vierzig funfzig sechzig siebzig achtzig neunzig', 10),
  (tens, unit) => `${unit}und${tens}`,
);

const IRREGULAR: Readonly<Record<number, string>> = { 1: 'erst', 3: 'dritt', 7: 'siebt', 8: 'acht' };

const ordinals = (): [string, number][] =>
  [...BELOW_HUNDRED].flatMap(([word, value]) =>
    ['e', 'er', 'es', 'en', 'em'].map((ending): [string, number] => [
      `${IRREGULAR[value] ?? word + (value < 20 ? 't' : 'st')}${ending}`,
      value,
    ]),
  );

/** `drei Viertel`, `ein Drittel`: the plural is the singular. */
const PARTS = 'drittel=3 viertel funftel sechstel achtel=8 zehntel=10';

export const numbers: Numbers = numbersOf({
  decimalSign: ',',
  small: `null=0 eins ${FROM_TWO} zwo=2 anderthalb=1.5`,
  hundred: 'hundert',
  scales: 'tausend=1e3 million|millionen=1e6 milliarde|milliarden=1e9',
  collectives: 'dutzend=12',
  abbreviations: 'mio=1e6 mrd=1e9',
  units: 'qm',
  joiners: 'und',
  points: 'komma',
  articles: 'ein eine einen einem einer ne nen nem ner',
  pronouns: 'einen eine einer eins',
  another:
    'neuen|neue|neues|neuer|weiteren|weitere|weiteres|anderen|andere|anderes|einzigen|einzige|einziges',
  howMany: 'wie viele|wieviele',
  onlyBefore: 'nur bloss lediglich',
  beforePronoun: 'das die der dieses diese',
  compound: compoundReader(BELOW_HUNDRED, /tausend(?:und)?/, /hundert(?:und)?/, /^(.+)einhalb$/),
  andHalf: 'und ein halb|und eine halbe|einhalb',
  halfBehind: 'und ein halbes|und ein halber|und einen halben|und eine halbe|und ein halb',
  half: 'halbe halben halbes',
  parts: PARTS,
  part: PARTS,
  minus: 'minus negativ',
  noneOf: 'kein|keine|keinen|keinem|keinerlei|ohne',
  choices: 'option moglichkeit variante auswahl alternative',
  none: 'kein|keine|keiner|keinen|keines|keins|niemand|null|kein einziger|keine einzige|keinen einzigen|kein einziges|nicht einer|nicht eine|nicht einen|nicht eines|nicht eins|nicht ein einziger|nicht eine einzige|nicht einen einzigen|nicht ein einziges',
  ordinals,
  markedOrdinal: /^(\d{1,6})(?:te|ter|tes|ten|ste|ster|stes|sten)$/,
  last: 'der letzte|die letzte|das letzte|den letzten',
  lastButOne: 'vorletzte|vorletzten|vorletzter|vorletztes|vorletztem',
  percent: 'prozent',
});
