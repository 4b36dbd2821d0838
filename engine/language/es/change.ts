import type { RelativeWords, RoleWords, WordsOfChange, WordsOfSentences } from '../change.ts';

export const change: WordsOfChange = {
  not: ['tampoco'],
  notIfHeld: ['no'],
  offer: ['por que no'],
  notBetween: [
    'sino',
    'seguro',
    'segura',
    'solo',
    'mas',
    'menos',
    'antes',
    'despues',
    'hasta',
    'se',
    'si',
    'y',
    'porque',
    'asi',
  ],
  but: ['sino', 'sino que', 'mejor', 'pero'],
  insteadOf: ['en vez de', 'en lugar de'],
  instead: ['mejor', 'en su lugar', 'en vez de eso'],
  repair: [
    'perdon',
    'perdona',
    'digo',
    'quiero decir',
    'queria decir',
    'no',
    'no espera',
    'mejor dicho',
    'o mejor',
    'ay no',
    'bueno no',
    'mejor',
    'corrijo',
    'espera',
  ],
  change: ['cambia', 'cambiar', 'cambie', 'cambialo', 'pasa', 'mueve', 'reemplaza', 'sustituye'],
  into: ['a', 'al', 'por', 'en', 'para'],
  also: ['tambien', 'ademas', 'anade', 'agrega', 'suma'],
  alsoBehind: [],
  swapped: ['al reves', 'a la inversa', 'en sentido contrario', 'al contrario', 'cambiados'],
};

export const roles: RoleWords = {
  origin: {
    beside: ['desde', 'de', 'del', 'saliendo de', 'salgo de'],
    called: ['donde sale', 'desde', 'origen', 'salida'],
  },
  destination: {
    beside: ['a', 'al', 'hacia', 'hasta', 'para'],
    called: ['adonde', 'destino', 'llegada', 'hacia'],
  },
  begin: {
    beside: ['desde', 'salida', 'saliendo', 'ida', 'salgo', 'del', 'entrada'],
    called: ['salida', 'ida', 'inicio', 'entrada'],
  },
  end: {
    beside: ['vuelta', 'regreso', 'volver', 'vuelvo', 'regresar', 'hasta', 'al', 'salida'],
    called: ['vuelta', 'regreso', 'fin'],
  },
};

export const relative: RelativeWords = {
  more: ['mas', 'adicional', 'adicionales'],
  less: ['menos'],
  another: ['otro', 'otra', 'otros', 'otras'],
  one: ['uno', 'una', 'un', 'otro', 'otra'],
  later: ['despues', 'mas tarde', 'mas'],
  earlier: ['antes', 'mas temprano', 'menos'],
  dayAfter: ['dia siguiente', 'dia despues', 'siguiente dia'],
  dayBefore: ['dia anterior', 'dia antes'],
};

export const sentences: WordsOfSentences = {
  joining: ['y', 'pero', 'luego', 'entonces', 'tambien', 'ademas', 'y luego', 'y tambien', 'por cierto', 'e'],
  questions: [
    'que',
    'cuando',
    'donde',
    'cual',
    'cuales',
    'quien',
    'por que',
    'como',
    'cuanto',
    'cuanta',
    'cuantos',
    'cuantas',
    'puedo',
    'puede',
    'hay',
    'es',
    'son',
    'tiene',
    'esta',
  ],
  followUps: [
    'y',
    'que tal',
    'y que tal',
    'que hay de',
    'lo mismo para',
    'lo mismo con',
    'igual para',
    'o',
    'tambien',
    'y si',
    'solo',
  ],
  pointing: ['la misma', 'el mismo', 'lo mismo', 'esa misma', 'ese mismo'],
  pointingAtEnd: ['eso', 'esto', 'ese', 'esa'],
};

/** Words that say nothing by themselves beside a value. */
export const connecting: readonly string[] =
  'de desde a al hacia en para por con el la los las un una unos unas mi mis nuestra nuestro este esta estos estas eso es sea son seria digo quiero decir usa saca toma sino mejor solo como lo favor gracias si no ok vale bueno pues y o entonces yo me nos que ser somos seremos del porfa'.split(
    ' ',
  );

export const yesNo = { yes: ['si'], no: ['no'] };
