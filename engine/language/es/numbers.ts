import { gendered, joinedOrdinals, type Numbers, numbersOf } from '../numbers.ts';

function ordinals(): [string, number][] {
  const units = gendered(
    'primero segundo tercero cuarto quinto sexto septimo octavo noveno decimo undecimo duodecimo',
  );
  const stems = gendered(
    'vigesimo=20 trigesimo cuadragesimo quincuagesimo sexagesimo septuagesimo octogesimo nonagesimo',
  );
  return [...joinedOrdinals(units, stems, stems, ' '), ['primer', 1], ['tercer', 3]];
}

export const numbers: Numbers = numbersOf({
  decimalSign: ',',
  small:
    'cero=0 uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veintiuno|veintiun|veintiuna=21 veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve',
  tens: 'veinte=20 treinta cuarenta cincuenta sesenta setenta ochenta noventa',
  hundreds:
    'cien|ciento doscientos|doscientas trescientos|trescientas cuatrocientos|cuatrocientas quinientos|quinientas seiscientos|seiscientas setecientos|setecientas ochocientos|ochocientas novecientos|novecientas',
  scales: 'mil=1e3 millon|millones=1e6',
  collectives: 'decena docena|docenas=12 veintena=20 treintena=30 cincuentena=50 centenar=100 millar=1e3',
  counted: 'decenas centenares=100 millares=1e3',
  joiners: 'y',
  points: 'coma punto',
  articles: 'un una',
  pronouns: 'una uno',
  another: 'nuevo|nueva|otro|otra|sola|solo|mas',
  howMany: 'cuantos|cuantas',
  onlyBefore: 'solo solamente unicamente',
  beforePronoun: 'cual cada el la ese este otro',
  // Not "y media": that is said of the hour.
  andHalf: 'y medio',
  halfBehind: 'y medio|y media',
  halfWithoutOne: true,
  half: 'medio media',
  parts: 'tercios=3 quintos=5 octavos=8 decimos=10',
  part: 'tercio=3 octavo=8',
  minus: 'menos negativo',
  noneOf: 'ningun|ninguna|sin',
  notNeeded: 'no necesito|no necesitamos|no hace falta|no hacen falta',
  choices: 'opcion posibilidad alternativa',
  none: 'ninguno|ninguna|ningun|nadie|cero|ni uno|ni una|ni uno solo|ni una sola|ni un solo',
  pair: 'par',
  ofPair: 'de',
  ordinals,
  markedOrdinal: /^(\d{1,6})(?:[ºª]|er|ro|do|to|mo|vo|no|ra|da|ta|ma|va|na)$/,
  last: 'la ultima|el ultimo',
  lastButOne: 'penultimo|penultima',
  percent: 'por ciento|por cien',
});
