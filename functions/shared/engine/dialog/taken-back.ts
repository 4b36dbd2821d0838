import type { FoundSlot } from '../slots/find.ts';
import type { Candidate, Utterance } from '../slots/recognizer.ts';
import { wordsOf } from '../words.ts';
import type { SlotValue } from './state.ts';

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

/** What stands before the value that is held, to become another: "change 50 to 60". */
const CHANGED: Readonly<Record<string, string>> = {
  en: 'change|replace',
  es: 'cambia|cambiar',
  de: 'andere|ersetze',
  fr: 'change|changez|remplace|remplacez',
  pt: 'troca|trocar|muda|mudar',
  it: 'cambia|cambiare',
};

/** Words between them: "not from checking but from savings". */
const BETWEEN = 2;

/**
 * Where a text takes a value back and gives the slot another as well, the other is meant.
 * @param find gives the values of another text to the slots
 * @returns what was found, with those others in the place of what was taken back
 */
export function withoutTakenBack(
  found: readonly FoundSlot[],
  utterance: Utterance,
  held: Readonly<Record<string, SlotValue>>,
  find: (utterance: Utterance) => FoundSlot[],
): FoundSlot[] {
  const old = found.filter(({ slot, candidate: { value, start } }) => {
    const isHeld = Object.hasOwn(held, slot) && held[slot]?.value === value;
    return isAfter(TAKEN_BACK, utterance, start) || (isHeld && isAfter(CHANGED, utterance, start));
  });
  if (old.length === 0) return [...found];
  let { text } = utterance;
  for (const { candidate } of old) {
    const { start, end } = candidate;
    text = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
  }
  const others = find({ ...utterance, text, words: wordsOf(text) }).filter(({ slot, candidate }) =>
    old.some((one) => one.slot === slot && isAsSure(candidate, one.candidate)),
  );
  const kept = found.filter(({ slot }) => !others.some((other) => other.slot === slot));
  return [...kept, ...others].sort((a, b) => a.candidate.start - b.candidate.start);
}

const isAsSure = (one: Candidate, other: Candidate): boolean =>
  one.quality === 'exact' || one.quality === other.quality;

function isAfter(
  phrases: Readonly<Record<string, string>>,
  { words, language }: Utterance,
  start: number,
): boolean {
  const own = phrases[language];
  if (own === undefined) return false;
  const value = words.find((word) => word.start >= start);
  // A slash marks the value's place.
  const text = words.map((word) => (word === value ? `/ ${word.text}` : word.text)).join(' ');
  return new RegExp(`(?:^| )(?:${own})(?: [^ /]+){0,${BETWEEN}} /`).test(text);
}
