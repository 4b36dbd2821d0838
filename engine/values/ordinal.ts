import type { Word } from '../text/words.ts';
import { numbersIn } from './number.ts';
import { ordinalWordsOf } from './ordinal-words.ts';
import type { Candidate, Recognizer, Utterance } from './recognizer.ts';

/** `3rd`, `2º`, `1er`: digits and what marks them as an ordinal, by language, as a normalised word. */
const MARKED: Readonly<Record<string, RegExp>> = {
  en: /^(\d{1,6})(?:st|nd|rd|th)$/,
  es: /^(\d{1,6})(?:[ºª]|er|ro|do|to|mo|vo|no|ra|da|ta|ma|va|na)$/,
  de: /^(\d{1,6})(?:te|ter|tes|ten|ste|ster|stes|sten)$/,
  fr: /^(\d{1,6})(?:er|re|ere|e|eme|nd|nde)$/,
  pt: /^(\d{1,6})[ºªoa]$/,
  it: /^(\d{1,6})[ºª]$/,
};

export interface OrdinalAt {
  value: number;
  /** How many words it takes. */
  length: number;
  isMarked: boolean;
}

/** The ordinal that begins at a word: the longest one. */
export function ordinalAt(words: readonly Word[], from: number, language: string): OrdinalAt | null {
  const first = words[from]?.text ?? '';
  const marked = /^\d/.test(first) ? MARKED[language]?.exec(first) : undefined;
  if (marked) return { value: Number(marked[1]), length: 1, isMarked: true };
  const { phrases, longest } = ordinalWordsOf(language);
  let phrase = '';
  let found: OrdinalAt | null = null;
  for (let length = 1; length <= longest; length += 1) {
    const word = words[from + length - 1];
    if (word === undefined) break;
    phrase = length === 1 ? word.text : `${phrase} ${word.text}`;
    const value = phrases.get(phrase);
    if (value !== undefined) found = { value, length, isMarked: false };
  }
  return found;
}

/** Places from the end of a list that was read out, by language, as normalised words. */
const FROM_END: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  en: ends('the last one|last one', 'second to last|second last|next to last|last but one|one before last'),
  es: ends('la ultima|el ultimo', 'penultimo|penultima'),
  de: ends(
    'der letzte|die letzte|das letzte|den letzten',
    'vorletzte|vorletzten|vorletzter|vorletztes|vorletztem',
  ),
  fr: ends('le dernier|la derniere', 'avant dernier|avant derniere'),
  pt: ends('o ultimo|a ultima', 'penultimo|penultima'),
  it: ends('l ultimo|l ultima', 'penultimo|penultima'),
};

function ends(last: string, secondToLast: string): Record<string, number> {
  const places = [last, secondToLast].map((phrases, index) =>
    phrases.split('|').map((phrase) => [phrase, -index - 1] as const),
  );
  return Object.fromEntries(places.flat());
}

/**
 * Places in an order, in words to 99 and in digits: `third`, `22nd`. The value is the number; of `the last one` it
 * is −1, of `the last but one` −2.
 */
export const recognizeOrdinals: Recognizer = (utterance) => {
  const last = placesFromEnd(utterance);
  const isOwn = ({ start, end }: Candidate) =>
    last.every((other) => end <= other.start || other.end <= start);
  const found = [...writtenOrdinals(utterance).filter(isOwn), ...last].sort((a, b) => a.start - b.start);
  if (found.length > 0) return found;
  // "2" answers the question which one.
  const numbers = numbersIn(utterance).filter(({ value }) => Number.isInteger(value) && value > 0);
  return numbers.map((number) => ({ ...number, details: {}, quality: 'answer' }));
};

function placesFromEnd({ words, language }: Utterance): Candidate[] {
  const found = words.flatMap((word, index) =>
    Object.entries(FROM_END[language] ?? {}).flatMap(([phrase, value]) => {
      const own = phrase.split(' ');
      const end = words[index + own.length - 1]?.end;
      if (end === undefined || !own.every((text, at) => words[index + at]?.text === text)) return [];
      return [{ start: word.start, end, value, details: {}, quality: 'exact' as const }];
    }),
  );
  return found.filter(({ start }, index) => found.slice(0, index).every(({ end }) => start >= end));
}

function writtenOrdinals({ words, text, language }: Utterance): Candidate[] {
  const found: Candidate[] = [];
  for (let index = 0; index < words.length; ) {
    const ordinal = ordinalAt(words, index, language);
    const first = words[index];
    const last = words[index + (ordinal?.length ?? 1) - 1];
    if (first !== undefined && last !== undefined) {
      const dotted =
        language === 'de' &&
        /^\d{1,4}$/.test(first.text) &&
        /^\.(?=\s*\p{L})/u.test(text.slice(first.end, first.end + 8));
      if (ordinal !== null) {
        // "the second one": the pronoun is no number.
        const pronoun = words[index + ordinal.length];
        const end = language === 'en' && pronoun?.text === 'one' ? pronoun.end : last.end;
        found.push({
          start: first.start,
          end,
          value: ordinal.value,
          details: {},
          quality: 'exact',
        });
      } else if (dotted) {
        found.push({
          start: first.start,
          end: first.end + 1,
          value: Number(first.text),
          details: {},
          quality: 'weak',
        });
      }
    }
    index += ordinal?.length ?? 1;
  }
  return found;
}
