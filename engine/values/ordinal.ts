import type { Language } from '../language/language.ts';
import { languageOf } from '../language/languages.ts';
import type { Word } from '../text/words.ts';
import { numbersIn } from './number.ts';
import type { Candidate, Recognizer, Utterance } from './recognizer.ts';

export interface OrdinalAt {
  value: number;
  /** The number of its words. */
  length: number;
  isMarked: boolean;
}

/** The ordinal that begins at a word: the longest one. */
export function ordinalAt(words: readonly Word[], from: number, language: string): OrdinalAt | null {
  const first = words[from]?.text ?? '';
  const marked = /^\d/.test(first) ? languageOf(language).numbers.ordinals.marked.exec(first) : undefined;
  if (marked) return { value: Number(marked[1]), length: 1, isMarked: true };
  const { phrases, longest } = ordinalWordsOf(languageOf(language));
  let phrase = '';
  let ordinals: OrdinalAt | null = null;
  for (let length = 1; length <= longest; length += 1) {
    const word = words[from + length - 1];
    if (word === undefined) break;
    phrase = length === 1 ? word.text : `${phrase} ${word.text}`;
    const value = phrases.get(phrase);
    if (value !== undefined) ordinals = { value, length, isMarked: false };
  }
  return ordinals;
}

/**
 * Places in an order, in words to 99 and in digits: `third`, `22nd`. The value is the number; of `the last one` it
 * is −1, of `the last but one` −2.
 */
export const recognizeOrdinals: Recognizer = (utterance) => {
  const last = placesFromEnd(utterance);
  const isOwn = ({ start, end }: Candidate) =>
    last.every((place) => end <= place.start || place.end <= start);
  const ordinals = [...writtenOrdinals(utterance).filter(isOwn), ...last].sort((a, b) => a.start - b.start);
  if (ordinals.length > 0) return ordinals;
  // "2" answers the question which one.
  const numbers = numbersIn(utterance).filter(({ value }) => Number.isInteger(value) && value > 0);
  return numbers.map((number) => ({ ...number, details: {}, quality: 'answer' }));
};

function placesFromEnd({ words, language }: Utterance): Candidate[] {
  const { last, lastButOne } = languageOf(language).numbers.ordinals;
  const places = [
    ...last.map((phrase) => [phrase, -1] as const),
    ...lastButOne.map((phrase) => [phrase, -2] as const),
  ];
  const ordinals = words.flatMap((word, index) =>
    places.flatMap(([phrase, value]) => {
      const phraseWords = phrase.split(' ');
      const end = words[index + phraseWords.length - 1]?.end;
      if (end === undefined || !phraseWords.every((text, at) => words[index + at]?.text === text)) return [];
      return [{ start: word.start, end, value, details: {}, quality: 'exact' as const }];
    }),
  );
  return ordinals.filter(({ start }, index) => ordinals.slice(0, index).every(({ end }) => start >= end));
}

function writtenOrdinals({ words, text, language }: Utterance): Candidate[] {
  const { isDotted, pronoun } = languageOf(language).numbers.ordinals;
  const ordinals: Candidate[] = [];
  for (let index = 0; index < words.length; ) {
    const ordinal = ordinalAt(words, index, language);
    const first = words[index];
    const last = words[index + (ordinal?.length ?? 1) - 1];
    if (first !== undefined && last !== undefined) {
      const dotted =
        isDotted &&
        /^\d{1,4}$/.test(first.text) &&
        /^\.(?=\s*\p{L})/u.test(text.slice(first.end, first.end + 8));
      if (ordinal !== null) {
        // "the second one": the pronoun is no number.
        const after = words[index + ordinal.length];
        const end = after !== undefined && after.text === pronoun ? after.end : last.end;
        ordinals.push({
          start: first.start,
          end,
          value: ordinal.value,
          details: {},
          quality: 'exact',
        });
      } else if (dotted) {
        ordinals.push({
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
  return ordinals;
}

/** A language's ordinals in words. */
interface OrdinalWords {
  phrases: ReadonlyMap<string, number>;
  /** Words in the longest phrase. */
  longest: number;
}

const made = new WeakMap<Language, OrdinalWords>();

/** Made when they are first asked for. */
function ordinalWordsOf(language: Language): OrdinalWords {
  let ordinals = made.get(language);
  if (ordinals === undefined) {
    const phrases = new Map(language.numbers.ordinals.words());
    const longest = Math.max(0, ...[...phrases.keys()].map((phrase) => phrase.split(' ').length));
    ordinals = { phrases, longest };
    made.set(language, ordinals);
  }
  return ordinals;
}
