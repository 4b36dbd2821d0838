import type { RelativeWords, RoleWords, WordsOfChange, WordsOfKinds, WordsOfSentences } from '../change.ts';
import { listsOf, spaced } from '../words.ts';

export const change: WordsOfChange = listsOf({
  not: 'tampoco',
  notIfHeld: 'no',
  offer: 'por que no|no mas de|no mas que|no menos de|no mas tarde de|no mas tarde que|no antes de',
  notBetween: 'sino|seguro|segura|solo|mas|menos|antes|despues|hasta|se|si|y|porque|asi',
  but: 'sino|sino que|mejor|pero',
  insteadOf: 'en vez de|en lugar de',
  instead: 'mejor|en su lugar|en vez de eso',
  excess: `
    demasiado temprano|demasiado pronto|demasiado tarde|demasiado caro|demasiado cara|demasiado lejos
    demasiado cerca|demasiado largo|demasiado corto|demasiado grande|demasiado pequeno|demasiado alto
    demasiado bajo|demasiado justo|muy temprano|muy pronto|muy tarde|muy caro|muy cara|muy lejos|muy cerca
    muy largo|muy corto|muy grande|muy pequeno|muy alto|muy bajo|muy justo|demasiado|demasiados|demasiada
    demasiadas|es mucho|son muchos|son muchas`,
  repair: `
    perdon|perdona|digo|quiero decir|queria decir|no|no espera|mejor dicho|o mejor|ay no|bueno no|mejor
    corrijo|espera`,
  change: 'cambia|cambiar|cambie|cambialo|pasa|mueve|reemplaza|sustituye',
  into: 'a|al|por|en|para',
  also: 'tambien|ademas|anade|agrega|suma',
  alsoBehind: '',
  other: 'el otro|la otra|otro|otra',
  swapped: 'al reves|a la inversa|en sentido contrario|al contrario|cambiados',
});

export const roles: RoleWords = {
  origin: listsOf({
    beside: 'desde|de|del|saliendo de|salgo de',
    called: 'donde sale|desde|origen|salida',
  }),
  destination: listsOf({
    beside: 'a|al|hacia|hasta|para',
    called: 'adonde|destino|llegada|hacia',
  }),
  begin: listsOf({
    beside: 'desde|salida|saliendo|ida|salgo|del|entrada',
    called: 'salida|ida|inicio|entrada',
  }),
  end: listsOf({
    beside: 'vuelta|regreso|volver|vuelvo|regresar|hasta|al|salida',
    called: 'vuelta|regreso|fin',
  }),
};

export const relative: RelativeWords = listsOf({
  more: 'mas|adicional|adicionales',
  less: 'menos',
  another: 'otro|otra|otros|otras',
  one: 'uno|una|un|otro|otra',
  later: 'despues|mas tarde',
  earlier: 'antes|mas temprano',
  longer: 'mas',
  shorter: 'menos',
  dayAfter: 'dia siguiente|dia despues|siguiente dia',
  dayBefore: 'dia anterior|dia antes',
});

/** Verbs with a pronoun at their end, which means what was spoken of. */
export const pointingVerbs = /^\p{L}{3,}(?:[aei]r|[aei]|ndo)(?:me|te|se|nos)?l[oa]s?$/u;

export const sentences: WordsOfSentences = listsOf({
  joiningWithin: 'tambien',
  joining: 'y|pero|luego|entonces|tambien|ademas|y luego|y tambien|por cierto|e',
  precedence: 'primero|antes|antes de eso',
  questions: `
    que|cuando|donde|cual|cuales|quien|por que|como|cuanto|cuanta|cuantos|cuantas|puedo|puede|hay|es|son|tiene
    esta`,
  followUps: `
    y|que tal|y que tal|que hay de|lo mismo para|lo mismo con|igual para|igual con|otra vez lo mismo para
    otra vez lo mismo con|y lo mismo para|y lo mismo con|o|tambien|y si|solo`,
  pointing: 'la misma|el mismo|lo mismo|las mismas|los mismos|esa misma|ese mismo|esas mismas|esos mismos',
  pointingAtEnd: 'eso|esto|ese|este|esa|esos|estos|esas|estas',
  places: 'alli|alla|ahi',
  noPlaces: 'ahi tienes|ahi esta|por ahi',
  same: 'el mismo|la misma|mismo|misma',
  again: `
    lo mismo otra vez|otra vez lo mismo|lo mismo de nuevo|de nuevo lo mismo|lo mismo que antes|igual que antes`,
  demonstratives: `
    este|esta|estos|estas|ese|esa|esos|esas|aquel|aquella|el mismo|la misma|los mismos|las mismas`,
});

export const kinds: WordsOfKinds = listsOf({
  date: 'dia|fecha',
  time: 'hora',
  money: 'importe|cantidad|suma|precio',
  phone: 'numero|telefono|movil|celular',
  email: 'correo|direccion',
  duration: 'duracion',
});

/** Words that say nothing by themselves beside a value. */
export const connecting: readonly string[] = spaced(`
  de desde a al hacia en para por con el la los las un una unos unas mi mis nuestra nuestro este esta estos
  estas eso es sea son seria digo quiero decir usa saca toma sino mejor solo como lo favor gracias si no ok
  vale bueno pues y o entonces yo me nos que ser somos seremos del porfa`);

export const yesNo = listsOf({ yes: 'si', no: 'no' });
