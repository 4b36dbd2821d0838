import { firstWordFrom, type Word } from '../engine/text/words.ts';

/** An utterance without its annotations. */
export interface ParsedUtterance {
  text: string;
  annotations: Annotation[];
  /** True where brackets are left that are no annotation. */
  hasStrayBrackets: boolean;
}

export interface Annotation {
  slot: string;
  /** The value's place in `text`. */
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

/** The words beside an annotated value. @param words of the utterance's text */
export function wordsAround(words: readonly Word[], { start, end }: Annotation) {
  const first = firstWordFrom(words, start);
  // A value may begin within a word, which is then not beside it.
  const own = (words[first - 1]?.end ?? 0) > start ? first - 1 : first;
  const word = (index: number): string | null => words[index]?.text ?? null;
  return { left: word(own - 1), secondLeft: word(own - 2), right: word(firstWordFrom(words, end)) };
}
