import { hasPause } from './pauses.ts';
import { phraseAt } from './phrases.ts';
import type { Stretch } from './stretch.ts';
import type { Word } from './words.ts';

/** The last clause takes the rest of a text that has more clauses. */
const MOST_CLAUSES = 5;
const PARENTHESIS = /[()（）]/u;

/** Digits before a dot, as in an ordinal: "18.". */
const ORDINAL = /(?<!\d)\d{1,2}$/;

/** A language's marks and words that separate clauses. */
export interface ClauseForms {
  /** Normalised words and phrases that may begin a clause: "and", "but", "and then". */
  joining: readonly string[];
  /** Joining words that also stand within a clause, and begin one only after a pause or one of `replies`. */
  joiningWithin: readonly string[];
  /** Words for yes and no. */
  replies: readonly string[];
  /** True if a dot after a number makes an ordinal instead of ending the sentence: "am 18. Mai". */
  dotOrdinals: boolean;
  /** Normalised words that, with a capital letter, begin a sentence behind such a dot: "am 18. Geht das?" */
  opening: ReadonlySet<string>;
}

/**
 * Splits a text into clauses at sentence ends, at commas and before joining words.
 * @returns the clauses in order, as UTF-16 offsets; none is empty
 */
export function clausesOf(
  text: string,
  words: readonly Word[],
  { joining, joiningWithin, replies, dotOrdinals, opening }: ClauseForms,
): Stretch[] {
  const begins = new Set<number>([0]);
  /** The word index after the current joining phrase, so that "and also" begins one clause, not two. */
  let joined = phraseAt(words, 0, joining);
  for (const index of words.keys()) {
    const before = words[index - 1];
    const word = words[index];
    if (before === undefined || word === undefined) continue;
    const between = text.slice(before.end, word.start);
    const isInNumber =
      between.length === 1 && /\d/.test(text[before.end - 1] ?? '') && /\d/.test(text[word.start] ?? '');
    const isOpening = opening.has(word.text) && /\p{Lu}/u.test(text[word.start] ?? '');
    const isOrdinal = dotOrdinals && !isOpening && /^\.\s/.test(between) && endsInOrdinal(text, before.end);
    const isApart = !isInNumber && !isOrdinal && (hasPause(between) || PARENTHESIS.test(between));
    if (!isApart && index < joined) continue;
    const length = phraseAt(words, index, joining);
    const isWithin = length === 1 && joiningWithin.includes(word.text) && !replies.includes(before.text);
    if (isApart || (length > 0 && !isWithin)) begins.add(index);
    if (length > 0) joined = index + length;
  }
  const starts = [...begins].sort((a, b) => a - b).slice(0, MOST_CLAUSES);
  return starts.flatMap((from, index) => {
    const first = words[from];
    const last = words[(starts[index + 1] ?? words.length) - 1];
    if (first === undefined || last === undefined) return [];
    // The dot belongs to the number: "lieber am Freitag, den 5."
    const end = dotOrdinals && endsInOrdinal(text, last.end) ? last.end + 1 : last.end;
    return [{ start: first.start, end }];
  });
}

/** True at a dot behind one or two digits. */
const endsInOrdinal = (text: string, at: number): boolean =>
  text[at] === '.' && ORDINAL.test(text.slice(Math.max(0, at - 3), at));
