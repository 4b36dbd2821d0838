import type { RelativeWords, RoleWords, WordsOfChange, WordsOfKinds, WordsOfSentences } from '../change.ts';
import { listsOf, spaced } from '../words.ts';

export const change: WordsOfChange = listsOf({
  not: 'non|mai|neanche|nemmeno',
  notIfHeld: '',
  offer:
    'perche no|perche non|non piu di|non meno di|non oltre|non piu tardi di|non prima di|non prima delle',
  notBetween: 'ma|sicuro|sicura|solo|soltanto|piu|meno|prima|dopo|fino|tardi|presto|se|so|e|perche|quindi',
  but: 'ma|bensi|piuttosto|ma piuttosto',
  insteadOf: `
    invece di|invece del|invece dello|invece della|invece dell|invece dei|invece delle|invece che|anziche
    al posto di|al posto del|al posto della|al posto dell|piuttosto che`,
  instead: 'invece|piuttosto|meglio|al suo posto',
  excess: `
    troppo presto|troppo tardi|troppo caro|troppo cara|troppo lontano|troppo vicino|troppo lungo|troppo corto
    troppo grande|troppo piccolo|troppo alto|troppo basso|troppo poco|e troppo|sono troppi|sono troppe`,
  repair: `
    scusa|scusi|scusate|pardon|volevo dire|voglio dire|intendo|intendevo|cioe|no|no aspetta|no aspetti|no no
    ah no|oh no|anzi|anzi no|o meglio|meglio|piuttosto|aspetta|aspetti|mi correggo|correggo|correzione|ops
    mi sono sbagliato|mi sono sbagliata|in realta`,
  change: `
    cambia|cambi|cambiare|modifica|modifichi|modificare|sostituisci|sostituisca|sostituire|sposta|sposti
    spostare|rinvia|rinviare|anticipa|posticipa`,
  into: 'a|ad|al|alla|alle|con|in|per',
  also: 'anche|pure|inoltre|aggiungi|aggiunga|aggiungere|in aggiunta',
  alsoBehind: '',
  other: 'l altro|l altra|altro|altra',
  swapped: `
    al contrario|il contrario|viceversa|al rovescio|alla rovescia|nella direzione opposta|in direzione opposta
    in senso inverso|in senso contrario|l inverso|inverti|inverta|invertire|invertiti|scambiati|scambiali`,
});

export const roles: RoleWords = {
  origin: listsOf({
    beside: 'da|dal|dallo|dalla|dall|dai|partendo da|parto da|in partenza da',
    called: 'da dove|origine|partenza|provenienza',
  }),
  destination: listsOf({
    beside: 'a|ad|al|allo|alla|all|ai|in|per|verso|fino a|fino al',
    called: 'destinazione|arrivo|meta|verso dove|dove vuole andare|dove vuoi andare',
  }),
  begin: listsOf({
    beside: `
      andata|all andata|partenza|partendo|parto|partiamo|da|dal|dall|a partire dal|a partire da|arrivo|inizio`,
    called: 'andata|partenza|inizio|arrivo|parte|parti|partire',
  }),
  end: listsOf({
    beside: 'ritorno|al ritorno|tornando|torno|torniamo|tornare|rientro|rientriamo|fino al|fino a|al|fine',
    called: 'ritorno|rientro|fine|torna|torni|tornare',
  }),
};

export const relative: RelativeWords = listsOf({
  more: 'in piu|di piu|piu|aggiuntivo|aggiuntivi|aggiuntiva|aggiuntive|extra',
  less: 'in meno|di meno|meno',
  another: 'ancora|altri|altre',
  one: 'un|uno|una',
  later: 'dopo|piu tardi',
  earlier: 'prima|piu presto',
  longer: 'in piu|di piu|piu a lungo',
  shorter: 'in meno|di meno',
  dayAfter: 'giorno dopo|giorno seguente|giorno successivo|indomani',
  dayBefore: 'giorno prima|giorno precedente',
});

/** Verbs with a pronoun at their end, which means what was spoken of. */
export const pointingVerbs = /^\p{L}{3,}(?:[aei]r|[aei]|ndo)(?:me|te|se|ce|ve)?l[oaie]$/u;

export const sentences: WordsOfSentences = listsOf({
  joiningWithin: 'anche',
  joining: 'e|ed|ma|poi|allora|anche|inoltre|e poi|e anche|a proposito',
  precedence: 'prima|per prima cosa|innanzitutto',
  questions: `
    che|cosa|che cosa|cos|quando|dove|dov|quale|quali|qual|chi|perche|come|quanto|quanta|quanti|quante|posso
    puo|puoi|c e|ci sono|a che|da dove`,
  followUps: `
    e|e per|e se|che ne dici di|che mi dici di|lo stesso per|la stessa cosa per|uguale per|o|anche|allora|solo
    soltanto`,
  pointing:
    'lo stesso|la stessa|gli stessi|le stesse|quella stessa|quello stesso|quelle stesse|quegli stessi',
  pointingAtEnd: 'questo|quello|questa|quella|questi|queste|quelli|quelle|cio',
  places: 'laggiu|la giu',
  noPlaces: '',
  same: 'lo stesso|la stessa|stesso|stessa',
  again: `
    di nuovo lo stesso|lo stesso di nuovo|ancora lo stesso|di nuovo la stessa cosa|la stessa cosa di nuovo
    ancora la stessa cosa|la stessa cosa di prima`,
  demonstratives: `
    questo|questa|questi|queste|quel|quella|quello|quei|quelle|lo stesso|la stessa|gli stessi|le stesse`,
});

export const kinds: WordsOfKinds = listsOf({
  date: 'giorno|data',
  time: 'ora|orario',
  money: 'importo|somma|prezzo',
  phone: 'numero|telefono',
  email: 'indirizzo|mail',
  duration: 'durata',
});

/** Words that say nothing by themselves beside a value. */
export const connecting: readonly string[] = spaced(`
  di d del dello della dell dei degli delle da dal dallo dalla dall dai a ad al allo alla all ai agli alle in
  nel nella nell nei con per su sul sulla verso il lo la l i gli le un uno una mio mia miei mie nostro nostra
  tuo tua suo sua questo questa questi queste quello quella e ed sono sia era sara sarebbe siamo saremo io me
  mi ci noi dico dire voglio vorrei volevo vogliamo intendo intendevo prendi prenda usa metti metta anzi ma
  meglio solo soltanto come favore piacere grazie si no ok okay va bene beh allora dunque quindi poi o oppure
  scusa scusi ah eh ehm oh qui ora adesso bisogno serve preferisco andare vado che`);

export const yesNo = listsOf({ yes: 'si', no: 'no' });
