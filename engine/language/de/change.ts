import type { RelativeWords, RoleWords, WordsOfChange, WordsOfKinds, WordsOfSentences } from '../change.ts';
import { listsOf, spaced } from '../words.ts';

export const change: WordsOfChange = listsOf({
  not: 'nicht|kein|keine|keinen|keinem|keiner|nie',
  notIfHeld: '',
  offer:
    'warum nicht|wieso nicht|nicht mehr als|nicht weniger als|nicht spater als|nicht fruher als|nicht langer als|nicht teurer als',
  notBetween: `
    sondern|sicher|nur|mehr|weniger|vor|nach|bis|spater|fruher|ob|weiss|und|also|weil|deshalb|denn`,
  but: 'sondern|aber|eher|lieber',
  insteadOf: 'statt|anstatt|anstelle von|an stelle von',
  instead: 'stattdessen|lieber|doch|doch lieber|besser|eher',
  excess: `
    zu fruh|zu spat|zu viel|zu viele|zu wenig|zu wenige|zu teuer|zu weit|zu nah|zu nahe|zu lang|zu lange
    zu kurz|zu gross|zu klein|zu hoch|zu niedrig|zu kalt|zu heiss|zu voll|zu knapp|zu eng|zu bald|zu schwer
    zu leicht|zu schwierig|zu einfach|zu laut|zu dunkel`,
  repair: `
    sorry|entschuldigung|ich meine|ich meinte|ich mein|mein ich|meine ich|meinte ich|ich sagte|nein|ne|nee
    nein halt|halt|quatsch|ach nein|ach ne|ach quatsch|also|besser gesagt|beziehungsweise|bzw|verzeihung
    pardon|oder nein|doch|vielmehr|moment|stopp|korrektur|aber nein|oh nein|ah nein|oder besser|oder doch`,
  change: 'andere|andern|ersetze|ersetzen|verschiebe|verschieben|tausche|wechsle|mach|mache',
  into: 'auf|in|zu|durch|gegen|nach',
  also: 'auch|noch|dazu|ausserdem|zusatzlich',
  alsoBehind: '',
  other: `
    das andere|die andere|den anderen|der andere|dem anderen|die anderen|andere|anderen|anderes|anderer`,
  swapped: `
    andersrum|anders herum|andersherum|umgekehrt|andere richtung|in die andere richtung|vertauscht
    falsch herum|falschrum|genau andersrum`,
});

export const roles: RoleWords = {
  origin: listsOf({
    beside: 'von|vom|ab|aus',
    called: 'wo|von|abflug|abfahrt|start|startort|ab|fliegen sie ab',
  }),
  destination: listsOf({
    beside: 'nach|zu|zum|zur|bis|richtung',
    called: 'wohin|ziel|zielort|nach',
  }),
  begin: listsOf({
    beside: 'hin|ab|von|vom|los|hinflug|hinfahrt|abflug|abreise|anreise|hinreise',
    called: 'hinflug|abflug|abreise|anreise|beginn|hinfahrt|start',
  }),
  end: listsOf({
    beside: 'zuruck|ruckflug|ruckfahrt|ruckreise|bis|bis zum|heim|retour|wieder|abreise',
    called: 'ruckflug|zuruck|ruckfahrt|ruckreise|ende|bis',
  }),
};

export const relative: RelativeWords = listsOf({
  more: 'mehr|zusatzlich',
  less: 'weniger',
  another: 'noch|noch mal',
  one: 'ein|eine|einen|einer|eins|einem',
  later: 'spater|danach|drauf|darauf',
  earlier: 'fruher|davor|vorher|eher',
  longer: 'langer|mehr|dranhangen|zusatzlich',
  shorter: 'kurzer|weniger',
  dayAfter: 'tag danach|tag darauf|tag drauf|tag spater|nachsten tag|folgetag|nachste tag',
  dayBefore: 'tag davor|tag vorher|tag fruher|tag zuvor|vortag',
});

export const sentences: WordsOfSentences = listsOf({
  joiningWithin: 'auch',
  joining: `
    und|aber|dann|danach|anschliessend|auch|ach|und dann|und danach|und auch|und ausserdem|ubrigens|ausserdem
    sowie`,
  precedence: 'zuerst|vorher|erst|davor|zuvor|erstmal|erst mal|bevor|als erstes',
  questions: `
    was|wann|wo|welche|welcher|welches|wer|warum|wieso|wie|kann|konnen|ist|sind|gibt|hat|haben|wird|darf|wohin
    woher|wieviel`,
  followUps: `
    und|was ist mit|wie ist es mit|und was ist mit|wie sieht es aus mit|dasselbe fur|das gleiche fur|genauso
    genau so|noch mal fur|nochmal fur|noch mal dasselbe fur|nochmal dasselbe fur|noch mal das gleiche fur
    nochmal das gleiche fur|das selbe fur|dasselbe mit|das gleiche mit|u|oder|auch|und wenn|nur|dann`,
  pointing: `
    ihn|sie sie|sie doch|sie lieber|sie stattdessen|denselben|dieselbe|dasselbe|dieselben|diese stattdessen
    die stattdessen|die lieber|den lieber|das lieber|die doch|den doch`,
  pointingAtEnd: `
    das|das denn|das dann|das so|das eigentlich|das ungefahr|dafur|damit|davon|dazu|den|den da|die|die da`,
  places: 'dort|dorthin|dahin|da hin|von dort|von da|daher',
  noPlaces: 'bis dahin|dahin gestellt',
  same: `
    derselbe|dieselbe|dasselbe|denselben|demselben|derselben|selbe|selben|selber|selbes|der gleiche
    die gleiche|das gleiche|den gleichen|dem gleichen|der gleichen|gleiche|gleichen|gleicher|gleiches`,
  again: `
    nochmal dasselbe|noch mal dasselbe|noch einmal dasselbe|dasselbe nochmal|dasselbe noch mal
    dasselbe noch einmal|nochmal das gleiche|noch mal das gleiche|noch einmal das gleiche|das gleiche nochmal
    das gleiche noch mal|das gleiche noch einmal|dasselbe wie eben|das gleiche wie eben`,
  demonstratives: `
    diese|dieser|dieses|diesen|diesem|jene|jener|jenes|jenen|jenem|dieselbe|denselben|dasselbe|derselben
    die gleiche|den gleichen|das gleiche|der gleichen`,
});

export const kinds: WordsOfKinds = listsOf({
  date: 'tag|tages|datum',
  time: 'zeit|uhrzeit|stunde',
  money: 'betrag|summe|preis',
  phone: 'nummer|telefonnummer|handynummer|handy',
  email: 'adresse|mail',
  duration: 'dauer',
});

export const pointingOrder =
  /(?:^| )(?:das|den|die|dies|diesen|diese|dieses) (?!ist |war )\p{L}+ (?:ich|wir)(?: |$)/u;

/** Words that say nothing by themselves beside a value. */
export const connecting: readonly string[] = spaced(`
  von vom zu zum zur auf in im ins an ans am aufs beim fur fuer mit der die das den dem des ein eine einen
  einem einer mein meine meinem meinen es ist sind ich wir mir uns meine nimm lieber nur erst schon bitte
  danke ja nein ok okay gut also dann und oder doch eher halt mal ware waren wird werden soll sollen mochte
  wurde wurden nach aus ab um bei sie ihr hm ahm na eigentlich sorry gern gerne haben hatte hab brauche`);

export const yesNo = listsOf({ yes: 'ja', no: 'nein' });
