import type { Utterance } from '../slots/recognizer.ts';

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

/**
 * What stands before a value that is held, to take it back or to have it become another: "change 50 to 60". A Spanish
 * or Portuguese "no" is "not" before such a value only.
 */
const TAKEN_BACK_IF_HELD: Readonly<Record<string, string>> = {
  en: 'change|replace',
  es: 'cambia|cambiar|no',
  de: 'andere|ersetze',
  fr: 'change|changez|remplace|remplacez',
  pt: 'troca|trocar|muda|mudar|nao',
  it: 'cambia|cambiare',
};

/** Words between them: "not from checking but from savings". */
const BETWEEN = 2;

/** What may not stand between them: "not sure, 60", "not this but 60". */
const NOT_BETWEEN: Readonly<Record<string, string>> = {
  en: 'but|sure|only|just|more|less',
  es: 'sino|seguro|segura|solo|mas|menos',
  de: 'sondern|sicher|nur|mehr|weniger',
  fr: 'mais|sur|sure|seulement|plus|moins',
  pt: 'mas|sim|certeza|certo|certa|so|mais|menos',
  it: 'ma|sicuro|sicura|solo|piu|meno',
};

interface Stretch {
  start: number;
  end: number;
}

/**
 * True where the words before a value take it back.
 * @param isHeld whether a slot holds the value now
 * @param values where this value and others stand: what takes another one back does not reach this one
 */
export function isTakenBack(
  value: Stretch,
  { words, language }: Utterance,
  { isHeld, values }: { isHeld: boolean; values: readonly Stretch[] },
): boolean {
  const before = [TAKEN_BACK, isHeld ? TAKEN_BACK_IF_HELD : {}].flatMap((phrases) => phrases[language] ?? []);
  if (before.length === 0) return false;
  const first = (stretch: Stretch) => words.find((word) => word.end > stretch.start);
  const own = first(value);
  const others = values.map(first);
  // A number sign marks this value's place, a slash another's.
  const text = words
    .map((word) => (word === own ? `# ${word.text}` : others.includes(word) ? `/ ${word.text}` : word.text))
    .join(' ');
  const between = `(?: (?!(?:${NOT_BETWEEN[language]}) )[^ /#]+){0,${BETWEEN}}`;
  return new RegExp(`(?:^| )(?:${before.join('|')})${between} #`).test(text);
}

/** A text with blanks in the place of some stretches, of the same length. */
export const withBlanks = (text: string, stretches: readonly Stretch[]): string =>
  stretches.reduce(
    (left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end),
    text,
  );
