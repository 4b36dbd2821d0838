import { overlap } from '../engine/text/stretch.ts';
import { firstWordFrom, type Word } from '../engine/text/words.ts';

/** An utterance parsed into its text and annotations. */
export interface ParsedUtterance {
  text: string;
  annotations: Annotation[];
  /** True if there are brackets outside annotations. */
  hasStrayBrackets: boolean;
}

export interface Annotation {
  slot: string;
  /** The value's position in `text`. */
  start: number;
  end: number;
}

const ANNOTATION = /\[([^[\]]+)\]\(([^()\s]*)\)/g;

/** Reads `send [50 dollars](amount) from [checking](account_from)`. */
export function parseUtterance(source: string): ParsedUtterance {
  const annotations: Annotation[] = [];
  let text = '';
  let end = 0;
  for (const match of source.matchAll(ANNOTATION)) {
    text += source.slice(end, match.index);
    const value = match[1] ?? '';
    annotations.push({ slot: match[2] ?? '', start: text.length, end: text.length + value.length });
    text += value;
    end = match.index + match[0].length;
  }
  text += source.slice(end);
  return { text, annotations, hasStrayBrackets: /[[\]]/.test(text) };
}

/** The text of an utterance outside its annotations. */
export const withoutMarks = (source: string): string => source.replace(ANNOTATION, ' ');

/** Replaces a user's brackets, since only an author's brackets mark a value. */
export const unmarked = (query: string): string => query.replaceAll('[', '(').replaceAll(']', ')');

/**
 * The words beside an annotated value. The words before it end at the previous value: in "to Rome on Friday", the "to"
 * says nothing about Friday. The words after a number may include the value that it counts.
 * @param words of the utterance's text
 * @param all the utterance's annotations
 */
export function wordsAround(
  words: readonly Word[],
  annotation: Annotation,
  all: readonly Annotation[],
): Record<'left' | 'secondLeft' | 'right', string | null> {
  const { start, end } = annotation;
  const first = firstWordFrom(words, start);
  // If a value begins within a word, that word is not beside it.
  const firstOfValue = (words[first - 1]?.end ?? 0) > start ? first - 1 : first;
  const before = (index: number): string | null => {
    const word = words[index];
    const isValue =
      word !== undefined && all.some((marked) => marked !== annotation && overlap(marked, word));
    return word === undefined || isValue ? null : word.text;
  };
  const left = before(firstOfValue - 1);
  return {
    left,
    secondLeft: left === null ? null : before(firstOfValue - 2),
    right: words[firstWordFrom(words, end)]?.text ?? null,
  };
}
