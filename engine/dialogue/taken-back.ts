import type { Stretch } from '../text/stretch.ts';
import type { Utterance } from '../values/recognizer.ts';
import { isConnecting, isPuttingOff } from './replies.ts';

/**
 * What stands before a value that is taken back, normalised: "not 50 but 60", "60 instead of 50". Where "no" is "not"
 * too, what follows tells them apart.
 */
const TAKEN_BACK: Readonly<Record<string, string>> = {
  en: 'not|instead of|rather than|isn t|wasn t',
  es: 'no(?=.* sino )|en vez de|en lugar de',
  de: 'nicht|kein|keine|keinen|statt|anstatt|anstelle von',
  fr: 'pas|au lieu de|au lieu du|plutot que',
  pt: 'nao(?=.* (?:mas|sim) )|em vez de|em vez da|em vez do|em lugar de',
  it: 'non|invece di|invece del|invece che|anziche|al posto di',
};

/** A Spanish or Portuguese "no" is "not" before a value that is held. */
const NOT_IF_HELD: Readonly<Record<string, string>> = { es: 'no', pt: 'nao' };

/** What stands before a value that is held to have it become another: "change 50 to 60". */
const CHANGED: Readonly<Record<string, string>> = {
  en: 'change|replace',
  es: 'cambia|cambiar',
  de: 'andere|ersetze',
  fr: 'change|changez|remplace|remplacez',
  pt: 'troca|trocar|muda|mudar',
  it: 'cambia|cambiare',
};

/** "Why not 60?" offers it. */
const WHY = /(?:^| )(?:why|por que|warum|wieso|pourquoi|perche) $/;

/** Words between them: "not from checking but from savings". */
const BETWEEN = 2;

/** What may not stand between them: "not sure but 60", "not before 5", "not more than 60". */
const NOT_BETWEEN: Readonly<Record<string, string>> = {
  en: 'but|sure|only|just|more|less|before|after|until|later|earlier|than',
  es: 'sino|seguro|segura|solo|mas|menos|antes|despues|hasta',
  de: 'sondern|sicher|nur|mehr|weniger|vor|nach|bis|spater|fruher',
  fr: 'mais|sur|sure|seulement|plus|moins|avant|apres|jusqu',
  pt: 'mas|sim|certeza|certo|certa|so|mais|menos|antes|depois|ate',
  it: 'ma|sicuro|sicura|solo|piu|meno|prima|dopo|fino',
};

/** Longer texts are no corrections. */
const MAX_WORDS = 100;

const anyPhrase = new Map<string, RegExp>();

/** False of most texts: those without a word that could take a value back. */
export function mayTakeBack({ words, language }: Utterance): boolean {
  if (words.length > MAX_WORDS) return false;
  let pattern = anyPhrase.get(language);
  if (pattern === undefined) {
    const own = [TAKEN_BACK, NOT_IF_HELD, CHANGED].flatMap((phrases) => phrases[language] ?? []);
    // Nothing matches where the language has none.
    pattern = own.length === 0 ? /(?!)/ : new RegExp(`(?:^| )(?:${own.join('|')})(?: |$)`);
    anyPhrase.set(language, pattern);
  }
  return pattern.test(words.map(({ text }) => text).join(' '));
}

/**
 * True where the words before a value take it back.
 * @param isHeld whether a slot holds the value now
 * @param values where this value and others stand: what takes another one back does not reach this one
 */
export function isTakenBack(
  value: Stretch,
  utterance: Utterance,
  { isHeld, values }: { isHeld: boolean; values: readonly Stretch[] },
): boolean {
  const phrases = isHeld ? [TAKEN_BACK, NOT_IF_HELD, CHANGED] : [TAKEN_BACK];
  return stretchBefore(value, utterance, values, phrases) !== null;
}

/** True where a text begins by denying a value: "not to Anna", "no, not 60", "yes, but not 60". */
export function isDenied(
  value: Stretch,
  utterance: Utterance,
  { isHeld, values }: { isHeld: boolean; values: readonly Stretch[] },
): boolean {
  const { language } = utterance;
  const phrases = isHeld ? [TAKEN_BACK, NOT_IF_HELD] : [TAKEN_BACK];
  const before = stretchBefore(value, utterance, values, phrases);
  const saysNothing = (word: string) =>
    word === ',' || isConnecting(word, language) || isPuttingOff(word, language);
  return before?.every(saysNothing) ?? false;
}

/** What stands before the phrase that takes a value back, in words and commas; null where none does. */
function stretchBefore(
  value: Stretch,
  { text, words, language }: Utterance,
  values: readonly Stretch[],
  phrases: readonly Readonly<Record<string, string>>[],
): string[] | null {
  const own = phrases.flatMap((one) => one[language] ?? []);
  if (own.length === 0) return null;
  const firstOf = (stretch: Stretch) => words.find((word) => word.end > stretch.start);
  const first = firstOf(value);
  const others = values.map(firstOf);
  // A number sign marks this value's place, a slash another's.
  const marked = words.map((word, index) => {
    const isApart = /[,;.:!?]/.test(text.slice(words[index - 1]?.end ?? word.start, word.start));
    const mark = word === first ? '# ' : others.includes(word) ? '/ ' : '';
    return `${isApart ? ', ' : ''}${mark}${word.text}`;
  });
  const between = `(?: (?!(?:${NOT_BETWEEN[language]}) )[^ ,/#]+){0,${BETWEEN}}`;
  const match = new RegExp(`^(.* )??(?:${own.join('|')})${between} #`).exec(marked.join(' '));
  const before = match?.[1] ?? '';
  return match === null || WHY.test(before) ? null : before.split(' ').filter((word) => word !== '');
}

/** A text with blanks in the place of some stretches, of the same length. */
export const withBlanks = (text: string, stretches: readonly Stretch[]): string =>
  stretches.reduce(
    (left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end),
    text,
  );
