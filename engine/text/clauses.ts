import { hasPause } from './pauses.ts';
import { phraseAt } from './phrases.ts';
import type { Stretch } from './stretch.ts';
import type { Word } from './words.ts';

/** More clauses than these are read as one with the last. */
const MOST_CLAUSES = 5;
const PARENTHESIS = /[()（）]/u;

/** Digits, in front of a dot that makes an ordinal of them. */
const ORDINAL = /(?<!\d)\d{1,2}$/;

/** The marks and words by which clauses of a language are told apart. */
export interface ClauseForms {
  /** Normalised words and phrases that may begin a clause: "and", "but", "and then". */
  joining: readonly string[];
  /** True if a dot behind a number makes it an ordinal, and ends no sentence: "am 18. Mai". */
  dotOrdinals: boolean;
}

/**
 * Cuts a text into clauses: at the end of sentences, at commas, and before words that join sentences.
 * @returns stretches of words in order, none of them empty
 */
export function clausesOf(
  text: string,
  words: readonly Word[],
  { joining, dotOrdinals }: ClauseForms,
): Stretch[] {
  const begins = new Set<number>([0]);
  /** The end of the joining words: "and also" begins one clause. */
  let joined = phraseAt(words, 0, joining);
  for (const index of words.keys()) {
    const before = words[index - 1];
    const word = words[index];
    if (before === undefined || word === undefined) continue;
    const between = text.slice(before.end, word.start);
    const isInNumber =
      between.length === 1 && /\d/.test(text[before.end - 1] ?? '') && /\d/.test(text[word.start] ?? '');
    const isOrdinal = dotOrdinals && /^\.\s/.test(between) && ORDINAL.test(text.slice(0, before.end));
    const isApart = !isInNumber && !isOrdinal && (hasPause(between) || PARENTHESIS.test(between));
    if (!isApart && index < joined) continue;
    const length = phraseAt(words, index, joining);
    if (isApart || length > 0) begins.add(index);
    if (length > 0) joined = index + length;
  }
  const starts = [...begins].sort((a, b) => a - b).slice(0, MOST_CLAUSES);
  return starts.flatMap((from, index) => {
    const first = words[from];
    const last = words[(starts[index + 1] ?? words.length) - 1];
    return first === undefined || last === undefined ? [] : [{ start: first.start, end: last.end }];
  });
}
