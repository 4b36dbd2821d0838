import type { Word } from '../words.ts';
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

/** The end of a list that was read out, by language, as normalised words. */
const LAST: Readonly<Record<string, readonly string[]>> = {
  en: ['the last one', 'last one'],
  es: ['la ultima', 'el ultimo'],
  de: ['der letzte', 'die letzte', 'das letzte', 'den letzten'],
  fr: ['le dernier', 'la derniere'],
  pt: ['o ultimo', 'a ultima'],
  it: ['l ultimo', 'l ultima'],
};

/**
 * Places in an order, in words to 99 and in digits: `third`, `22nd`. The value is the number; of `the last one` it
 * is −1.
 */
export const recognizeOrdinals: Recognizer = (utterance) => {
  const found = [...writtenOrdinals(utterance), ...lastPlaces(utterance)];
  if (found.length > 0) return found;
  // "2" answers the question which one.
  const numbers = numbersIn(utterance).filter(({ value }) => Number.isInteger(value) && value > 0);
  return numbers.map((number) => ({ ...number, details: {}, quality: 'answer' }));
};

function lastPlaces({ words, language }: Utterance): Candidate[] {
  return words
    .flatMap((word, index) => {
      for (const phrase of LAST[language] ?? []) {
        const own = phrase.split(' ');
        const end = words[index + own.length - 1]?.end;
        if (end === undefined || !own.every((text, at) => words[index + at]?.text === text)) continue;
        return [{ start: word.start, end, value: -1, details: {}, quality: 'exact' as const }];
      }
      return [];
    })
    .filter(({ start }, index, all) => index === 0 || start >= (all[index - 1]?.end ?? 0));
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
